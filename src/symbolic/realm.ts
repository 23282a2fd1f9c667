import { PersistentMap } from '#core/persistent-map';
import { invariant } from '#core/diagnostics';
import type { Terms } from '#smt/terms';
import type { HeapObject, Internal, Property } from './heap-object';
import type { Keys } from './keys';
import { languageGlobals, hiddenIntrinsics } from './language-globals';
import { nullValue, objectValue, undefinedValue, wellKnownSymbol, type Ref, type Value } from './value';

type Host = object;

/**
 * The objects of the language itself, as the engine has them: mirrored when first looked at, with the same
 * properties, prototypes, names and attributes. Their functions are known by name, such as `Array.prototype.map`.
 */
export class Realm {
  readonly #terms: Terms;
  readonly #keys: Keys;
  readonly #names = new Map<Host, string>();
  readonly #hosts: Host[] = [];
  readonly #refs = new Map<Host, Ref>();
  readonly #byName = new Map<string, Ref>();
  readonly #mirrored = new Map<Ref, HeapObject>();
  readonly #symbols = new Map<symbol, string>();
  /** The global object, with what the language puts there. */
  readonly global: Ref;

  constructor(terms: Terms, keys: Keys) {
    this.#terms = terms;
    this.#keys = keys;
    for (const name of Object.getOwnPropertyNames(Symbol)) {
      const symbol: unknown = Reflect.get(Symbol, name);
      if (typeof symbol === 'symbol') this.#symbols.set(symbol, wellKnownSymbol(name));
    }
    this.#nameAll();
    const globals: Host = Object.create(Object.prototype) as Host;
    for (const name of languageGlobals) {
      const attributes = Object.getOwnPropertyDescriptor(globalThis, name);
      if (attributes !== undefined) Object.defineProperty(globals, name, { ...attributes, configurable: true });
    }
    Object.defineProperty(globals, 'globalThis', { value: globals, writable: true, configurable: true });
    this.#names.set(globals, 'globalThis');
    this.global = this.#refOf(globals);
  }

  /** An object of the language by its name: `Array.prototype`. */
  ref(name: string): Ref {
    const ref = this.#byName.get(name);
    invariant(ref !== undefined, `the language has ${name}`);
    return ref;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  value(name: string): Value {
    return objectValue(this.ref(name));
  }

  /** The engine's own object, to run one of its functions on plain values. */
  host(ref: Ref): object | null {
    return this.#hosts[-ref - 1] ?? null;
  }

  nameOf(ref: Ref): string | null {
    const host = this.host(ref);
    return host === null ? null : (this.#names.get(host) ?? null);
  }

  object(ref: Ref): HeapObject {
    const known = this.#mirrored.get(ref);
    if (known !== undefined) return known;
    const host = this.host(ref);
    invariant(host !== null, 'an object is in the heap or of the language');
    const mirrored = this.#mirror(host);
    this.#mirrored.set(ref, mirrored);
    return mirrored;
  }

  /** The key under which a symbol of the engine is a property here. */
  keyOfSymbol(symbol: symbol): string | null {
    return this.#symbols.get(symbol) ?? null;
  }

  #mirror(host: Host): HeapObject {
    let properties = PersistentMap.empty<Property>();
    let order = 0;
    for (const key of Reflect.ownKeys(host)) {
      const text = typeof key === 'symbol' ? this.keyOfSymbol(key) : key;
      const attributes = Object.getOwnPropertyDescriptor(host, key);
      if (text === null || attributes === undefined) continue;
      const property = this.#property(attributes, order++);
      if (property !== null) properties = properties.set(this.#keys.idOf(text), property);
    }
    const proto: Host | null = Object.getPrototypeOf(host) as Host | null;
    return {
      proto: proto === null ? null : this.#refOf(proto),
      properties,
      nextOrder: order,
      extensible: true,
      internal: this.#internalOf(host),
      input: null,
    };
  }

  #property(attributes: PropertyDescriptor, order: number): Property | null {
    const { enumerable = false, configurable = false } = attributes;
    if (attributes.get !== undefined || attributes.set !== undefined) {
      const get = attributes.get === undefined ? null : this.#refOf(attributes.get);
      const set = attributes.set === undefined ? null : this.#refOf(attributes.set);
      return { kind: 'accessor', get, set, enumerable, configurable, order };
    }
    const value = this.#valueOf(attributes.value);
    if (value === null) return null;
    return { kind: 'data', value, writable: attributes.writable ?? false, enumerable, configurable, order };
  }

  #valueOf(value: unknown): Value | null {
    switch (typeof value) {
      case 'undefined':
        return undefinedValue;
      case 'boolean':
      case 'number':
      case 'string':
      case 'bigint':
        return this.#terms.constant(value);
      case 'symbol': {
        const key = this.keyOfSymbol(value);
        return key === null ? null : { kind: 'unique', key, description: value.description ?? null };
      }
      case 'function':
        return objectValue(this.#refOf(value));
      case 'object':
        return value === null ? nullValue : objectValue(this.#refOf(value));
    }
  }

  #internalOf(host: Host): Internal {
    if (typeof host === 'function') {
      return { kind: 'builtin', name: this.#names.get(host) ?? host.name, constructs: isConstructor(host) };
    }
    if (host === Array.prototype) {
      return { kind: 'array', elements: PersistentMap.empty(), length: this.#terms.constant(0), frozen: false };
    }
    if (host === Boolean.prototype) return { kind: 'boxed', value: this.#terms.false };
    if (host === Number.prototype) return { kind: 'boxed', value: this.#terms.constant(0) };
    if (host === String.prototype) return { kind: 'boxed', value: this.#terms.constant('') };
    return { kind: 'plain' };
  }

  #refOf(host: Host): Ref {
    const known = this.#refs.get(host);
    if (known !== undefined) return known;
    this.#hosts.push(host);
    const ref = -this.#hosts.length;
    this.#refs.set(host, ref);
    return ref;
  }

  /** Names are given breadth first, so that each object has the shortest. */
  #nameAll(): void {
    const open: [string, Host][] = [];
    const meet = (name: string, value: unknown): void => {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || this.#names.has(value))
        return;
      this.#names.set(value, name);
      this.#byName.set(name, this.#refOf(value));
      open.push([name, value]);
    };
    for (const name of languageGlobals) meet(name, Reflect.get(globalThis, name));
    for (const [name, host] of hiddenIntrinsics()) meet(name, host);
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const [name, host] = next;
      for (const key of Reflect.ownKeys(host)) {
        const attributes = Object.getOwnPropertyDescriptor(host, key);
        const text = typeof key === 'symbol' ? `${name}[${key.description ?? ''}]` : `${name}.${key}`;
        if (attributes === undefined || key === 'constructor') continue;
        meet(text, attributes.value);
        meet(`get ${text}`, attributes.get);
        meet(`set ${text}`, attributes.set);
      }
    }
  }
}

function isConstructor(host: Host): boolean {
  try {
    Reflect.construct(Object, [], host as new () => unknown);
    return true;
  } catch {
    return false;
  }
}
