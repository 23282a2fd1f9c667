import type { Expression, Node } from 'oxc-parser';
import type { Expr, Key, Target } from '../expression';
import { identifierTarget, lowerReference, mirror, store } from './assignments';
import { settled } from './expressions';
import { Label } from './function-builder';
import type { FunctionScope } from './lowerer';

/** Destructuring, for declarations (`declare`) and for assignments. */
export function lowerPattern(f: FunctionScope, pattern: Node, value: Expr, declare: boolean, origin: Node): void {
  switch (pattern.type) {
    case 'Identifier':
      store(f, identifierTarget(f, pattern, declare), value, false, origin);
      return;
    case 'AssignmentPattern':
      withDefault(f, pattern.left, pattern.right, value, declare, origin);
      return;
    case 'ObjectPattern':
      objectPattern(f, pattern, value, declare, origin);
      return;
    case 'ArrayPattern':
      arrayPattern(f, pattern, value, declare, origin);
      return;
    case 'RestElement':
      lowerPattern(f, pattern.argument, value, declare, origin);
      return;
    case 'TSParameterProperty':
      lowerPattern(f, pattern.parameter, value, declare, origin);
      return;
    default:
      store(f, lowerReference(f, pattern, 'once'), value, false, origin);
  }
}

function withDefault(
  f: FunctionScope,
  left: Node,
  right: Expression,
  value: Expr,
  declare: boolean,
  origin: Node,
): void {
  const b = f.builder;
  const direct = left.type === 'Identifier';
  const kept = settled(f, value, origin);
  const { yes, no } = b.branch({ kind: 'unary', op: 'is-undefined', operand: kept }, origin);
  const target: Target = direct ? identifierTarget(f, left, declare) : { kind: 'temp', temp: b.temp() };
  b.resume(yes);
  f.lower.exprTo(f, right, target, right, direct ? left.name : '');
  const done = b.take();
  b.resume(no);
  b.assign(target, kept, origin);
  b.join(done);
  if (target.kind === 'temp') lowerPattern(f, left, { kind: 'temp', temp: target.temp }, declare, left);
  else if (target.kind === 'var') mirror(f, target.binding, origin);
}

function objectPattern(
  f: FunctionScope,
  pattern: Extract<Node, { type: 'ObjectPattern' }>,
  value: Expr,
  declare: boolean,
  origin: Node,
): void {
  const object = settled(f, value, origin);
  const first = pattern.properties[0];
  if (first === undefined || first.type === 'RestElement' || first.computed) {
    f.builder.emit({ kind: 'eval', value: { kind: 'unary', op: 'require-object', operand: object } }, origin);
  }
  const without: Key[] = [];
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest: Expr = { kind: 'object-rest', object, without: [...without] };
      lowerPattern(f, property.argument, rest, declare, property);
      continue;
    }
    const key = keptKey(f, f.lower.key(f, property), property.key);
    without.push(key);
    element(f, property.value, declare, property, () => ({ kind: 'member', object, key }));
  }
}

/** Computed keys are used by the read and by a rest element after it. */
function keptKey(f: FunctionScope, key: Key, origin: Node): Key {
  return key.kind === 'computed' ? { kind: 'computed', value: settled(f, key.value, origin) } : key;
}

/** An assignment pattern evaluates the reference that it stores to before it reads the value. */
function element(f: FunctionScope, pattern: Node, declare: boolean, origin: Node, read: () => Expr): void {
  if (!declare && pattern.type === 'MemberExpression') {
    const target = lowerReference(f, pattern, 'kept');
    store(f, target, read(), false, origin);
    return;
  }
  lowerPattern(f, pattern, read(), declare, origin);
}

function arrayPattern(
  f: FunctionScope,
  pattern: Extract<Node, { type: 'ArrayPattern' }>,
  value: Expr,
  declare: boolean,
  origin: Node,
): void {
  const b = f.builder;
  const iter = b.temp();
  b.emit({ kind: 'iter-open', iter, source: value, over: 'values' }, origin);
  const handler = new Label();
  b.frames.push({ kind: 'iterator', handler, iter, origin });
  for (const item of pattern.elements) {
    if (item === null) {
      b.emit({ kind: 'iter-step', iter, target: null }, origin);
      continue;
    }
    const rest = item.type === 'RestElement';
    const place = rest ? item.argument : item;
    if (place.type === 'Identifier') {
      const target = identifierTarget(f, place, declare);
      b.emit(rest ? { kind: 'iter-rest', iter, target } : { kind: 'iter-step', iter, target }, item);
      if (target.kind === 'var') mirror(f, target.binding, item);
      continue;
    }
    const reference = !declare && place.type === 'MemberExpression' ? lowerReference(f, place, 'kept') : null;
    const target: Target = reference ?? { kind: 'temp', temp: b.temp() };
    b.emit(rest ? { kind: 'iter-rest', iter, target } : { kind: 'iter-step', iter, target }, item);
    if (target.kind === 'temp') lowerPattern(f, place, { kind: 'temp', temp: target.temp }, declare, item);
  }
  b.frames.pop();
  if (pattern.elements.at(-1)?.type !== 'RestElement') b.emit({ kind: 'iter-close', iter, rethrow: false }, origin);
  closeOnError(f, handler, iter, origin);
}

/** The way of an error out of an iteration: the iterator is closed, then the error goes on. */
export function closeOnError(f: FunctionScope, handler: Label, iter: number, origin: Node): void {
  if (handler.pending.length === 0) return;
  const b = f.builder;
  const onward = b.take();
  b.bind(handler);
  b.emit({ kind: 'iter-close', iter, rethrow: true }, origin);
  b.resume(onward);
}
