import type { Contents, GeneratorEnd, Observed, ObservedObject } from './observed';
import { partsOf } from './observed-parts';

/**
 * Equal as far as behaviour goes: structurally, with NaN equal to NaN and −0 different from 0, errors by type and message.
 * Which objects are the same one, the order of keys, and properties of errors count only when `strict`. `within`: values that
 * these are parts of, where they lead to other parts of them.
 */
export function sameObserved(
  a: Observed,
  b: Observed,
  strict = false,
  within: readonly [Observed, Observed] = [a, b],
): boolean {
  return new Comparison(objectsOf(within[0]), objectsOf(within[1]), strict).same(a, b);
}

type Objects = ReadonlyMap<number, ObservedObject>;

class Comparison {
  readonly #left: Objects;
  readonly #right: Objects;
  readonly #strict: boolean;
  /** Pairs taken to be equal while their parts are compared, which is right for cycles; newest last. */
  readonly #assumed: string[] = [];
  readonly #isAssumed = new Set<string>();

  constructor(left: Objects, right: Objects, strict: boolean) {
    this.#left = left;
    this.#right = right;
    this.#strict = strict;
  }

  same(a: Observed, b: Observed): boolean {
    if (this.#strict && (a.kind === 'back' || b.kind === 'back')) {
      return a.kind === 'back' && b.kind === 'back' && a.id === b.id;
    }
    const left = a.kind === 'back' ? this.#left.get(a.id) : a;
    const right = b.kind === 'back' ? this.#right.get(b.id) : b;
    if (left === undefined || right === undefined) return left === right;
    switch (left.kind) {
      case 'primitive':
        return right.kind === 'primitive' && Object.is(left.value, right.value);
      case 'symbol':
        return (
          right.kind === 'symbol' && left.description === right.description && left.registered === right.registered
        );
      case 'function':
        // Functions are told apart by what they do when they are called.
        return right.kind === 'function' && (!this.#strict || left.name === right.name);
      case 'cut':
        return right.kind === 'cut' && left.what === right.what;
      case 'object':
        return right.kind === 'object' && this.#sameObject(left, right);
    }
  }

  #sameObject(a: ObservedObject, b: ObservedObject): boolean {
    const pair = `${a.id},${b.id}`;
    if (this.#isAssumed.has(pair)) return true;
    const mark = this.#assumed.length;
    this.#assumed.push(pair);
    this.#isAssumed.add(pair);
    const same =
      a.constructorName === b.constructorName &&
      this.#sameContents(a.contents, b.contents) &&
      ((a.contents.kind === 'error' && !this.#strict) || this.#sameProperties(a.properties, b.properties));
    // What was found equal on the way rested on this pair.
    if (!same) for (const rested of this.#assumed.splice(mark)) this.#isAssumed.delete(rested);
    return same;
  }

  #sameProperties(a: ObservedObject['properties'], b: ObservedObject['properties']): boolean {
    if (a.length !== b.length) return false;
    if (a.every(([key], i) => key === b[i]?.[0])) return this.#sameList(a.map(second), b.map(second));
    if (this.#strict) return false;
    const others = new Map(b);
    return a.every(([key, value]) => {
      const other = others.get(key);
      return other !== undefined && this.same(value, other);
    });
  }

  #sameContents(a: Contents, b: Contents): boolean {
    switch (a.kind) {
      case 'none':
        return b.kind === 'none';
      case 'array':
        return b.kind === 'array' && this.#sameList(a.elements, b.elements);
      case 'map':
        return (
          b.kind === 'map' &&
          this.#sameCollection(a.entries, b.entries, (x, y) => this.same(x[0], y[0]) && this.same(x[1], y[1]))
        );
      case 'set':
        return b.kind === 'set' && this.#sameCollection(a.values, b.values, (x, y) => this.same(x, y));
      case 'date':
        return b.kind === 'date' && Object.is(a.time, b.time);
      case 'regexp':
        return b.kind === 'regexp' && a.source === b.source && a.flags === b.flags && a.lastIndex === b.lastIndex;
      case 'error':
        return b.kind === 'error' && a.name === b.name && a.message === b.message;
      case 'boxed':
        return b.kind === 'boxed' && this.same(a.value, b.value);
      case 'binary':
        return (
          b.kind === 'binary' &&
          a.type === b.type &&
          a.elements.length === b.elements.length &&
          a.elements.every((element, i) => Object.is(element, b.elements[i]))
        );
      case 'promise':
        if (b.kind !== 'promise') return false;
        // What nobody has waited for may be anything.
        if (a.state === 'unknown' || b.state === 'unknown') return true;
        if (a.state !== b.state) return false;
        return 'value' in a && 'value' in b ? this.same(a.value, b.value) : true;
      case 'generator':
        return b.kind === 'generator' && this.#sameYields(a.values, b.values) && this.#sameEnd(a.end, b.end);
      case 'opaque':
        return b.kind === 'opaque' && a.tag === b.tag;
    }
  }

  #sameEnd(a: GeneratorEnd, b: GeneratorEnd): boolean {
    if (a.kind === 'returns') return b.kind === 'returns' && sameObserved(a.value, b.value, this.#strict);
    if (a.kind === 'throws') return b.kind === 'throws' && sameObserved(a.error, b.error, this.#strict);
    return b.kind === 'cut';
  }

  /** Each value of a generator was looked at by itself: its numbers are its own. */
  #sameYields(a: readonly Observed[], b: readonly Observed[]): boolean {
    return a.length === b.length && a.every((value, i) => sameObserved(value, b[i] ?? value, this.#strict));
  }

  #sameList(a: readonly (Observed | null)[], b: readonly (Observed | null)[]): boolean {
    if (a.length !== b.length) return false;
    return a.every((value, i) => {
      const other = b[i] ?? null;
      return value === null || other === null ? value === other : this.same(value, other);
    });
  }

  /** In any order unless `strict`: every member has a partner of its own. */
  #sameCollection<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
    if (a.length !== b.length) return false;
    const free = new Set(b.keys());
    return a.every((item, i) => {
      const candidates = this.#strict ? [i] : free.has(i) ? [i, ...free] : [...free];
      const partner = candidates.find((k) => same(item, b[k] as T));
      return partner !== undefined && free.delete(partner);
    });
  }
}

function second<T>(pair: readonly [string, T]): T {
  return pair[1];
}

function objectsOf(root: Observed): Objects {
  const objects = new Map<number, ObservedObject>();
  const waiting: Observed[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value.kind !== 'object') continue;
    objects.set(value.id, value);
    for (const part of partsOf(value)) waiting.push(part);
  }
  return objects;
}
