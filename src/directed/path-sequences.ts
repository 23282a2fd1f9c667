import type { State } from '#symbolic/state';
import { frameAt } from './frame-at';
import type { NextAffected } from './next-affected';
import type { Visit } from './pruning';
import type { Prefix, SequenceTrie } from './sequence-trie';

/** The sequences of affected nodes that the states of a search have come by. */
export class PathSequences {
  readonly #trie: SequenceTrie;
  readonly #graph: NextAffected;
  readonly #of = new WeakMap<State, Prefix>();
  readonly #undecided = new WeakMap<State, Visit>();

  constructor(trie: SequenceTrie, graph: NextAffected) {
    this.#trie = trie;
    this.#graph = graph;
  }

  of(state: State): Prefix {
    return this.#of.get(this.#settled(state)) ?? this.#trie.root;
  }

  started(state: State): void {
    this.#of.set(state, this.#trie.root);
  }

  forked(from: State, to: State): void {
    this.#of.set(to, this.#of.get(from) ?? this.#trie.root);
    const undecided = this.#undecided.get(from);
    if (undecided !== undefined) this.#undecided.set(to, undecided);
  }

  visited(state: State, visit: Visit): void {
    this.#settled(state);
    const { context, node } = visit;
    if (!this.#graph.counts(context, node)) return;
    if (this.#graph.decides(context, node)) this.#undecided.set(state, visit);
    else this.#extend(state, visit, null);
  }

  #extend(state: State, { context, node }: Visit, to: number | null): void {
    const prefix = this.#of.get(state) ?? this.#trie.root;
    this.#of.set(state, this.#trie.extended(prefix, this.#graph.element(context, node, to)));
  }

  /** A condition has decided once its activation stands elsewhere. */
  #settled(state: State): State {
    const visit = this.#undecided.get(state);
    if (visit === undefined) return state;
    const now = frameAt(state.frame, visit.frame.depth);
    if (now !== null && now.node === visit.node) return state;
    this.#undecided.delete(state);
    if (now !== null) this.#extend(state, visit, now.node);
    return state;
  }
}
