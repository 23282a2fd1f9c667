import type { Searcher } from './searcher';
import type { State } from './state';

/** Has no state to go on with once a path has ended, until states are added again, if only none. */
export class OnePathAtATime implements Searcher {
  readonly #states: Searcher;
  #isUnderWay = false;

  constructor(states: Searcher) {
    this.#states = states;
  }

  add(states: readonly State[]): void {
    this.#states.add(states);
    this.#isUnderWay = true;
  }

  next(): State | null {
    if (!this.#isUnderWay) return null;
    this.#isUnderWay = false;
    return this.#states.next();
  }

  pauses(state: State): boolean {
    return this.#states.pauses?.(state) === true;
  }

  get open(): number {
    return this.#states.open;
  }
}
