import type { State } from '#symbolic/state';

/** What is known of states, for as long as they live. A state is asked for many times before the next one is. */
export class StateMap<Known extends object> {
  readonly #known = new WeakMap<State, Known>();
  #lastState: State | null = null;
  #last: Known | undefined;

  get(state: State): Known | undefined {
    if (state === this.#lastState) return this.#last;
    this.#lastState = state;
    this.#last = this.#known.get(state);
    return this.#last;
  }

  set(state: State, known: Known): void {
    this.#known.set(state, known);
    if (state === this.#lastState) this.#last = known;
  }
}
