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
  const stack: State[] = [];
  return {
    add: (states) => stack.push(...states.toReversed()),
    next: () => stack.pop() ?? null,
    get open() {
      return stack.length;
    },
  };
}

/** Breadth first: short paths before long ones. */
export function breadthFirst(): Searcher {
  let queue: State[] = [];
  let head = 0;
  return {
    add: (states) => queue.push(...states),
    next() {
      const state = queue[head++] ?? null;
      if (head > 1024 && head * 2 > queue.length) {
        queue = queue.slice(head);
        head = 0;
      }
      return state;
    },
    get open() {
      return Math.max(0, queue.length - head);
    },
  };
}
