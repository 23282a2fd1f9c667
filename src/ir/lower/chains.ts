import type { Expression, Node } from 'oxc-parser';
import type { Callee } from '../cfg';
import type { Expr, Key, Target } from '../expression';
import { constant, undefinedExpr } from '../expression';
import { emitCall, lowerArgs, lowerCallee, methodOf } from './calls';
import { asProperty, computedKey, settled, stripTypes } from './operands';
import type { Pending } from './function-builder';
import type { FunctionScope } from './lowerer';
import { namespaceMember } from './names';
import { needsNodes } from './needs-nodes';

/** Optional chains: each `?.` is a branch, and the short circuit skips the rest of the whole chain. */
export function lowerChain(f: FunctionScope, node: Expression, target: Target | null, origin: Node): void {
  const b = f.builder;
  const deleting = node.type === 'UnaryExpression';
  const chain = deleting ? stripTypes(node.argument) : stripTypes(node);
  if (chain.type !== 'ChainExpression') return;
  const short: Pending[] = [];
  const element = stripTypes(chain.expression);
  if (deleting && element.type === 'MemberExpression') {
    const object = chainValue(f, element.object, short);
    const member = optional(f, object, element.optional, element, short);
    const key = element.computed ? computedKey(f.lower.expr(f, element.property)) : f.lower.key(f, asProperty(element));
    b.emit({ kind: 'delete', object: member, key, target }, origin);
  } else if (element.type === 'CallExpression') {
    chainCall(f, element, target, origin, short);
  } else {
    const value = chainValue(f, element, short);
    if (target !== null) b.assign(target, value, origin);
    else b.emit({ kind: 'eval', value }, origin);
  }
  if (short.length === 0) return;
  const done = b.take();
  b.resume(short);
  if (target !== null) b.assign(target, deleting ? constant(true) : undefinedExpr, origin);
  b.join(done);
}

export function lowerChainCallee(f: FunctionScope, node: Extract<Expression, { type: 'ChainExpression' }>): Callee {
  const b = f.builder;
  const element = stripTypes(node.expression);
  if (element.type !== 'MemberExpression' || element.object.type === 'Super') {
    return { kind: 'value', value: settled(f, f.lower.expr(f, node), node) };
  }
  const short: Pending[] = [];
  const before = chainValue(f, element.object, short);
  const temps = { object: b.temp(), key: element.computed ? b.temp() : null, loaded: b.temp() };
  const object: Expr = { kind: 'temp', temp: temps.object };
  b.assign(
    { kind: 'temp', temp: temps.object },
    optional(f, before, element.optional, element.object, short),
    element.object,
  );
  if (temps.key !== null)
    b.assign({ kind: 'temp', temp: temps.key }, f.lower.expr(f, element.property as Expression), element.property);
  const key: Key =
    temps.key === null
      ? f.lower.key(f, asProperty(element))
      : { kind: 'computed', value: { kind: 'temp', temp: temps.key } };
  b.assign({ kind: 'temp', temp: temps.loaded }, { kind: 'member', object, key }, element);
  const done = b.take();
  b.resume(short);
  for (const temp of [temps.object, temps.key, temps.loaded]) {
    if (temp !== null && b.reachable) b.assign({ kind: 'temp', temp }, undefinedExpr, node);
  }
  b.join(done);
  return { kind: 'method', object, key, loaded: { kind: 'temp', temp: temps.loaded } };
}

/** The value of a link of the chain; edges that short-circuit are collected in `short`. */
function chainValue(f: FunctionScope, wrapped: Expression, short: Pending[]): Expr {
  const node = stripTypes(wrapped);
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') {
    const before = chainValue(f, node.object, short);
    const object = optional(f, before, node.optional, node.object, short);
    if (!node.computed) return { kind: 'member', object, key: f.lower.key(f, asProperty(node)) };
    const kept = needsNodes(f.module, node.property) ? settled(f, object, node.object) : object;
    return { kind: 'member', object: kept, key: computedKey(f.lower.expr(f, node.property)) };
  }
  if (node.type === 'CallExpression' && node.callee.type !== 'Super') {
    const temp = f.builder.temp();
    chainCall(f, node, { kind: 'temp', temp }, node, short);
    return { kind: 'temp', temp };
  }
  return f.lower.expr(f, node);
}

function chainCall(
  f: FunctionScope,
  node: Extract<Expression, { type: 'CallExpression' }>,
  target: Target | null,
  origin: Node,
  short: Pending[],
): void {
  const callee = chainCallee(f, node, short);
  emitCall(f, 'call', callee, lowerArgs(f, node.arguments), target, origin);
}

function chainCallee(
  f: FunctionScope,
  node: Extract<Expression, { type: 'CallExpression' }>,
  short: Pending[],
): Callee {
  const callee = stripTypes(node.callee);
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') {
    if (!node.optional && callee.type !== 'CallExpression') return lowerCallee(f, callee, node.arguments);
    const member = callee.type === 'Identifier' ? namespaceMember(f, callee) : null;
    if (member !== null) {
      const { object, key } = member;
      return { kind: 'method', object, key, loaded: optional(f, member, true, callee, short) };
    }
    return { kind: 'value', value: optional(f, chainValue(f, callee, short), node.optional, callee, short) };
  }
  const before = chainValue(f, callee.object, short);
  const object = optional(f, before, callee.optional, callee.object, short);
  const kept = callee.computed && needsNodes(f.module, callee.property) ? settled(f, object, callee.object) : object;
  const key = callee.computed ? computedKey(f.lower.expr(f, callee.property)) : f.lower.key(f, asProperty(callee));
  if (!node.optional) return methodOf(f, kept, key, callee, node.arguments);
  const receiver = settled(f, kept, callee.object);
  const loaded = optional(f, { kind: 'member', object: receiver, key }, true, callee, short);
  return { kind: 'method', object: receiver, key, loaded };
}

/** For `?.`: branches away when the value is nullish, and goes on with it otherwise. */
function optional(f: FunctionScope, value: Expr, isOptional: boolean, origin: Node, short: Pending[]): Expr {
  if (!isOptional) return value;
  const kept = settled(f, value, origin);
  const { yes, no } = f.builder.branch({ kind: 'unary', op: 'is-nullish', operand: kept }, origin);
  short.push(...yes);
  f.builder.resume(no);
  return kept;
}
