import type { Observed } from '#replay/observed';
import { partsOf } from '#replay/observed-parts';
import { printObserved } from '#replay/print-observed';
import { GivenInput, type GivenCall } from '#symbolic/concrete/bind-input';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { listed } from '#symbolic/state';
import type { BehaviourCallers } from './behaviour-callers';
import { seenTexts, type FoundBehaviour } from './seen-behaviour';
import { holdsTogether } from './select-by-conditions';
import type { Trial, Witness, WrittenCall } from './call-runs';
import type { Witnesses } from './witness';

/** What tests called a function with. */
export interface RecordedCalls {
  /** How many run it. */
  readonly running: number;
  /** Names of those that do or may, in order. */
  readonly tests: readonly string[];
  readonly calls: readonly RecordedTestCall[];
  /** Tests that may have made other calls than these. */
  readonly open: readonly string[];
}

export interface RecordedTestCall {
  readonly given: GivenCall;
  /** Tests that made it. */
  readonly tests: readonly string[];
}

/** More would have to be judged than anybody waits for. */
const mostJudgements = 20_000;
const mostTrials = 128;

/** Recorded calls of one function: made again in both versions, and laid over the places that its paths speak of. */
export class JudgedCalls {
  readonly #recorded: RecordedCalls;
  readonly #world: World;
  readonly #inputs: FunctionInputs;
  readonly #trials = new Map<RecordedTestCall, Trial>();

  constructor(recorded: RecordedCalls, world: World, inputs: FunctionInputs) {
    this.#recorded = recorded;
    this.#world = world;
    this.#inputs = inputs;
  }

  /** Runs of calls that the declared types allow, as far as source text can make them, in which the versions differ. */
  async differing(name: string, witnesses: Witnesses, goesOn: () => boolean): Promise<readonly Witness[]> {
    // Whether what is demanded of the inputs holds is not known.
    if (this.#inputs.preconditions.length > 0) return [];
    await this.run(name, witnesses, goesOn);
    return [...this.#trials].flatMap(([call, trial]) => {
      return trial.kind === 'differs' && this.#laid(call) !== null ? [trial.witness] : [];
    });
  }

  /** Only the engine knows what a call does. */
  async run(name: string, witnesses: Witnesses, goesOn: () => boolean): Promise<void> {
    for (const [call, written] of [...this.#written(name)].slice(0, mostTrials)) {
      if (!goesOn()) return;
      if (!this.#trials.has(call)) this.#trials.set(call, await witnesses.try(written, null));
    }
  }

  callersOf(found: FoundBehaviour): BehaviourCallers {
    const { running, tests, calls, open } = this.#recorded;
    const isTooMuch = found.differences.length * calls.length > mostJudgements;
    const reaching = new Set<string>();
    const doubtful = new Set(open);
    for (const call of calls) {
      const trial = this.#trials.get(call);
      const byRun = trial === undefined ? null : hasShown(found, trial);
      const isCase = byRun ?? (isTooMuch ? null : isOneOf(found, this.#laid(call)));
      if (isCase !== false) for (const test of call.tests) (isCase ? reaching : doubtful).add(test);
    }
    return {
      running,
      reaching: tests.filter((test) => reaching.has(test)),
      open: tests.filter((test) => doubtful.has(test) && !reaching.has(test)),
    };
  }

  /** Null for values that are not of the declared types. */
  #laid({ given }: RecordedTestCall): GivenInput | null {
    const input = new GivenInput(this.#world, this.#inputs, given);
    input.bindAll();
    return input.misfits.some(({ kind }) => kind === 'type') ? null : input;
  }

  #written(name: string): Map<RecordedTestCall, WrittenCall> {
    const written = new Map<RecordedTestCall, WrittenCall>();
    for (const call of this.#recorded.calls) {
      const texts = writtenArguments(call.given);
      if (texts === null) continue;
      const input = { setup: [], receiver: null, args: texts };
      written.set(call, { call: `${name}(${texts.join(', ')})`, input });
    }
    return written;
  }
}

/** As source text; null for what that cannot make. */
export function writtenArguments({ receiver, args }: GivenCall): string[] | null {
  return isUndefined(receiver) && args.every(isData) ? args.map(printObserved) : null;
}

/** Null when the run leaves it open. A behaviour that is known by a call alone is what that call has shown. */
function hasShown({ certain, before, now }: FoundBehaviour, trial: Trial): boolean | null {
  if (trial.kind === 'same') return false;
  if (trial.kind === 'inconclusive' || certain) return null;
  const seen = seenTexts(trial.witness);
  return seen.before === before && seen.now === now;
}

/** Null when the conditions say nothing of the call. */
export function isOneOf({ differences }: FoundBehaviour, input: GivenInput | null): boolean | null {
  if (input === null) return null;
  let isOpen = differences.length === 0;
  for (const { decided } of differences) {
    const conditions = listed(decided.conditions).map(({ condition }) => condition);
    const holds = holdsTogether(conditions, input);
    if (holds === true) return true;
    if (holds === null) isOpen = true;
  }
  return isOpen ? null : false;
}

function isUndefined(value: Observed | null): boolean {
  return value === null || (value.kind === 'primitive' && value.value === undefined);
}

/** What source text makes again without help of the project. */
function isData(value: Observed): boolean {
  if (value.kind === 'primitive') return true;
  if (value.kind !== 'object') return false;
  const { contents, constructorName } = value;
  const isOwnClass = contents.kind === 'none' && constructorName !== null && constructorName !== 'Object';
  if (isOwnClass || unwritable.has(contents.kind)) return false;
  return [...partsOf(value)].every(isData);
}

const unwritable: ReadonlySet<string> = new Set(['opaque', 'promise', 'generator', 'error', 'boxed', 'binary']);
