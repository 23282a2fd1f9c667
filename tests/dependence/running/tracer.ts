/** What a run showed: between points, which are labels of lines, or `in:` and the label of a function's first line. */
export interface Observed {
  /** A definition at the first point was read at the second, as `from -> to`. */
  readonly reads: ReadonlySet<string>;
  /** A call at a line entered the function of a line. */
  readonly calls: ReadonlySet<string>;
  /** What a line returned or yielded came to a line. */
  readonly returns: ReadonlySet<string>;
  /** An error thrown at a line was caught at a line. */
  readonly throws: ReadonlySet<string>;
}

/** One instance of a variable, and where it was last written. */
export interface Box {
  value: unknown;
  from: string;
}

/** Ends runs that would go on for long; no behaviour of the program. */
export class OutOfFuel extends Error {}

/** Deeper recursion ends with an error, as it does in the engine, only earlier. */
const depthLimit = 12;

/**
 * What instrumented programs call. It keeps, beside every variable, property and element, the line that wrote it last; a
 * program never sees it, so that nothing but its own reads and writes is observed.
 */
export class Tracer implements Observed {
  readonly reads = new Set<string>();
  readonly calls = new Set<string>();
  readonly returns = new Set<string>();
  readonly throws = new Set<string>();
  private readonly shadows = new WeakMap<object, Map<PropertyKey, Mark>>();
  private readonly pending: string[] = [];
  private thrownAt = '';
  private fuel: number;

  constructor(fuel: number) {
    this.fuel = fuel;
  }

  box(from: string, value: unknown): Box {
    return { value, from };
  }

  read(at: string, box: Box): unknown {
    this.reads.add(`${box.from} -> ${at}`);
    return box.value;
  }

  write(at: string, box: Box, value: unknown): unknown {
    box.from = at;
    box.value = value;
    return value;
  }

  /** A read of a property; of an accessor, its call. */
  get(at: string, object: object, key: PropertyKey): unknown {
    const value = this.call(at, () => (object as Record<PropertyKey, unknown>)[key]);
    this.note(at, object, key);
    return value;
  }

  set(at: string, object: object, key: PropertyKey, value: unknown): unknown {
    this.call(at, () => {
      (object as Record<PropertyKey, unknown>)[key] = value;
    });
    if (Object.hasOwn(object, key)) this.mark(at, object, key);
    return value;
  }

  remove(at: string, object: object, key: PropertyKey): void {
    delete (object as Record<PropertyKey, unknown>)[key];
    this.mark(at, object, key);
  }

  /** A new object or array, all of whose properties come from this line. */
  made<T>(at: string, object: T): T {
    if (typeof object !== 'object' || object === null) return object;
    for (const key of Object.keys(object)) this.mark(at, object, key, true);
    return object;
  }

  /** All properties of an object are read, as by a spread. */
  spread<T extends object>(at: string, object: T): T {
    for (const key of Object.keys(object)) this.note(at, object, key);
    return object;
  }

  push(at: string, list: unknown[], value: unknown): void {
    list.push(value);
    this.mark(at, list, String(list.length - 1));
  }

  sort(at: string, list: unknown[], compare: Callback): unknown[] {
    this.spread(at, list);
    // oxlint-disable-next-line unicorn/no-array-sort -- the list itself is sorted, as by the program
    this.call(at, () => list.sort(compare));
    return this.made(at, list);
  }

  map(at: string, list: unknown[], change: Callback): unknown[] {
    return this.made(
      at,
      this.call(at, () => this.spread(at, list).map(change)),
    );
  }

  filter(at: string, list: unknown[], keep: Callback): unknown[] {
    return this.made(
      at,
      this.call(at, () => this.spread(at, list).filter(keep)),
    );
  }

  copy(at: string, list: unknown[]): unknown[] {
    return this.made(at, [...this.spread(at, list)]);
  }

  assign(at: string, target: object, source: object): object {
    Object.assign(target, this.spread(at, source));
    for (const key of Object.keys(source)) this.mark(at, target, key);
    return target;
  }

  put(at: string, map: Map<unknown, unknown>, key: number, value: unknown): void {
    map.set(key, value);
    this.mark(at, map, String(key));
  }

  take(at: string, map: Map<unknown, unknown>, key: number): unknown {
    this.note(at, map, String(key));
    return map.get(key);
  }

  /** Runs a call of a line; functions that it enters were called there. */
  call<T>(at: string, run: () => T): T {
    this.pending.push(at);
    try {
      return run();
    } finally {
      this.pending.pop();
    }
  }

  enter(fn: string): void {
    if (this.fuel-- <= 0) throw new OutOfFuel();
    if (this.pending.length > depthLimit) throw new RangeError('too deep');
    const at = this.pending.at(-1);
    if (at !== undefined) this.calls.add(`${at} -> ${fn}`);
  }

  /** A value on its way back to whoever called. */
  give<T>(at: string, value: T): T {
    const to = this.pending.at(-1);
    if (to !== undefined) this.returns.add(`${at} -> ${to}`);
    return value;
  }

  *each(at: string, values: Iterable<unknown>): Generator<unknown> {
    const iterator = values[Symbol.iterator]();
    for (let index = 0; ; index++) {
      if (this.fuel-- <= 0) throw new OutOfFuel();
      const step = this.call(at, () => iterator.next());
      if (step.done === true) return;
      this.note(at, values, String(index));
      yield step.value;
    }
  }

  fail(at: string, error: unknown): never {
    this.thrownAt = at;
    throw error;
  }

  /** The value of a caught error; errors of the engine are thrown nowhere in the program. */
  caught(at: string, error: unknown): unknown {
    if (error instanceof OutOfFuel) throw error;
    if (error instanceof Thrown) this.throws.add(`${this.thrownAt} -> ${at}`);
    return error;
  }

  error(value: unknown): Thrown {
    return new Thrown(value);
  }

  private note(at: string, object: object, key: PropertyKey): void {
    const mark = this.shadows.get(object)?.get(String(key));
    // A node that makes an object and reads it at once does not depend on itself.
    if (mark === undefined || (mark.isNew && mark.from === at)) return;
    this.reads.add(`${mark.from} -> ${at}`);
  }

  private mark(from: string, object: object, key: PropertyKey, isNew = false): void {
    const known = this.shadows.get(object);
    if (known === undefined) this.shadows.set(object, new Map([[String(key), { from, isNew }]]));
    else known.set(String(key), { from, isNew });
  }
}

interface Mark {
  readonly from: string;
  readonly isNew: boolean;
}

type Callback = (...args: unknown[]) => number;

class Thrown {
  constructor(readonly n: unknown) {}
}
