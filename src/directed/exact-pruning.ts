import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext, CallingContexts } from './calling-context';
import type { Element, NextAffected } from './next-affected';
import { markBits } from './node-marks';
import type { PathSequences } from './path-sequences';
import type { Pruning } from './pruning';
import type { Reach } from './reach';
import type { SeenStates } from './seen-states';
import type { Prefix, SequenceTrie } from './sequence-trie';
import { isBetweenNodes } from './is-between-nodes';

/**
 * A state is gone on with when some continuation that the control-flow graph allows after its sequence of affected nodes was
 * not found yet. All sequences of a full search are found, each on one path: as DiSE's Theorem 3.10 has it, which does not
 * hold for the sets of its Fig. 6.
 */
export class ExactPruning implements Pruning {
  readonly #sequences: PathSequences;
  readonly #trie: SequenceTrie;
  readonly #graph: NextAffected;
  readonly #contexts: CallingContexts;
  readonly #reach: Reach;
  readonly #changed: Reach;
  readonly #seen: SeenStates;

  constructor(parts: {
    readonly sequences: PathSequences;
    readonly trie: SequenceTrie;
    readonly graph: NextAffected;
    readonly contexts: CallingContexts;
    /** To what is affected. */
    readonly reach: Reach;
    /** To what the change can reach. */
    readonly changed: Reach;
    readonly seen: SeenStates;
  }) {
    this.#sequences = parts.sequences;
    this.#trie = parts.trie;
    this.#graph = parts.graph;
    this.#contexts = parts.contexts;
    this.#reach = parts.reach;
    this.#changed = parts.changed;
    this.#seen = parts.seen;
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
  }

  visited(state: State, frame: Frame, context: CallingContext): void {
    this.#sequences.visited(state, frame, context);
  }

  narrows(context: CallingContext, node: number): boolean {
    return (this.#graph.marks.of(context, node) & markBits.narrows) !== 0;
  }

  isWorth(state: State, waiting: number): boolean {
    const prefix = this.#sequences.of(state);
    if (!prefix.isAffected && !this.#changed.from(state)) return false;
    if (this.#isClosed(state, prefix)) return this.#reach.isHidden(state);
    return !prefix.isShared || !this.#isRepeated(state, prefix, waiting);
  }

  backTo(waiting: number): void {
    this.#seen.backTo(waiting);
  }

  /** Asked where several ways meet: only there can states come together that went apart. */
  #isRepeated(state: State, prefix: Prefix, waiting: number): boolean {
    const { frame } = state;
    const context = frame === null ? null : this.#contexts.of(frame);
    if (frame === null || context === null) return false;
    if ((this.#graph.marks.of(context, frame.node) & markBits.joins) === 0) return false;
    return this.#seen.isRepeated(state, prefix, context, waiting);
  }

  /** Whether all was found that can come of what the stack shows. */
  #isClosed({ frame }: State, prefix: Prefix): boolean {
    if (frame === null) return prefix.isFound;
    const context = this.#contexts.of(frame);
    if (context === null) return false;
    const next = isBetweenNodes(frame) ? this.#graph.from(context, frame.node) : this.#graph.after(context, frame.node);
    return this.#trie.isClosed(prefix, next);
  }

  left(): null {
    return null;
  }

  sequenceOf(state: State): readonly Element[] {
    return this.#sequences.of(state).elements;
  }

  ended(state: State): boolean {
    const prefix = this.#sequences.of(state);
    if (state.completion?.kind !== 'cut') return this.#trie.found(prefix);
    this.#seen.cut();
    return this.#trie.cut(prefix);
  }
}
