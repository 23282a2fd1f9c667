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
