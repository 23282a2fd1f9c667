import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext, CallingContexts } from './calling-context';
import type { Element, NextAffected } from './next-affected';
import type { ChangeAhead } from './change-ahead';
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
  readonly #parts: ExactParts;
  readonly #sequences: PathSequences;
  readonly #trie: SequenceTrie;
  readonly #contexts: CallingContexts;
  /** Once a state could be one that was seen. */
  #hasSeen: SeenStates | null = null;

  constructor(parts: ExactParts) {
    this.#parts = parts;
    this.#sequences = parts.sequences;
    this.#trie = parts.trie;
    this.#contexts = parts.contexts;
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

  narrows(state: State, context: CallingContext, node: number): boolean {
    const prefix = this.#sequences.of(state);
    if (!prefix.isShared && this.#isFirst(state, prefix)) return false;
    return (this.#parts.graph.marks.inGraph(context, node) & markBits.narrows) !== 0;
  }

  isWorth(state: State, waiting: number): boolean {
    const prefix = this.#sequences.of(state);
    if (!this.#isFirst(state, prefix)) {
      if (!prefix.isAffected && !this.#parts.changed.from(state)) return false;
      if (this.#isClosed(state, prefix)) return this.#parts.reach.isHidden(state);
    }
    return !prefix.isShared || !this.#isRepeated(state, prefix, waiting);
  }

  /** Told without a look at what the graphs allow: nothing that begins like this was found, and what comes of it is affected. */
  #isFirst({ frame }: State, prefix: Prefix): boolean {
    return this.#trie.wantsAll(prefix) && (prefix.isAffected || this.#parts.ahead.isSeen(frame));
  }

  backTo(waiting: number): void {
    this.#hasSeen?.backTo(waiting);
  }

  /** Asked where several ways meet: only there can states come together that went apart. */
  #isRepeated(state: State, prefix: Prefix, waiting: number): boolean {
    const { frame } = state;
    const context = frame === null ? null : this.#contexts.of(frame);
    if (frame === null || context === null) return false;
    if ((this.#parts.graph.marks.inGraph(context, frame.node) & markBits.joins) === 0) return false;
    this.#hasSeen ??= this.#parts.seen;
    return this.#hasSeen.isRepeated(state, prefix, context, waiting);
  }

  /** Whether all was found that can come of what the stack shows. */
  #isClosed({ frame }: State, prefix: Prefix): boolean {
    if (frame === null) return prefix.isFound;
    const context = this.#contexts.of(frame);
    if (context === null) return false;
    const { graph } = this.#parts;
    const next = isBetweenNodes(frame) ? graph.from(context, frame.node) : graph.after(context, frame.node);
    return this.#trie.isClosed(prefix, next);
  }

  left(): null {
    return null;
  }

  sequenceOf(state: State): readonly Element[] {
    return this.#sequences.of(state).elements;
  }

  ended(state: State): boolean {
    if (state.completion?.kind !== 'cut') return this.#trie.found(this.#sequences.of(state));
    this.#hasSeen?.cut();
    return this.#trie.cut(this.#sequences.ofCut(state));
  }
}

/** What is not needed for every search is made when it is first asked for. */
export interface ExactParts {
  readonly sequences: PathSequences;
  readonly trie: SequenceTrie;
  readonly graph: NextAffected;
  readonly contexts: CallingContexts;
  readonly ahead: ChangeAhead;
  /** To what is affected. */
  readonly reach: Reach;
  /** To what the change can reach. */
  readonly changed: Reach;
  readonly seen: SeenStates;
}
