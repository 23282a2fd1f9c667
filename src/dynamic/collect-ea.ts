import { EXIT, RETURN } from './events';

/** When each function first and last ran in one execution; 0 is ⊥, that it did not. */
export interface ExecuteAfterSequence {
  readonly first: Float64Array;
  readonly last: Float64Array;
}

/**
 * CollectEA (EAT, Fig. 3): fed with the events of one execution, in their order. `returned` is the event that Section 2.3 adds for
 * executions that run at the same time.
 */
export class CollectEa implements ExecuteAfterSequence {
  first: Float64Array;
  last: Float64Array;
  #counter = 1;

  constructor(functionCount = 16) {
    this.first = new Float64Array(functionCount);
    this.last = new Float64Array(functionCount);
  }

  /** The time of the next event. */
  get counter(): number {
    return this.#counter;
  }

  entered(entry: number): void {
    if (entry >= this.first.length) this.#grow(entry);
    if (this.first[entry] === 0) this.first[entry] = this.#counter;
    this.last[entry] = this.#counter++;
  }

  /** Control is back in the function: after a call, in a handler or `finally`, after `await` or `yield`. */
  returnedInto(caller: number): void {
    if (caller >= this.last.length) this.#grow(caller);
    this.last[caller] = this.#counter++;
  }

  returned(callee: number): void {
    this.returnedInto(callee);
  }

  #grow(largest: number): void {
    const length = Math.max(largest + 1, this.first.length * 2);
    const { first, last } = this;
    this.first = new Float64Array(length);
    this.last = new Float64Array(length);
    this.first.set(first);
    this.last.set(last);
  }
}

/** From a whole-path trace: a return leads into the function below on the stack. */
export function collectFromTrace(events: Int32Array, functionCount?: number): CollectEa {
  const collected = new CollectEa(functionCount);
  const stack: number[] = [];
  for (const event of events) {
    if (event === EXIT) break;
    if (event === RETURN) {
      stack.pop();
      const caller = stack.at(-1);
      if (caller !== undefined) collected.returnedInto(caller);
    } else {
      stack.push(event);
      collected.entered(event);
    }
  }
  return collected;
}
