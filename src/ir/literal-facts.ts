import type { Expr, Key, Property } from './expression';
import { constraintKinds as kinds, siteKinds } from './facts';

/** What is needed of the walk through expressions. */
interface Walker {
  readonly elementProperty: number;
  readonly strings: { intern(text: string): number };
  read(expr: Expr): number;
  keyOf(key: Key): number;
  site(kind: number, fn: number): number;
  constraint(kind: number, ...operands: number[]): void;
  /** A variable that holds what is made here. */
  allocated(kind: number, fn?: number): number;
  iterated(source: number): number;
  load(object: number, property: number): number;
  initialise(object: number, property: number, value: number): void;
  copyProperties(to: number, from: number): void;
}

/** What a list that is written out makes: its elements. Returns the variable of the list. */
export function arrayFacts(w: Walker, expr: Extract<Expr, { kind: 'array' }>): number {
  const dst = w.allocated(siteKinds.array);
  for (const element of expr.elements) {
    if (element.kind === 'hole') continue;
    const value = w.read(element.value);
    const item = element.kind === 'spread' ? w.load(w.iterated(value), w.elementProperty) : value;
    w.initialise(dst, w.elementProperty, item);
  }
  return dst;
}

/** The same of an object, with its methods and accessors. */
export function objectFacts(w: Walker, properties: readonly Property[]): number {
  const dst = w.allocated(siteKinds.object);
  for (const property of properties) {
    switch (property.kind) {
      case 'value': {
        const key = w.keyOf(property.key);
        w.initialise(dst, key, w.read(property.value));
        break;
      }
      case 'method':
        w.initialise(dst, w.keyOf(property.key), w.allocated(siteKinds.closure, property.fn));
        break;
      case 'get':
      case 'set': {
        const site = w.site(siteKinds.closure, property.fn);
        w.constraint(kinds.accessor, dst, w.keyOf(property.key), site, property.kind === 'get' ? 1 : 2);
        break;
      }
      case 'proto':
        w.initialise(dst, w.strings.intern('__proto__'), w.read(property.value));
        break;
      case 'spread':
        w.copyProperties(dst, w.read(property.value));
    }
  }
  return dst;
}
