import type { Closure } from '#symbolic/closure';
import type { FunctionInputs } from '#symbolic/input-type';
import type { State } from '#symbolic/state';
import { LaterInputs } from './later-inputs';
import {
  LaterSession,
  type ComparedLater,
  type FollowedLater,
  type LaterSessionOptions,
  type Meeting,
} from './later-session';
import { SequenceProof } from './sequence-proof';

/** Calls of what was handed on, one after the other, are followed no further than this. */
const mostLaterCalls = 3;

export interface LaterCallsOptions extends Omit<LaterSessionOptions, 'inputs'> {
  /** What two functions can be called with, in both versions; null when that is not known. */
  readonly inputsOf: (first: Closure, second: Closure) => FunctionInputs | null;
  /** Names of inputs that are in use. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Goes on where both versions have ended alike and handed on functions that may do something else: calls them, with the same
 * inputs in both versions, and compares what comes of it. Where no call changes anything that another one could see, all
 * sequences of calls are as good as each call by itself. Where calls do, it is tried to show that they keep what they change
 * alike, whatever it was before; else sequences are tried, up to a bound. That goes for inputs, too, for which a single call
 * is alike while it differs for others.
 */
export class LaterCalls {
  readonly #options: LaterSessionOptions;

  constructor({ inputsOf, taken, ...options }: LaterCallsOptions) {
    this.#options = { ...options, inputs: new LaterInputs(inputsOf, taken) };
  }

  compare(meeting: Meeting): ComparedLater {
    if (meeting.gained.functions.every(({ isSame }) => isSame)) return nothing;
    const apart = new LaterSession(this.#options, 'apart', mostLaterCalls).follow(meeting);
    if (!apart.leavesSomething) return apart.found;
    const proof = new SequenceProof(this.#options).of(meeting, apart);
    if (proof === 'holds') return apart.found;
    const known = apart.found.differences.length;
    if (known > 0 && !isSmall(meeting, apart)) return withBound(apart.found, 1, meeting.second);
    // Fewer calls show a difference better, and take less time: of more, nothing is said then.
    for (let most = 2; most < mostLaterCalls; most++) {
      const { found } = new LaterSession(this.#options, 'in-sequence', most).follow(meeting);
      if (found.differences.length > known) return byCalls(found);
    }
    const { found } = new LaterSession(this.#options, 'in-sequence', mostLaterCalls).follow(meeting);
    if (proof === 'none' || found.differences.length > 0) return byCalls(found);
    const what = `it may differ after more than ${mostLaterCalls} calls`;
    return {
      ...found,
      gaps: [...found.gaps, { kind: 'unknown', why: { kind: 'doubt', what }, state: meeting.second }],
    };
  }

  /** Whether calls of what was handed on are known to do the same, however many there are and in whatever order. */
  areAlwaysAlike(meeting: Meeting): boolean {
    const apart = new LaterSession(this.#options, 'apart', 1).follow(meeting);
    const { differences, gaps, complete } = apart.found;
    const isSure = complete && differences.length === 0 && gaps.every(({ kind }) => kind === 'assumed');
    if (!apart.leavesSomething) return isSure && !apart.handsOn;
    return new SequenceProof(this.#options).of(meeting, apart) === 'holds';
  }
}

/** Where a first call differs for some inputs, sequences are looked at for the others only if there are few of them. */
function isSmall({ gained }: Meeting, { found }: FollowedLater): boolean {
  const isGiven = gained.functions.some(({ callee: { from } }) => from.kind === 'given' || from.kind === 'outside');
  return !isGiven && found.pairs <= 4;
}

function withBound(found: ComparedLater, most: number, state: State): ComparedLater {
  return { ...found, gaps: [...found.gaps, { kind: 'bound', why: { kind: 'later-calls', most }, state }] };
}

function byCalls(found: ComparedLater): ComparedLater {
  const differences = found.differences.toSorted((a, b) => a.later.length - b.later.length);
  return { ...found, differences };
}

const nothing: ComparedLater = { differences: [], gaps: [], pairs: 0, steps: 0, complete: true };
