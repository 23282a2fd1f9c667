import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext } from './calling-context';
import { frameAt } from './frame-at';
import type { NextAffected } from './next-affected';
import type { Visit } from './pruning';
import type { Prefix, SequenceTrie } from './sequence-trie';
import { StateMap } from './state-map';

/** The sequences of affected nodes that the states of a search have come by. */
export class PathSequences {
  readonly #trie: SequenceTrie;
  readonly #graph: NextAffected;
  readonly #known = new StateMap<Sequence>();

  constructor(trie: SequenceTrie, graph: NextAffected) {
    this.#trie = trie;
    this.#graph = graph;
  }

  of(state: State): Prefix {
    const sequence = this.#known.get(state);
    if (sequence === undefined) return this.#trie.root;
    this.#settle(state, sequence);
    return sequence.prefix;
  }

  started(state: State): void {
    this.#known.set(state, { prefix: this.#trie.root, undecided: null });
  }

  forked(from: State, to: State): void {
    const { prefix, undecided } = this.#known.get(from) ?? { prefix: this.#trie.root, undecided: null };
    if (undecided === null) prefix.isShared = true;
    this.#known.set(to, { prefix, undecided });
  }

  visited(state: State, frame: Frame, context: CallingContext): void {
    const known = this.#known.get(state);
    if (known !== undefined && known.undecided !== null) this.#settle(state, known);
    const { node } = frame;
    if (!this.#graph.counts(context, node)) return;
    const sequence = known ?? { prefix: this.#trie.root, undecided: null };
    if (known === undefined) this.#known.set(state, sequence);
    if (this.#graph.decides(context, node)) sequence.undecided = { frame, context, node };
    else this.#extend(sequence, context, node, null);
  }

  #extend(sequence: Sequence, context: CallingContext, node: number, to: number | null): void {
    sequence.prefix = sequence.prefix.extended(this.#graph.element(context, node, to));
  }

  /** A condition has decided once its activation stands elsewhere. */
  #settle(state: State, sequence: Sequence): void {
    const visit = sequence.undecided;
    if (visit === null) return;
    const now = frameAt(state.frame, visit.frame.depth);
    if (now !== null && now.node === visit.node) return;
    sequence.undecided = null;
    if (now !== null) this.#extend(sequence, visit.context, visit.node, now.node);
  }
}

interface Sequence {
  prefix: Prefix;
  /** A node that decides, while it has not. */
  undecided: Visit | null;
}
