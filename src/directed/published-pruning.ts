import type { FunctionId } from '#core/ids';
import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import { isDone } from '#symbolic/step';
import type { CallingContext, CallingContexts } from './calling-context';
import { ExploredSets } from './explored-sets';
import { LoopEntries } from './loop-entries';
import type { Element } from './next-affected';
import type { PathSequences } from './path-sequences';
import type { ProgramFlows } from './program-flows';
import type { Pruning, Visit } from './pruning';
import type { SequenceTrie } from './sequence-trie';

/**
 * The directed search of DiSE Fig. 6, with a set of explored and one of unexplored nodes for each invocation in scope and
 * reachability through the call stack, as iDiSE III-B has it. A state none of whose successors is gone on with is a
 * leaf: its path condition is made whole, unless its sequence only begins one that was found.
 *
 * Not exact: explored nodes are remembered one by one, not in sequence.
 */
export class PublishedPruning implements Pruning {
  readonly #sequences: PathSequences;
  readonly #trie: SequenceTrie;
  readonly #contexts: CallingContexts;
  readonly #flows: ProgramFlows;
  readonly #onVisit: ((visit: Visit, sets: ExploredSets) => void) | null;
  readonly #loops = new Map<FunctionId, LoopEntries>();
  readonly #root = new Map<CallingContext, ExploredSets>();
  readonly #invocations = new WeakMap<Frame, ExploredSets>();
  readonly #parents = new WeakMap<State, Successors>();

  constructor(parts: {
    readonly sequences: PathSequences;
    readonly trie: SequenceTrie;
    readonly contexts: CallingContexts;
    readonly flows: ProgramFlows;
    /** Told of every node with the sets after it. */
    readonly onVisit?: (visit: Visit, sets: ExploredSets) => void;
  }) {
    this.#sequences = parts.sequences;
    this.#trie = parts.trie;
    this.#contexts = parts.contexts;
    this.#flows = parts.flows;
    this.#onVisit = parts.onVisit ?? null;
  }

  get isBounded(): boolean {
    return this.#trie.isBounded;
  }

  readonly uncovered = 0;

  started(state: State): void {
    this.#sequences.started(state);
  }

  forked(from: State, to: State): void {
    this.#sequences.forked(from, to);
    const parent = this.#parents.get(from);
    if (parent === undefined) return;
    parent.open++;
    this.#parents.set(to, parent);
  }

  visited(state: State, frame: Frame, context: CallingContext): void {
    const parent = this.#parents.get(state);
    if (parent !== undefined) {
      parent.isExplored = true;
      parent.open--;
    }
    this.#parents.set(state, { open: 1, isExplored: false, pruned: null });
    this.#sequences.visited(state, frame, context);
    const sets = this.#setsOf(frame, context);
    const { node } = frame;
    sets.update(node);
    this.#onVisit?.({ frame, context, node }, sets);
  }

  isWorth(state: State): boolean {
    let below: CallingContext | undefined;
    for (let frame = state.frame; frame !== null; frame = frame.caller) {
      const context = below ?? this.#contexts.of(frame);
      if (context === null) return true;
      const sets = this.#setsOf(frame, context);
      if (frame === state.frame) sets.checkLoops(frame.node);
      if (sets.isReachable(frame.node)) return true;
      below = context.caller?.context;
    }
    return false;
  }

  left(state: State): State | null {
    const parent = this.#parents.get(state);
    this.#parents.delete(state);
    if (parent === undefined) return !isDone(state) && this.#isNew(state) ? state : null;
    parent.open--;
    if (!isDone(state)) parent.pruned ??= state;
    else if (!isContradiction(state)) parent.isExplored = true;
    if (parent.open > 0 || parent.isExplored || parent.pruned === null) return null;
    return this.#isNew(parent.pruned) ? parent.pruned : null;
  }

  sequenceOf(state: State): readonly Element[] {
    return this.#sequences.of(state).elements;
  }

  ended(state: State): boolean {
    const prefix = this.#sequences.of(state);
    return state.completion?.kind === 'cut' ? this.#trie.cut(prefix) : this.#trie.found(prefix);
  }

  #isNew(state: State): boolean {
    const prefix = this.#sequences.of(state);
    return prefix.isAffected && !prefix.isBegun;
  }

  /** The sets of an invocation go out of scope with it: each call begins anew. */
  #setsOf({ caller }: Frame, context: CallingContext): ExploredSets {
    const known = caller === null ? this.#root.get(context) : this.#invocations.get(caller);
    if (known !== undefined) return known;
    const flow = this.#flows.of(context.fn);
    let loops = this.#loops.get(context.fn);
    if (loops === undefined) this.#loops.set(context.fn, (loops = new LoopEntries(flow.nodes)));
    const made = new ExploredSets(flow, loops, context.affected);
    if (caller === null) this.#root.set(context, made);
    else this.#invocations.set(caller, made);
    return made;
  }
}

/** The path turned out to be none. */
function isContradiction({ completion }: State): boolean {
  return completion?.kind === 'cut' && completion.reason.kind === 'contradiction';
}

/** The states that a node leads to, as far as they are known. */
interface Successors {
  /** How many of them nothing was decided about. */
  open: number;
  isExplored: boolean;
  /** The first that was not gone on with. */
  pruned: State | null;
}
