import { createHash } from 'node:crypto';
import { types } from 'node:util';
import { observationLimits, type ObservationLimits, type Contents, type Observed, type Primitive } from '../observed';

/** What became of promises that were waited for. */
export type PromiseStates = WeakMap<
  object,
  { readonly state: 'pending' | 'fulfilled' | 'rejected'; readonly value: unknown }
>;

// Taken before the program runs: what it does to the built-ins must not change what is seen.
const { getOwnPropertyDescriptor, getPrototypeOf } = Object;
const { ownKeys, apply } = Reflect;
const { isArray } = Array;
const mapForEach = Map.prototype.forEach;
const setForEach = Set.prototype.forEach;
const dateGetTime = Date.prototype.getTime;
const typedArray: object = getPrototypeOf(Uint8Array.prototype);
const typedArrayLength = getterOf(typedArray, 'length');
const typedArrayTag = getterOf(typedArray, Symbol.toStringTag);
const bufferBytes = getterOf(ArrayBuffer.prototype, 'byteLength');
const sharedBytes = getterOf(SharedArrayBuffer.prototype, 'byteLength');
const viewBuffer = getterOf(DataView.prototype, 'buffer');
const viewOffset = getterOf(DataView.prototype, 'byteOffset');
const viewLength = getterOf(DataView.prototype, 'byteLength');
const regexpSource = getterOf(RegExp.prototype, 'source');
const regexpFlags = getterOf(RegExp.prototype, 'flags');
const symbolDescription = getterOf(Symbol.prototype, 'description');
const { keyFor } = Symbol;
const unbox = [Number.prototype, String.prototype, Boolean.prototype, BigInt.prototype, Symbol.prototype].map(
  (prototype) => prototype.valueOf as (this: unknown) => unknown,
);

function observedSymbol(value: symbol): Observed {
  const description = (apply(symbolDescription, value, []) as string | undefined) ?? null;
  return { kind: 'symbol', description, ...(keyFor(value) === undefined ? {} : { registered: true }) };
}

/** Where what becomes of a promise is to be put. */
interface OpenPromise {
  readonly promise: object;
  readonly depth: number;
  readonly contents: Contents;
}

/** Looks at one value after the other; objects are numbered anew for each. */
export class Observer {
  /** False once something was too large to be looked at. */
  complete = true;
  /** True once a property was left out because it is computed when it is asked for. */
  hasAccessors = false;
  #states: PromiseStates | null;
  readonly #limits: ObservationLimits;
  readonly #open: OpenPromise[] = [];
  #ids = new Map<object, number>();
  #count = 0;
  #left = 0;

  constructor(states: PromiseStates | null = null, limits: ObservationLimits = observationLimits) {
    this.#states = states;
    this.#limits = limits;
  }

  /** Promises that were met and whose state was not known. */
  get unsettled(): readonly object[] {
    return this.#open.map(({ promise }) => promise);
  }

  /** Puts into the value observed last what has become of the promises in it. */
  fillIn(states: PromiseStates): void {
    this.#states = states;
    // Objects may have changed since.
    this.#ids = new Map();
    for (const { promise, depth, contents } of this.#open.splice(0)) {
      Object.assign(contents, this.#promise(promise, depth));
    }
  }

  observe(value: unknown): Observed {
    this.#ids = new Map();
    this.#count = 0;
    this.#left = this.#limits.values;
    return this.#value(value, 0);
  }

  #value(value: unknown, depth: number): Observed {
    if (--this.#left < 0) return this.#cut('more values');
    switch (typeof value) {
      case 'string':
        return value.length > this.#limits.length ? this.#longString(value) : { kind: 'primitive', value };
      case 'symbol':
        return observedSymbol(value);
      case 'function':
        return { kind: 'function', name: nameOf(value) };
      case 'object':
        return value === null ? { kind: 'primitive', value } : this.#object(value, depth);
      default:
        return { kind: 'primitive', value: value as Primitive };
    }
  }

  #object(value: object, depth: number): Observed {
    const seen = this.#ids.get(value);
    if (seen !== undefined) return { kind: 'back', id: seen };
    if (depth >= this.#limits.depth) return this.#cut('deeper objects');
    const id = this.#count++;
    this.#ids.set(value, id);
    if (types.isProxy(value)) {
      return {
        kind: 'object',
        id,
        constructorName: 'Proxy',
        contents: { kind: 'opaque', tag: 'Proxy' },
        properties: [],
      };
    }
    const contents = this.#contents(value, depth + 1);
    // Listing the keys of a huge array takes more memory than the array.
    const properties = this.#left < 0 || isHuge(contents) ? [] : this.#properties(value, contents, depth + 1);
    return { kind: 'object', id, constructorName: constructorOf(value), contents, properties };
  }

  #properties(value: object, contents: Contents, depth: number): [string, Observed][] {
    const skipIndices = hasIndices(contents);
    const properties: [string, Observed][] = [];
    for (const key of ownKeys(value)) {
      if (typeof key !== 'string' || (skipIndices && isIndex(key))) continue;
      // The engine writes it when it is first asked for, with a function that the program may have given.
      if (contents.kind === 'error' && key === 'stack') continue;
      const descriptor = getOwnPropertyDescriptor(value, key);
      if (descriptor?.enumerable === true && !('value' in descriptor)) this.hasAccessors = true;
      if (descriptor?.enumerable !== true || !('value' in descriptor)) continue;
      if (this.#left < 0) {
        properties.push([key, this.#cut('more values')]);
        break;
      }
      properties.push([key, this.#value(descriptor.value, depth)]);
    }
    return properties;
  }

  #contents(value: object, depth: number): Contents {
    if (isArray(value)) return { kind: 'array', elements: this.#elements(value, depth) };
    if (types.isNativeError(value)) return this.#error(value);
    if (types.isMap(value)) return { kind: 'map', entries: this.#entries(value, depth) };
    if (types.isSet(value)) return { kind: 'set', values: this.#values(value, depth) };
    if (types.isDate(value)) return { kind: 'date', time: apply(dateGetTime, value, []) };
    if (types.isRegExp(value)) return regexpOf(value);
    if (types.isPromise(value)) return this.#promise(value, depth);
    if (types.isBoxedPrimitive(value)) return { kind: 'boxed', value: this.#value(unboxed(value), depth) };
    if (types.isTypedArray(value) || types.isAnyArrayBuffer(value) || types.isDataView(value))
      return this.#binary(value);
    const tag = opaqueTag(value);
    return tag === null ? { kind: 'none' } : { kind: 'opaque', tag };
  }

  #elements(array: readonly unknown[], depth: number): (Observed | null)[] {
    const elements: (Observed | null)[] = [];
    for (let i = 0; i < array.length; i++) {
      const descriptor = getOwnPropertyDescriptor(array, i);
      if (this.#left-- < 0) {
        elements.push(this.#cut(`an array of ${array.length} elements`));
        break;
      }
      if (descriptor === undefined) elements.push(null);
      else if ('value' in descriptor) elements.push(this.#value(descriptor.value, depth));
      else elements.push(this.#cut('an accessor'));
    }
    return elements;
  }

  #entries(map: object, depth: number): [Observed, Observed][] {
    const entries: [Observed, Observed][] = [];
    apply(mapForEach, map, [
      (value: unknown, key: unknown) => {
        if (this.#left >= 0) entries.push([this.#value(key, depth), this.#value(value, depth)]);
      },
    ]);
    return entries;
  }

  #values(set: object, depth: number): Observed[] {
    const values: Observed[] = [];
    apply(setForEach, set, [
      (value: unknown) => {
        if (this.#left >= 0) values.push(this.#value(value, depth));
      },
    ]);
    return values;
  }

  #error(value: object): Contents {
    return { kind: 'error', name: this.#text(value, 'name'), message: this.#text(value, 'message') };
  }

  #text(value: object, key: string): string {
    const found = inherited(value, key);
    if (typeof found !== 'string') return '';
    if (found.length <= this.#limits.length) return found;
    this.complete = false;
    return found.slice(0, this.#limits.length);
  }

  #promise(value: object, depth: number): Contents {
    const known = this.#states?.get(value);
    if (known === undefined) {
      const contents: Contents = { kind: 'promise', state: 'unknown' };
      this.#open.push({ promise: value, depth, contents });
      return contents;
    }
    if (known.state === 'pending') return { kind: 'promise', state: 'pending' };
    return { kind: 'promise', state: known.state, value: this.#value(known.value, depth) };
  }

  #binary(value: object): Contents {
    const array = bytesOf(value);
    const length: number = apply(typedArrayLength, array, []);
    const most = length < this.#limits.length ? length : this.#limits.length;
    if (most < length) this.complete = false;
    const elements: (number | bigint)[] = [];
    for (let i = 0; i < most; i++) elements.push(array[i] as number | bigint);
    return { kind: 'binary', type: binaryType(value), elements };
  }

  #longString(value: string): Observed {
    const digest = createHash('sha256').update(value).digest('hex').slice(0, 16);
    return this.#cut(`a string of ${value.length} characters, ${digest}`);
  }

  #cut(what: string): Observed {
    this.complete = false;
    return { kind: 'cut', what };
  }
}

/** An own or inherited data property; accessors are not run, and a proxy in the chain ends it. */
export function inherited(value: object, key: PropertyKey): unknown {
  for (let at: object | null = value; at !== null && !types.isProxy(at); at = getPrototypeOf(at)) {
    const descriptor = getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return 'value' in descriptor ? descriptor.value : undefined;
  }
  return undefined;
}

function constructorOf(value: object): string | null {
  const prototype: object | null = getPrototypeOf(value);
  if (prototype === null || types.isProxy(prototype)) return null;
  const found = inherited(prototype, 'constructor');
  // The clock that the program sees stands in for the constructor of dates.
  if (types.isDate(value) && typeof found === 'function' && types.isProxy(found)) return 'Date';
  return typeof found === 'function' ? nameOf(found) : null;
}

function nameOf(value: object): string {
  if (types.isProxy(value)) return '';
  const name = getOwnPropertyDescriptor(value, 'name')?.value;
  // What the compiled module calls the function without a name that it exports.
  if (name === '__vite_ssr_export_default__') return 'default';
  return typeof name === 'string' ? name : '';
}

function regexpOf(value: object): Contents {
  const lastIndex: unknown = getOwnPropertyDescriptor(value, 'lastIndex')?.value;
  return {
    kind: 'regexp',
    source: apply(regexpSource, value, []),
    flags: apply(regexpFlags, value, []),
    lastIndex: typeof lastIndex === 'number' ? lastIndex : 0,
  };
}

function unboxed(value: object): unknown {
  for (const valueOf of unbox) {
    try {
      return apply(valueOf, value, []);
    } catch {
      // It is a box of another type.
    }
  }
  return undefined;
}

function bytesOf(value: object): ArrayLike<unknown> {
  if (types.isTypedArray(value)) return value as ArrayLike<unknown>;
  if (!types.isDataView(value))
    return new Uint8Array(
      value as ArrayBuffer,
      0,
      apply(types.isSharedArrayBuffer(value) ? sharedBytes : bufferBytes, value, []),
    );
  return new Uint8Array(apply(viewBuffer, value, []), apply(viewOffset, value, []), apply(viewLength, value, []));
}

function binaryType(value: object): string {
  if (types.isTypedArray(value)) return apply(typedArrayTag, value, []);
  if (types.isDataView(value)) return 'DataView';
  return types.isSharedArrayBuffer(value) ? 'SharedArrayBuffer' : 'ArrayBuffer';
}

function opaqueTag(value: object): string | null {
  if (types.isWeakMap(value)) return 'WeakMap';
  if (types.isWeakSet(value)) return 'WeakSet';
  if (types.isGeneratorObject(value)) return 'Generator';
  if (types.isMapIterator(value)) return 'Map Iterator';
  if (types.isSetIterator(value)) return 'Set Iterator';
  if (types.isModuleNamespaceObject(value)) return 'Module';
  if (types.isArgumentsObject(value)) return 'Arguments';
  return types.isExternal(value) ? 'External' : null;
}

function hasIndices({ kind }: Contents): boolean {
  return kind === 'array' || kind === 'binary' || kind === 'boxed';
}

function isHuge(contents: Contents): boolean {
  return contents.kind === 'binary' && contents.elements.length >= observationLimits.length;
}

function isIndex(key: string): boolean {
  const number = Number(key);
  return Number.isInteger(number) && number >= 0 && number < 2 ** 32 - 1 && String(number) === key;
}

function getterOf(owner: object, key: PropertyKey): (this: unknown) => never {
  const get = getOwnPropertyDescriptor(owner, key)?.get;
  if (get === undefined) throw new Error(`invariant: the engine has a getter ${String(key)}`);
  return get as (this: unknown) => never;
}
