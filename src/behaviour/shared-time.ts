/** Of the comparison of a change. */
export interface TimeOfChange {
  /** Milliseconds. */
  readonly timeLeft: () => number;
  readonly isOver: () => boolean;
  readonly now: () => number;
}

/** Whether the time of a task is up, and whether that for its search is. */
export interface TaskTime {
  /** For the search. */
  readonly expired: () => boolean;
  readonly isOver: () => boolean;
}

/** Time that some tasks share: each may take what is left divided by those that are left. */
export class SharedTime {
  readonly #now: () => number;
  readonly #end: number;
  #left: number;

  constructor(budgetMs: number, tasks: number, now: () => number) {
    this.#now = now;
    this.#end = now() + budgetMs;
    this.#left = tasks;
  }

  next(): TaskTime {
    const now = this.#now();
    const share = Math.max(leastMs, Math.max(0, this.#end - now) / Math.max(1, this.#left--));
    const end = Math.min(this.#end, now + share);
    const searchEnd = Math.min(end, now + share * shareForSearch);
    return { expired: () => this.#now() > searchEnd, isOver: () => this.#now() > end };
  }
}

const leastMs = 1_000;
const shareForSearch = 0.7;

/** How long the solver is waited for, by how much time there is for each of so many functions. */
export function patienceMs(budgetMs: number, functions: number): number {
  return Math.min(mostPatienceMs, Math.max(leastPatienceMs, budgetMs / (5 * (functions + 1))));
}

const leastPatienceMs = 250;
const mostPatienceMs = 2_000;
