import type { Condition, ConditionList } from '#symbolic/condition';
import type { Observer } from '#symbolic/run';
import type { Searcher } from '#symbolic/searcher';
import type { State } from '#symbolic/state';
import { isDone } from '#symbolic/step';
import type { CallingContext, CallingContexts } from './calling-context';
import { isBetweenNodes } from './is-between-nodes';
import type { Element } from './next-affected';
import type { Pruning } from './pruning';
import { StateMap } from './state-map';

/**
 * A search that leaves states which its pruning does not find worth going on with: depth first, a path is followed to its end
 * before the next one is begun. It is the searcher and the observer of one exploration.
 */
export class DirectedSearch implements Searcher, Observer {
  readonly #pruning: Pruning;
  readonly #contexts: CallingContexts;
  readonly #stack: State[] = [];
  readonly #tracks = new StateMap<Track>();
  /** Conditions that an affected node decided, as they came; those of them that were looked at. */
  readonly #decided: Condition[] = [];
  readonly #affected = new Set<Condition>();
  readonly #paths: DirectedPath[] = [];
  /** Where the step under way began; the context is null where nothing is known of it. */
  #context: CallingContext | null = null;
  #node = 0;
  /** Nodes that were executed on some path: the states of the symbolic execution tree. */
  states = 0;
  /** States that were not gone on with. */
  pruned = 0;

  constructor(pruning: Pruning, contexts: CallingContexts) {
    this.#pruning = pruning;
    this.#contexts = contexts;
  }

  /** The paths that are wanted, in the order in which they were found. */
  get paths(): readonly DirectedPath[] {
    return this.#paths;
  }

  /** Whether sequences were left out that repeat an affected node more often than was asked for. */
  get isBounded(): boolean {
    return this.#pruning.isBounded;
  }

  /** What was to be covered and no path was found for. */
  get uncovered(): number {
    return this.#pruning.uncovered;
  }

  /** Whether a condition of a path was decided by a node that the change can reach. */
  isAffected(condition: Condition): boolean {
    for (let one = this.#decided.pop(); one !== undefined; one = this.#decided.pop()) this.#affected.add(one);
    return this.#affected.has(condition);
  }

  get open(): number {
    return this.#stack.length;
  }

  add(states: readonly State[]): void {
    for (const state of states) {
      if (this.#tracks.get(state) !== undefined) continue;
      this.#tracks.set(state, newTrack(null));
      this.#pruning.started(state);
    }
    this.#stack.push(...states.toReversed());
  }

  next(): State | null {
    for (let state = this.#stack.pop(); state !== undefined; state = this.#stack.pop()) {
      this.#pruning.backTo?.(this.#stack.length);
      const track = this.#tracks.get(state);
      if (track?.isRejected === true) {
        track.isRejected = false;
        continue;
      }
      const completing = track?.completing ?? null;
      if (completing === null ? this.#goesOn(state) : !completing.isDone) return state;
    }
    return null;
  }

  pauses(state: State): boolean {
    if (this.#context !== null && this.#pruning.narrows?.(state, this.#context, this.#node) === false) return false;
    const track = this.#trackOf(state);
    if (track.completing !== null || this.#goesOn(state)) return false;
    track.isRejected = true;
    return true;
  }

  stepped(state: State): void {
    const track = this.#tracks.get(state);
    const { frame } = state;
    this.#context = null;
    if (track === undefined || frame === null) return;
    if (track.isAffected) this.#markConditions(state, track);
    const context = this.#contexts.of(frame);
    if (context === null) return;
    this.#context = context;
    this.#node = frame.node;
    track.before = state.conditions;
    track.isAffected = context.reached.has(frame.node);
    if (!isBetweenNodes(frame)) return;
    this.states++;
    this.#pruning.visited(state, frame, context);
  }

  forked(states: readonly State[]): void {
    const [first] = states;
    const track = first === undefined ? undefined : this.#tracks.get(first);
    if (first === undefined || track === undefined) return;
    for (const state of states) {
      if (track.isAffected) this.#markConditions(state, track);
      if (state === first) continue;
      this.#tracks.set(state, newTrack(track.completing));
      this.#pruning.forked(first, state);
    }
  }

  ended(state: State): void {
    const track = this.#tracks.get(state);
    if (track === undefined) return;
    if (track.isAffected) this.#markConditions(state, track);
    // Where one way to complete a path is cut short, another may not be.
    if (track.completing !== null && state.completion?.kind !== 'cut') track.completing.isDone = true;
    if (this.#pruning.ended(state)) this.#paths.push(new EndedPath(state, this.#pruning));
  }

  #goesOn(state: State): boolean {
    const { frame } = state;
    if (isDone(state)) {
      this.#complete(this.#pruning.left(state));
      return true;
    }
    // In the middle of a node it is not known where the state will come out.
    if (frame !== null && !isBetweenNodes(frame)) return true;
    if (this.#pruning.isWorth(state, this.#stack.length)) return true;
    const completed = this.#pruning.left(state);
    if (completed === state) {
      this.#trackOf(state).completing = { isDone: false };
      return true;
    }
    this.pruned++;
    this.#complete(completed);
    return false;
  }

  #complete(state: State | null): void {
    if (state === null) return;
    this.#trackOf(state).completing = { isDone: false };
    this.#stack.push(state);
  }

  #trackOf(state: State): Track {
    const known = this.#tracks.get(state);
    if (known !== undefined) return known;
    const made = newTrack(null);
    this.#tracks.set(state, made);
    return made;
  }

  /** After an affected node. */
  #markConditions(state: State, { before }: Track): void {
    for (let at = state.conditions; at !== null && at !== before; at = at.before) this.#decided.push(at.condition);
  }
}

export interface DirectedPath {
  /** At its end. */
  readonly state: State;
  readonly sequence: readonly Element[];
}

class EndedPath implements DirectedPath {
  readonly #pruning: Pruning;

  constructor(
    readonly state: State,
    pruning: Pruning,
  ) {
    this.#pruning = pruning;
  }

  get sequence(): readonly Element[] {
    return this.#pruning.sequenceOf(this.state);
  }
}

/** Shared by the states that come of one that is followed to its end: one of them is enough. */
interface Completing {
  isDone: boolean;
}

/** What the search knows of a state. */
interface Track {
  /** Null while it is not only followed so that a path becomes whole. */
  completing: Completing | null;
  isRejected: boolean;
  /** The conditions of the state before its node was executed. */
  before: ConditionList | null;
  /** Whether the change can reach that node. */
  isAffected: boolean;
}

function newTrack(completing: Completing | null): Track {
  return { completing, isRejected: false, before: null, isAffected: false };
}
