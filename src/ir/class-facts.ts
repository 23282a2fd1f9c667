import type { ClassIr } from './cfg';
import type { Expr, Key } from './expression';
import { constraintKinds as kinds, siteKinds, wellKnown } from './facts';

/** What is needed of the walk through expressions. */
interface Walker {
  read(expr: Expr): number;
  keyOf(key: Key): number;
  fresh(): number;
  site(kind: number, fn: number): number;
  constraint(kind: number, ...operands: number[]): void;
}

/** What a class makes: its constructor, what that inherits from, and its members. Returns the variable of the class. */
export function classFacts(w: Walker, expr: Extract<Expr, { kind: 'class' }>, record: ClassIr | undefined): number {
  const superVar = expr.superClass === null ? -1 : w.read(expr.superClass);
  const keys = expr.keys.map((key) => w.keyOf(key));
  if (record === undefined) return -1;
  const dst = w.fresh();
  const site = w.site(siteKinds.class, record.constructorFn);
  w.constraint(kinds.alloc, dst, site);
  w.constraint(kinds.class, site, superVar, expr.index);
  for (const { key, fn, isStatic, kind } of record.members) {
    const method = w.site(siteKinds.closure, fn);
    const accessor = kind === 'method' ? 0 : kind === 'get' ? 1 : 2;
    w.constraint(kinds.member, site, keys[key] ?? wellKnown.computed, method, isStatic ? 1 : 0, accessor);
  }
  return dst;
}
