import { places, wellKnown } from '#ir/facts';
import type { Access, FlowNode } from './function-nodes';
import { pushTo } from './multi-map';

/**
 * Def and Use of one function (DiSE Def. 3.6 and 3.7), over places instead of names. Two field places are one place
 * when their objects and properties can be the same: any two objects of which nothing is known, with properties of one
 * name. An index or computed key may be any property of its object, but is told from the named properties of objects of
 * which nothing is known: that, and no more, is left to points-to sets.
 */
export class PlaceIndex {
  readonly #aliasing: Aliasing;
  readonly #places = new Map<number, Place>();
  /** Places of fields by their property, those that somebody reads and those that somebody writes: a table of data has thousands that nobody reads. */
  readonly #fields = { readers: new Map<number, Place[]>(), writers: new Map<number, Place[]>() };

  constructor(nodes: readonly FlowNode[], aliasing: Aliasing = byVariable) {
    this.#aliasing = aliasing;
    for (const node of nodes) {
      for (const access of node.accesses) {
        if (isIndexed(access.kind)) this.#enter(access, node.index);
      }
    }
  }

  /** The places that an access may mean, and that are read or written somewhere. */
  meeting(access: Access, side: Side): readonly Place[] {
    if (access.kind !== places.field) {
      const same = this.#places.get(keyOf(access));
      return same === undefined ? none : [same];
    }
    const found: Place[] = [];
    for (const group of groupsOf(this.#fields[side], propertyOf(access))) {
      for (const place of group) if (this.#meet(access, place)) found.push(place);
    }
    return found;
  }

  #enter(access: Access, node: number): void {
    const key = keyOf(access);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = { kind: access.kind, a: access.a, b: access.b, readers: [], writers: [] };
      this.#places.set(key, place);
    }
    const side = access.defines ? 'writers' : 'readers';
    const list = place[side];
    if (list.length === 0 && access.kind === places.field) pushTo(this.#fields[side], propertyOf(access), place);
    if (list.at(-1) !== node) list.push(node);
  }

  #meet(access: Access, place: Place): boolean {
    const alias = this.#aliasing(access.a, place.a);
    return alias === 'may' || (alias === 'unknown' && propertyOf(access) === propertyOf(place));
  }
}

export type Side = 'readers' | 'writers';

const none: readonly Place[] = [];

function groupsOf(fields: ReadonlyMap<number, readonly Place[]>, property: number): Iterable<readonly Place[]> {
  if (property === wellKnown.elements) return fields.values();
  return [fields.get(property) ?? none, fields.get(wellKnown.elements) ?? none];
}

/**
 * Do two variables hold the same object? `may`: some object can be in both; `never`: none; `unknown`: nobody has
 * looked. Fields of unknown objects are told apart by their names alone.
 */
export type Aliasing = (first: number, second: number) => 'may' | 'never' | 'unknown';

/** Without points-to sets: one variable is itself, and two variables are unknown to each other. */
export const byVariable: Aliasing = (first, second) => (first === second ? 'may' : 'unknown');

/** A variable, temporary, field, global, or the thrown value, and the nodes of one function that read or write it. */
export interface Place {
  readonly kind: number;
  readonly a: number;
  readonly b: number;
  /** In node order. */
  readonly readers: number[];
  readonly writers: number[];
}

/** Indexes and computed keys are one property: either may be the other, and both may be `length` or any name. */
export function propertyOf({ b }: { readonly b: number }): number {
  return b === wellKnown.computed ? wellKnown.elements : b;
}

/** `this` is never written, and the result is read by nobody inside the function. */
function isIndexed(kind: number): boolean {
  return kind !== places.this && kind !== places.result;
}

/** Variables and strings of a module are fewer than 2²³, and some have numbers just below zero; only fields have two of them. */
function keyOf({ kind, a, b }: Access): number {
  const place = (a + 8) * 16 + kind;
  return kind === places.field ? place + (b + 8) * 2 ** 28 : place;
}
