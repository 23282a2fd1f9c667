import type { Closure } from '#symbolic/closure';
import type { HeapObject } from '#symbolic/heap-object';
import type { State } from '#symbolic/state';
import { isTerm, type Ref, type Value } from '#symbolic/value';
import { variablesAround } from '#symbolic/variables-around';

/** A function by its place in the source. */
export interface HeldFunction {
  readonly path: string;
  readonly fn: number;
}

const mostObjects = 20_000;

/** What a value leads to once modules are loaded: through properties, elements, entries, and variables around functions. */
export class HeldObjects {
  readonly functions: HeldFunction[] = [];
  readonly #state: State;
  readonly #seen = new Set<Ref>();
  readonly #isForTables: boolean;

  /** For tables, what is inherited counts, too, and the outside, with all that it gives, is taken to keep nothing of the program. */
  constructor(state: State, isForTables = false) {
    this.#state = state;
    this.#isForTables = isForTables;
  }

  has(ref: Ref): boolean {
    return this.#seen.has(ref);
  }

  /** False where something is met of which it cannot be told what it holds. */
  from(value: Value): boolean {
    if (!this.#meet(value)) return false;
    for (const ref of this.#seen) {
      const object = this.#state.heap.get(ref);
      if (object === undefined || this.#seen.size > mostObjects || !this.#lookInto(object)) return false;
    }
    return true;
  }

  #meet(value: Value | null | undefined): boolean {
    if (value === null || value === undefined || isTerm(value)) return true;
    switch (value.kind) {
      case 'undefined':
      case 'null':
      case 'unique':
        return true;
      case 'object':
        return this.#meetObject(value.ref);
      case 'guarded':
        return this.#meet(value.yes) && this.#meet(value.no);
      case 'input':
        return this.#isForTables;
    }
  }

  /** Objects of the language itself hold nothing of the program. */
  #meetObject(ref: Ref | null): boolean {
    if (ref !== null && ref > 0) this.#seen.add(ref);
    return true;
  }

  #lookInto({ properties, proto, internal, input }: HeapObject): boolean {
    if (input !== null && !this.#isForTables) return false;
    for (const [, property] of properties.sorted()) {
      if (property.kind === 'data' && !this.#meet(property.value)) return false;
      if (property.kind !== 'accessor') continue;
      this.#meetObject(property.get);
      this.#meetObject(property.set);
    }
    // A class has what its parent has.
    if (internal.kind === 'closure' || this.#isForTables) this.#meetObject(proto);
    return this.#lookIntoContents(internal);
  }

  #lookIntoContents(internal: HeapObject['internal']): boolean {
    switch (internal.kind) {
      case 'plain':
      case 'error':
      case 'builtin':
      case 'date':
      case 'regexp':
      case 'buffer':
      case 'view':
        return true;
      case 'array':
        return internal.elements.sorted().every(([, element]) => this.#meet(element));
      case 'map':
      case 'set':
        return internal.entries.every((entry) => this.#meet(entry?.key) && this.#meet(entry?.value));
      case 'closure':
        return this.#lookAround(internal.closure);
      case 'bound':
        this.#meetObject(internal.target);
        return this.#meet(internal.receiver) && internal.args.every((arg) => this.#meet(arg));
      case 'boxed':
        return this.#meet(internal.value);
      case 'outside':
        return this.#isForTables;
      default:
        // Weak collections, promises, generators, iterators and namespaces.
        return false;
    }
  }

  #lookAround(closure: Closure): boolean {
    const { module, fn, outer } = closure;
    this.functions.push({ path: module.path, fn: fn.index });
    // Variables of the module are looked at where they are named.
    const around = variablesAround(closure).map(({ cell }) => cell);
    const cells = outer === null ? around : [...around, outer.receiver];
    return cells.every((cell) => this.#meet(this.#state.cells.get(cell)));
  }
}
