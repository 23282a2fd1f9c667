import type { Expression, Node } from 'oxc-parser';
import type { Expr, Key, Target } from '../expression';
import { identifierTarget, lowerReference, mirror, store } from './assignments';
import { settled } from './operands';
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
  reference: Target | null = null,
): void {
  const b = f.builder;
  const direct = left.type === 'Identifier';
  const kept = settled(f, value, origin);
  const { yes, no } = b.branch({ kind: 'unary', op: 'is-undefined', operand: kept }, origin);
  const found: Target = direct ? identifierTarget(f, left, false) : { kind: 'temp', temp: b.temp() };
  const target: Target = found.kind === 'var' ? { ...found, declare } : found;
  b.resume(yes);
  f.lower.exprTo(f, right, target, right, direct ? left.name : '');
  const done = b.take();
  b.resume(no);
  b.assign(target, kept, origin);
  b.join(done);
  if (target.kind === 'temp') {
    const chosen: Expr = { kind: 'temp', temp: target.temp };
    if (reference === null) lowerPattern(f, left, chosen, declare, left);
    else store(f, reference, chosen, false, origin);
  } else if (target.kind === 'var') {
    // Only now: the default value still sees the dead zone.
    if (declare) f.module.declared.add(target.binding);
    mirror(f, target.binding, origin);
  }
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
  const hasRest = pattern.properties.at(-1)?.type === 'RestElement';
  const without: Key[] = [];
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      const rest: Expr = { kind: 'object-rest', object, without: [...without] };
      lowerPattern(f, property.argument, rest, declare, property);
      continue;
    }
    const key = keptKey(f, f.lower.key(f, property), hasRest || !declare, property.key);
    without.push(key);
    element(f, property.value, declare, property, () => ({ kind: 'member', object, key }));
  }
}

/** A computed key is converted once: before the reference that an assignment stores to, and for a rest element, too. */
function keptKey(f: FunctionScope, key: Key, convert: boolean, origin: Node): Key {
  if (key.kind !== 'computed') return key;
  const value: Expr = convert ? { kind: 'unary', op: 'property-key', operand: key.value } : key.value;
  return { kind: 'computed', value: settled(f, value, origin) };
}

function element(f: FunctionScope, pattern: Node, declare: boolean, origin: Node, read: () => Expr): void {
  const reference = declare ? null : earlyReference(f, pattern);
  if (reference === null) lowerPattern(f, pattern, read(), declare, origin);
  else storeElement(f, pattern, reference, read(), origin);
}

/** An assignment pattern evaluates the member that it stores to before it reads the value. */
function earlyReference(f: FunctionScope, pattern: Node): Target | null {
  const place = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
  if (place.type === 'Identifier' || place.type === 'ArrayPattern' || place.type === 'ObjectPattern') return null;
  return lowerReference(f, place, 'kept');
}

function storeElement(f: FunctionScope, pattern: Node, reference: Target, value: Expr, origin: Node): void {
  if (pattern.type !== 'AssignmentPattern') store(f, reference, value, false, origin);
  else withDefault(f, pattern.left, pattern.right, value, false, origin, reference);
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
    const reference = declare ? null : earlyReference(f, place);
    const direct = place.type === 'AssignmentPattern' ? null : reference;
    const target: Target = direct ?? { kind: 'temp', temp: b.temp() };
    b.emit(rest ? { kind: 'iter-rest', iter, target } : { kind: 'iter-step', iter, target }, item);
    if (target.kind !== 'temp') continue;
    const step: Expr = { kind: 'temp', temp: target.temp };
    if (reference === null) lowerPattern(f, place, step, declare, item);
    else if (direct === null) storeElement(f, place, reference, step, item);
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
