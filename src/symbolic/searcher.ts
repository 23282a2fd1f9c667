import type { State } from './state';

/** Chooses which of the open states is gone on with. */
export interface Searcher {
  /** States that came out of one fork, the one to prefer first. */
  add(states: readonly State[]): void;
  /** Null when no state is left that is worth going on with. */
  next(): State | null;
  readonly open: number;
  /** Whether a state must wait here for the others. */
  pauses?(state: State): boolean;
}

/** Depth first: a path is followed to its end before the last decision on it is taken the other way. */
export function depthFirst(): Searcher {
  return new DepthFirst();
}

/**
 * Depth first inside of nodes, too: of the states that one node has made, those that decided last otherwise come first. Where a node
 * looks at one list after the other (`[...a, ...b]`), all lengths of the second come before the first one grows.
 */
export function lastDecisionFirst(): Searcher {
  return new LastDecisionFirst();
}

/** Breadth first: short paths before long ones. */
export function breadthFirst(): Searcher {
  return new BreadthFirst();
}

class DepthFirst implements Searcher {
  readonly #stack: State[] = [];

  add(states: readonly State[]): void {
    this.#stack.push(...states.toReversed());
  }

  next(): State | null {
    return this.#stack.pop() ?? null;
  }

  get open(): number {
    return this.#stack.length;
  }
}

class LastDecisionFirst extends DepthFirst {
  override add([first, ...others]: readonly State[]): void {
    const latest = others.toSorted((a, b) => decisionsOf(b) - decisionsOf(a));
    super.add(first === undefined ? latest : [first, ...latest]);
  }
}

function decisionsOf({ frame }: State): number {
  return frame?.progress.decisions.length ?? 0;
}

class BreadthFirst implements Searcher {
  #queue: State[] = [];
  #head = 0;

  add(states: readonly State[]): void {
    this.#queue.push(...states);
  }

  next(): State | null {
    const state = this.#queue[this.#head++] ?? null;
    if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    return state;
  }

  get open(): number {
    return Math.max(0, this.#queue.length - this.#head);
  }
}
