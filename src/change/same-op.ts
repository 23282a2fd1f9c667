import { assertNever } from '#core/diagnostics';
import type { Callee, DecoratedMember, Op } from '#ir/cfg';
import type { Constant, Element, Expr, Key, Property, Target } from '#ir/expression';

/** Are two operations the same but for the numbering of what they refer to? Where a jump leads is told by its edges. */
export function sameOp(a: Op, b: Op, c: Correspondence): boolean {
  switch (a.kind) {
    case 'entry':
    case 'exit':
    case 'nop':
      return a.kind === b.kind;
    case 'assign':
      return b.kind === a.kind && sameTarget(a.target, b.target, c) && sameExpr(a.value, b.value, c);
    case 'eval':
      return b.kind === a.kind && sameExpr(a.value, b.value, c);
    case 'branch':
      return b.kind === a.kind && sameExpr(a.test, b.test, c);
    case 'call':
      return (
        b.kind === a.kind &&
        a.call === b.call &&
        sameCallee(a.callee, b.callee, c) &&
        sameOptional(a.decorated ?? null, b.decorated ?? null, (x, y) => sameDecorated(x, y, c)) &&
        sameList(a.args, b.args, (x, y) => x.spread === y.spread && sameExpr(x.value, y.value, c))
      );
    case 'call-return':
      return b.kind === a.kind && c.node(a.callNode, b.callNode) && sameTarget(a.target, b.target, c);
    case 'await':
      return b.kind === a.kind && sameTarget(a.target, b.target, c) && sameExpr(a.value, b.value, c);
    case 'yield':
      return (
        b.kind === a.kind &&
        a.delegate === b.delegate &&
        sameTarget(a.target, b.target, c) &&
        sameOptional(a.returned, b.returned, c.temp) &&
        sameExpr(a.value, b.value, c)
      );
    case 'return':
      return b.kind === a.kind && sameOptional(a.value, b.value, (x, y) => sameExpr(x, y, c));
    case 'throw':
      return b.kind === a.kind && sameExpr(a.value, b.value, c);
    case 'catch':
      return b.kind === a.kind && sameTarget(a.target, b.target, c);
    case 'jump':
      return b.kind === a.kind && a.jump === b.jump && a.label === b.label;
    case 'dispatch':
      return b.kind === a.kind && c.temp(a.completion, b.completion) && sameList(a.routes, b.routes, Object.is);
    case 'iter-open':
      return b.kind === a.kind && a.over === b.over && c.temp(a.iter, b.iter) && sameExpr(a.source, b.source, c);
    case 'iter-next':
    case 'iter-step':
    case 'iter-rest':
      return b.kind === a.kind && c.temp(a.iter, b.iter) && sameTarget(a.target, b.target, c);
    case 'iter-close':
      return b.kind === a.kind && a.rethrow === b.rethrow && c.temp(a.iter, b.iter);
    case 'delete':
      return (
        b.kind === a.kind &&
        sameTarget(a.target, b.target, c) &&
        sameKey(a.key, b.key, c) &&
        sameExpr(a.object, b.object, c)
      );
    case 'scope':
      return b.kind === a.kind && a.copy === b.copy && sameList(a.bindings, b.bindings, c.binding);
    default:
      return assertNever(a);
  }
}

/** What the numbers in the operations of two functions mean: each asks whether a base number and a head number are partners. */
export interface Correspondence {
  binding(base: number, head: number): boolean;
  /** A declaration also says how the variable behaves. */
  declaration(base: number, head: number): boolean;
  temp(base: number, head: number): boolean;
  fn(base: number, head: number): boolean;
  klass(base: number, head: number): boolean;
  node(base: number, head: number): boolean;
}

export function sameTarget(a: Target | null, b: Target | null, c: Correspondence): boolean {
  if (a === null || b === null) return a === b;
  switch (a.kind) {
    case 'var':
      return (
        b.kind === a.kind && a.declare === b.declare && (a.declare ? c.declaration : c.binding)(a.binding, b.binding)
      );
    case 'temp':
      return b.kind === a.kind && c.temp(a.temp, b.temp);
    case 'global':
      return b.kind === a.kind && a.name === b.name;
    case 'member':
      return b.kind === a.kind && sameKey(a.key, b.key, c) && sameExpr(a.object, b.object, c);
    case 'super-member':
      return b.kind === a.kind && sameKey(a.key, b.key, c);
    default:
      return assertNever(a);
  }
}

export function sameExpr(a: Expr, b: Expr, c: Correspondence): boolean {
  // Chains of `+` in generated code are longer than the engine's stack is deep: the left side is a loop.
  let left = a;
  let right = b;
  while (left.kind === 'binary' && right.kind === 'binary') {
    if (left.op !== right.op || !sameExpr(left.right, right.right, c)) return false;
    left = left.left;
    right = right.left;
  }
  return sameForm(left, right, c);
}

function sameForm(a: Expr, b: Expr, c: Correspondence): boolean {
  switch (a.kind) {
    case 'const':
      return b.kind === a.kind && sameConstant(a.value, b.value);
    case 'regexp':
      return b.kind === a.kind && a.pattern === b.pattern && a.flags === b.flags;
    case 'var':
      return b.kind === a.kind && c.binding(a.binding, b.binding);
    case 'temp':
      return b.kind === a.kind && c.temp(a.temp, b.temp);
    case 'global':
    case 'typeof-global':
      return b.kind === a.kind && a.name === b.name;
    case 'this':
    case 'arguments':
    case 'self':
    case 'new-target':
    case 'import-meta':
      return b.kind === a.kind;
    case 'member':
      return b.kind === a.kind && sameKey(a.key, b.key, c) && sameExpr(a.object, b.object, c);
    case 'super-member':
      return b.kind === a.kind && sameKey(a.key, b.key, c);
    case 'unary':
      return b.kind === a.kind && a.op === b.op && sameExpr(a.operand, b.operand, c);
    case 'binary':
      return false; // a chain of another length
    case 'private-in':
      return b.kind === a.kind && a.name === b.name && sameExpr(a.object, b.object, c);
    case 'template':
      return b.kind === a.kind && sameList(a.quasis, b.quasis, Object.is) && sameExprs(a.values, b.values, c);
    case 'template-object':
      return b.kind === a.kind && sameList(a.raw, b.raw, Object.is) && sameList(a.cooked, b.cooked, Object.is);
    case 'array':
      return b.kind === a.kind && sameList(a.elements, b.elements, (x, y) => sameElement(x, y, c));
    case 'object':
      return b.kind === a.kind && sameList(a.properties, b.properties, (x, y) => sameProperty(x, y, c));
    case 'object-rest':
      return b.kind === a.kind && sameKeys(a.without, b.without, c) && sameExpr(a.object, b.object, c);
    case 'closure':
      return b.kind === a.kind && c.fn(a.fn, b.fn);
    case 'class':
      return (
        b.kind === a.kind &&
        c.klass(a.index, b.index) &&
        sameKeys(a.keys, b.keys, c) &&
        sameOptional(a.superClass, b.superClass, (x, y) => sameExpr(x, y, c))
      );
    default:
      return assertNever(a);
  }
}

function sameExprs(a: readonly Expr[], b: readonly Expr[], c: Correspondence): boolean {
  return sameList(a, b, (x, y) => sameExpr(x, y, c));
}

function sameKeys(a: readonly Key[], b: readonly Key[], c: Correspondence): boolean {
  return sameList(a, b, (x, y) => sameKey(x, y, c));
}

function sameKey(a: Key, b: Key, c: Correspondence): boolean {
  if (a.kind === 'computed') return b.kind === 'computed' && sameExpr(a.value, b.value, c);
  return b.kind === a.kind && a.name === b.name;
}

function sameElement(a: Element, b: Element, c: Correspondence): boolean {
  if (a.kind === 'hole' || b.kind === 'hole') return a.kind === b.kind;
  return a.kind === b.kind && sameExpr(a.value, b.value, c);
}

function sameProperty(a: Property, b: Property, c: Correspondence): boolean {
  switch (a.kind) {
    case 'value':
      return b.kind === a.kind && sameKey(a.key, b.key, c) && sameExpr(a.value, b.value, c);
    case 'method':
    case 'get':
    case 'set':
      return b.kind === a.kind && sameKey(a.key, b.key, c) && c.fn(a.fn, b.fn);
    case 'proto':
    case 'spread':
      return b.kind === a.kind && sameExpr(a.value, b.value, c);
    default:
      return assertNever(a);
  }
}

function sameDecorated(a: DecoratedMember, b: DecoratedMember, c: Correspondence): boolean {
  return a.kind === b.kind && a.isStatic === b.isStatic && sameKey(a.key, b.key, c);
}

function sameCallee(a: Callee, b: Callee, c: Correspondence): boolean {
  switch (a.kind) {
    case 'method':
      return (
        b.kind === a.kind &&
        sameKey(a.key, b.key, c) &&
        sameExpr(a.object, b.object, c) &&
        sameOptional(a.loaded, b.loaded, (x, y) => sameExpr(x, y, c))
      );
    case 'super-method':
      return b.kind === a.kind && sameKey(a.key, b.key, c);
    case 'value':
      return b.kind === a.kind && sameExpr(a.value, b.value, c);
    case 'function':
      return b.kind === a.kind && c.fn(a.fn, b.fn) && sameExpr(a.thisValue, b.thisValue, c);
    case 'super':
    case 'import':
      return b.kind === a.kind;
    default:
      return assertNever(a);
  }
}

/** −0 is not 0. */
function sameConstant(a: Constant, b: Constant): boolean {
  return Object.is(a, b);
}

function sameOptional<T>(a: T | null, b: T | null, same: (a: T, b: T) => boolean): boolean {
  return a === null || b === null ? a === b : same(a, b);
}

function sameList<T>(a: readonly T[], b: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((x, i) => same(x, b[i]!));
}
