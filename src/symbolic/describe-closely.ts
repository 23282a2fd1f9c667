import { writtenKey } from './written-key';
import { printTerm } from '#smt/print-term';
import { asItIs, describeValue, type ReadTerm } from './describe-value';
import type { Entry, HeapObject, Property } from './heap-object';
import { placeOfParts } from './place-of-parts';
import type { World } from './machine';
import type { State } from './state';
import { isSymbolKey, isTerm, type Ref, type Value } from './value';

/** Objects inside of each other that are written out. */
const mostDepth = 16;

/**
 * A value of a path with all that can differ in it, where `describeValue` says no more than what it is: what is in collections, of
 * which class objects are, what was done to objects that were handed in.
 */
export function describeClosely(world: World, state: State, value: Value, read: ReadTerm = asItIs): string {
  return new CloseText(world, state, read).of(value, 0);
}

class CloseText {
  readonly #world: World;
  readonly #state: State;
  readonly #read: ReadTerm;
  readonly #open = new Set<Ref>();

  constructor(world: World, state: State, read: ReadTerm) {
    this.#world = world;
    this.#state = state;
    this.#read = read;
  }

  of(value: Value, depth: number): string {
    const open = this.#unfolded(value);
    const object = open.kind === 'object' ? this.#state.heap.get(open.ref) : undefined;
    if (open.kind !== 'object' || object === undefined)
      return describeValue(this.#world, this.#state, open, this.#read);
    if (this.#open.has(open.ref) || depth > mostDepth) return '…';
    this.#open.add(open.ref);
    try {
      return this.#object(open.ref, object, depth);
    } finally {
      this.#open.delete(open.ref);
    }
  }

  /** What an input turned out to be, and the side of a condition that is known to hold. */
  #unfolded(value: Value): Value {
    if (value.kind === 'input') {
      const ref = this.#state.inputObjects.get(value.location.id);
      return ref === undefined ? value : { kind: 'object', ref };
    }
    if (value.kind !== 'guarded') return value;
    const condition = this.#read(value.condition);
    return condition.kind === 'constant' ? this.#unfolded(condition.value === true ? value.yes : value.no) : value;
  }

  #object(ref: Ref, object: HeapObject, depth: number): string {
    const { internal } = object;
    const inside = (value: Value): string => this.of(value, depth + 1);
    const own = this.#ownParts(object, inside);
    switch (internal.kind) {
      case 'map':
      case 'set':
        return withParts(
          `new ${internal.kind === 'map' ? 'Map' : 'Set'}(${this.#entries(object, internal, inside)})`,
          own,
        );
      case 'date':
        return withParts(`new Date(${this.of(internal.time, depth)})`, own);
      case 'boxed':
        return withParts(`Object(${inside(internal.value)})`, own);
      case 'promise':
        if (internal.promise.kind === 'fulfilled') return `Promise.resolve(${inside(internal.promise.value)})`;
        return internal.promise.kind === 'rejected'
          ? `Promise.reject(${inside(internal.promise.reason)})`
          : 'a promise';
      case 'array':
        return withParts(this.#array(object, internal, inside), own);
      case 'plain':
      case 'arguments':
        return this.#plain(object, own);
      default:
        return withParts(describeValue(this.#world, this.#state, { kind: 'object', ref }, this.#read), own);
    }
  }

  #entries(
    { input }: HeapObject,
    { kind, entries }: { readonly kind: 'map' | 'set'; readonly entries: readonly (Entry | null)[] },
    inside: (value: Value) => string,
  ): string {
    const texts = entries.flatMap((entry) => {
      if (entry === null) return [];
      return kind === 'map' ? [`[${inside(entry.key)}, ${inside(entry.value)}]`] : [inside(entry.key)];
    });
    return `[${[...(input === null ? [] : [`...${placeOfParts(input).name}`]), ...texts].join(', ')}]`;
  }

  #array(
    { input }: HeapObject,
    { elements, length }: Extract<HeapObject['internal'], { kind: 'array' }>,
    inside: (value: Value) => string,
  ): string {
    if (input === null) {
      const count = length.kind === 'constant' ? Number(length.value) : elements.size;
      const texts = Array.from({ length: Math.min(count, mostElements) }, (_, index) => {
        const element = elements.get(index);
        return element === undefined ? '' : inside(element);
      });
      return `[${texts.join(', ')}${texts.at(-1) === '' ? ',' : ''}${count > texts.length ? ', …' : ''}]`;
    }
    const place = placeOfParts(input);
    const { name } = place;
    const written = elements.sorted().filter(([, value]) => value.kind !== 'input' || value.location.parent !== place);
    const texts = written.map(([index, value]) => `${index}: ${inside(value)}`);
    const resized =
      isTerm(length) && printTerm(length) !== `${name}.length` ? [`length: ${printTerm(this.#read(length))}`] : [];
    return withParts(name, [...texts, ...resized]);
  }

  #plain({ proto, input, internal }: HeapObject, own: readonly string[]): string {
    if (input !== null) {
      const { name } = placeOfParts(input);
      return own.length === 0 ? name : `{ ...${name}, ${own.join(', ')} }`;
    }
    const body = own.length === 0 ? '{}' : `{ ${own.join(', ')} }`;
    if (internal.kind === 'arguments') return `arguments ${body}`;
    if (proto === null) return withParts('Object.create(null)', own);
    const name = this.#className(proto);
    return name === null || name === 'Object' ? body : `${name} ${body}`;
  }

  /** Properties that the object did not come with, in order. */
  #ownParts({ properties, input, internal }: HeapObject, inside: (value: Value) => string): string[] {
    const isFunction = internal.kind === 'closure' || internal.kind === 'builtin' || internal.kind === 'bound';
    const place = input === null ? null : placeOfParts(input);
    const isOwn = (property: Property): boolean =>
      property.kind !== 'data' || property.value.kind !== 'input' || property.value.location.parent !== place;
    return [...properties.entries()]
      .flatMap(([id, property]) => {
        const key = this.#world.keys.textOf(id);
        if (isSymbolKey(key) || property.kind === 'absent' || (input !== null && !isOwn(property))) return [];
        if (property.kind === 'accessor' && key === 'stack') return [];
        if (property.kind === 'accessor') return [{ order: property.order, text: `get ${key}` }];
        const isShown = property.enumerable || (key === 'lastIndex' && internal.kind === 'regexp') || key === 'name';
        if (!isShown || isFunction) return [];
        return [{ order: property.order, text: `${writtenKey(key)}: ${inside(property.value)}` }];
      })
      .toSorted((a, b) => a.order - b.order)
      .map(({ text }) => text);
  }

  #className(proto: Ref): string | null {
    const { realm, keys } = this.#world;
    const known = realm.nameOf(proto);
    if (known !== null) return known.replace(/\.prototype$/, '');
    const constructor = this.#state.heap.get(proto)?.properties.get(keys.idOf('constructor'));
    if (constructor?.kind !== 'data' || constructor.value.kind !== 'object') return null;
    const internal = this.#state.heap.get(constructor.value.ref)?.internal;
    return internal?.kind === 'closure' ? (internal.closure.construction?.className ?? internal.closure.fn.name) : null;
  }
}

const mostElements = 100;

function withParts(text: string, parts: readonly string[]): string {
  return parts.length === 0 ? text : `Object.assign(${text}, { ${parts.join(', ')} })`;
}
