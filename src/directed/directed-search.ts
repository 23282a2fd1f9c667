import type { Condition, ConditionList } from '#symbolic/condition';
import type { Observer } from '#symbolic/run';
import type { Searcher } from '#symbolic/searcher';
import type { State } from '#symbolic/state';
import { isDone } from '#symbolic/step';
import type { CallingContexts } from './calling-context';
import { isBetweenNodes } from './is-between-nodes';
import type { Element } from './next-affected';
import type { Pruning } from './pruning';

/**
 * A search that leaves states which its pruning does not find worth going on with: depth first, a path is followed to its end
 * before the next one is begun. It is the searcher and the observer of one exploration.
 */
export class DirectedSearch implements Searcher, Observer {
  readonly #pruning: Pruning;
  readonly #contexts: CallingContexts;
  readonly #stack: State[] = [];
  readonly #tracked = new WeakSet<State>();
  readonly #rejected = new WeakSet<State>();
  readonly #completions = new WeakMap<State, Completing>();
  readonly #visits = new WeakMap<State, VisitedConditions>();
  readonly #affected = new WeakSet<Condition>();
  readonly #paths: DirectedPath[] = [];
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
    return this.#affected.has(condition);
  }

  get open(): number {
    return this.#stack.length;
  }

  add(states: readonly State[]): void {
    for (const state of states) {
      if (this.#tracked.has(state)) continue;
      this.#tracked.add(state);
      this.#pruning.started(state);
    }
    this.#stack.push(...states.toReversed());
  }

  next(): State | null {
    for (let state = this.#stack.pop(); state !== undefined; state = this.#stack.pop()) {
      if (this.#rejected.delete(state)) continue;
      const completing = this.#completions.get(state);
      if (completing === undefined ? this.#goesOn(state) : !completing.isDone) return state;
    }
    return null;
  }

  pauses(state: State): boolean {
    if (this.#completions.has(state) || this.#goesOn(state)) return false;
    this.#rejected.add(state);
    return true;
  }

  stepped(state: State): void {
    if (!this.#tracked.has(state)) return;
    const { frame } = state;
    if (frame === null) return;
    this.#markConditions(state, this.#visits.get(state));
    const context = this.#contexts.of(frame);
    if (context === null) return;
    this.#visits.set(state, { before: state.conditions, isAffected: context.reached.has(frame.node) });
    if (!isBetweenNodes(frame)) return;
    this.states++;
    this.#pruning.visited(state, { frame, context, node: frame.node });
  }

  forked(states: readonly State[]): void {
    const [first, ...siblings] = states;
    if (first === undefined || !this.#tracked.has(first)) return;
    const visit = this.#visits.get(first);
    for (const state of states) this.#markConditions(state, visit);
    const completing = this.#completions.get(first);
    for (const sibling of siblings) {
      this.#tracked.add(sibling);
      this.#pruning.forked(first, sibling);
      if (completing !== undefined) this.#completions.set(sibling, completing);
    }
  }

  ended(state: State): void {
    if (!this.#tracked.has(state)) return;
    this.#markConditions(state, this.#visits.get(state));
    const completing = this.#completions.get(state);
    // Where one way to complete a path is cut short, another may not be.
    if (completing !== undefined && state.completion?.kind !== 'cut') completing.isDone = true;
    if (this.#pruning.ended(state)) this.#paths.push({ state, sequence: this.#pruning.sequenceOf(state) });
  }

  #goesOn(state: State): boolean {
    const { frame } = state;
    if (isDone(state)) {
      this.#complete(this.#pruning.left(state));
      return true;
    }
    // In the middle of a node it is not known where the state will come out.
    if (frame !== null && !isBetweenNodes(frame)) return true;
    if (this.#pruning.isWorth(state)) return true;
    const completed = this.#pruning.left(state);
    if (completed === state) {
      this.#completions.set(state, { isDone: false });
      return true;
    }
    this.pruned++;
    this.#complete(completed);
    return false;
  }

  #complete(state: State | null): void {
    if (state === null) return;
    this.#completions.set(state, { isDone: false });
    this.#stack.push(state);
  }

  #markConditions(state: State, visit: VisitedConditions | undefined): void {
    if (visit?.isAffected !== true) return;
    for (let at = state.conditions; at !== null && at !== visit.before; at = at.before)
      this.#affected.add(at.condition);
  }
}

export interface DirectedPath {
  /** At its end. */
  readonly state: State;
  readonly sequence: readonly Element[];
}

/** Shared by the states that come of one that is followed to its end: one of them is enough. */
interface Completing {
  isDone: boolean;
}

interface VisitedConditions {
  /** The conditions of the state before its node was executed. */
  readonly before: ConditionList | null;
  readonly isAffected: boolean;
}
