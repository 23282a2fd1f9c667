import type { Frame } from '#symbolic/frame';
import type { State } from '#symbolic/state';
import type { CallingContext } from './calling-context';
import { frameAt } from './frame-at';
import type { NextAffected } from './next-affected';
import { markBits } from './node-marks';
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

  /** Of a state that was cut short, maybe in the middle of a node. */
  ofCut(state: State): Prefix {
    const prefix = this.of(state);
    const visit = this.#known.get(state)?.undecided ?? null;
    if (visit === null || visit.decides) return prefix;
    return prefix.extended(this.#graph.element(visit.context, visit.node, null));
  }

  started(state: State): void {
    this.#known.set(state, { prefix: this.#trie.root, undecided: null });
  }

  forked(from: State, to: State): void {
    const { prefix, undecided } = this.#known.get(from) ?? { prefix: this.#trie.root, undecided: null };
    if (undecided === null) prefix.isShared = true;
    // What sets the states apart is not where the node goes on to.
    else if (!undecided.decides) undecided.isShared = true;
    this.#known.set(to, { prefix, undecided });
  }

  visited(state: State, frame: Frame, context: CallingContext): void {
    const known = this.#known.get(state);
    if (known !== undefined && known.undecided !== null) this.#settle(state, known);
    const { node } = frame;
    const marks = this.#graph.marks.inSequence(context, node);
    if ((marks & markBits.counts) === 0) return;
    const sequence = known ?? { prefix: this.#trie.root, undecided: null };
    if (known === undefined) this.#known.set(state, sequence);
    if ((marks & (markBits.decides | markBits.mayFail)) === 0) this.#extend(sequence, context, node, null);
    else {
      const decides = (marks & markBits.decides) !== 0;
      sequence.undecided = { depth: frame.depth, context, node, decides, isShared: false };
    }
  }

  #extend(sequence: Sequence, context: CallingContext, node: number, to: number | null): void {
    sequence.prefix = sequence.prefix.extended(this.#graph.element(context, node, to));
  }

  /** A node has decided, or has raised no error, once its activation stands elsewhere. */
  #settle(state: State, sequence: Sequence): void {
    const visit = sequence.undecided;
    if (visit === null) return;
    const now = frameAt(state.frame, visit.depth);
    if (now !== null && now.node === visit.node) return;
    sequence.undecided = null;
    const { context, node, decides } = visit;
    if (!decides) {
      const fails = now !== null && now.node === this.#graph.waysOf(context, node).error;
      this.#extend(sequence, context, node, fails ? now.node : null);
    } else if (now !== null) this.#extend(sequence, context, node, now.node);
    if (visit.isShared) sequence.prefix.isShared = true;
  }
}

interface Sequence {
  prefix: Prefix;
  /** A node that decides or may fail, while it is being executed. */
  undecided: Undecided | null;
}

interface Undecided {
  /** Of its frame. */
  readonly depth: number;
  readonly context: CallingContext;
  readonly node: number;
  readonly decides: boolean;
  /** Several states are in it. */
  isShared: boolean;
}
