import type { Closure } from '#symbolic/closure';
import type { FunctionInputs, ParamInput } from '#symbolic/input-type';
import type { LaterCallee } from '#replay/later-call';

/** Inputs of later calls, under names that nothing else has: places of the input are told apart by their names. */
export class LaterInputs {
  readonly #inputsOf: (first: Closure, second: Closure) => FunctionInputs | null;
  readonly #taken: Set<string>;
  readonly #known = new Map<string, FunctionInputs | null>();

  constructor(inputsOf: (first: Closure, second: Closure) => FunctionInputs | null, taken: ReadonlySet<string>) {
    this.#inputsOf = inputsOf;
    this.#taken = new Set(taken);
  }

  /** The same inputs whenever a function is called at the same point; null when they are not known. */
  of(first: Closure, second: Closure, point: string, how: LaterCallee['how']): FunctionInputs | null {
    const key = `${point}\n${idOf(first)}\n${idOf(second)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#inputsOf(first, second);
    const own = found === null ? null : this.#renamed(found, how);
    this.#known.set(key, own);
    return own;
  }

  #renamed(inputs: FunctionInputs, how: LaterCallee['how']): FunctionInputs {
    const params =
      how === 'get' ? [] : inputs.params.map((param): ParamInput => ({ ...param, name: this.free(param.name) }));
    return { params, receiver: null, preconditions: [], widened: inputs.widened };
  }

  /** A name that nothing has. */
  free(wanted: string): string {
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}${number}`;
    this.#taken.add(name);
    return name;
  }
}

function idOf({ module, fn }: Closure): string {
  return `${module.path}#${fn.index}`;
}
