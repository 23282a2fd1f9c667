import type { ArrayExpression, Expression, Node, ObjectExpression } from 'oxc-parser';
import type { Element, Expr, Property } from '../expression';
import { constant, undefinedExpr } from '../expression';
import type { FunctionScope } from './lowerer';
import { needsNodes } from './needs-nodes';
import type { Operand } from './operands';
import { computedKey, lowerOperands, settled, staticKey, stripTypes, superKey } from './operands';

/** Expressions that one node computes: their operands are lowered first, in order. */
export function literalValue(node: Extract<Expression, { type: 'Literal' }>): Expr {
  if ('regex' in node) return { kind: 'regexp', pattern: node.regex.pattern, flags: node.regex.flags };
  if ('bigint' in node) return constant(BigInt(node.bigint));
  return constant(node.value);
}

export function memberValue(f: FunctionScope, node: Extract<Expression, { type: 'MemberExpression' }>): Expr {
  if (node.object.type === 'Super') return { kind: 'super-member', key: superKey(f, node) };
  if (!node.computed) return { kind: 'member', object: f.lower.expr(f, node.object), key: staticKey(node.property) };
  const [object, key] = f.lower.exprs(f, [node.object, node.property]);
  return { kind: 'member', object: object ?? undefinedExpr, key: computedKey(key ?? undefinedExpr) };
}

/** Left-deep chains of any length without recursion on the left. */
export function binaryValue(f: FunctionScope, node: Extract<Expression, { type: 'BinaryExpression' }>): Expr {
  const spine: Extract<Expression, { type: 'BinaryExpression' }>[] = [];
  let bottom: Node = node;
  while (bottom.type === 'BinaryExpression') {
    spine.push(bottom);
    bottom = bottom.left.type === 'PrivateIdentifier' ? bottom.left : stripTypes(bottom.left);
  }
  let value: Expr | null = bottom.type === 'PrivateIdentifier' ? null : f.lower.expr(f, bottom as Expression);
  for (const level of spine.reverse()) {
    if (value === null) {
      const name = bottom.type === 'PrivateIdentifier' ? bottom.name : '';
      value = { kind: 'private-in', name, object: f.lower.expr(f, level.right) };
      continue;
    }
    if (needsNodes(f.module, level.right)) value = settled(f, value, level.left);
    value = { kind: 'binary', op: level.operator, left: value, right: f.lower.expr(f, level.right) };
  }
  return value ?? undefinedExpr;
}

export function unaryValue(f: FunctionScope, node: Extract<Expression, { type: 'UnaryExpression' }>): Expr {
  if (node.operator === 'delete') {
    const temp = f.builder.temp();
    f.lower.exprTo(f, node, { kind: 'temp', temp }, node);
    return { kind: 'temp', temp };
  }
  const operand = f.lower.expr(f, node.argument);
  if (node.operator === 'typeof' && operand.kind === 'global') return { kind: 'typeof-global', name: operand.name };
  if (node.operator === '-' && operand.kind === 'const' && typeof operand.value === 'number')
    return constant(-operand.value);
  return { kind: 'unary', op: node.operator, operand };
}

export function arrayValue(f: FunctionScope, node: ArrayExpression): Expr {
  const present = node.elements.filter((element) => element !== null);
  const values = lowerOperands(
    f,
    present.map((e) => (e.type === 'SpreadElement' ? { node: e.argument, spread: true } : { node: e, spread: false })),
  );
  let next = 0;
  const elements = node.elements.map((element): Element => {
    if (element === null) return { kind: 'hole' };
    const value = values[next++] ?? undefinedExpr;
    return { kind: element.type === 'SpreadElement' ? 'spread' : 'value', value };
  });
  return { kind: 'array', elements };
}

export function objectValue(f: FunctionScope, node: ObjectExpression): Expr {
  const operands: Operand[] = [];
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') operands.push({ node: property.argument, spread: 'object' });
    else {
      if (property.computed) operands.push({ node: property.key as Expression, spread: 'key' });
      if (property.kind === 'init' && !property.method) {
        operands.push({ node: property.value, spread: false, name: property.computed ? '' : nameOf(property.key) });
      }
    }
  }
  const values = lowerOperands(f, operands);
  let next = 0;
  const take = (): Expr => values[next++] ?? undefinedExpr;
  const properties = node.properties.map((property): Property => {
    if (property.type === 'SpreadElement') return { kind: 'spread', value: take() };
    const key = property.computed ? computedKey(take()) : staticKey(property.key);
    if (property.kind === 'init' && !property.method) {
      const value = take();
      const proto = !property.computed && !property.shorthand && key.kind === 'name' && key.name === '__proto__';
      return proto ? { kind: 'proto', value } : { kind: 'value', key, value };
    }
    const kind = property.kind === 'init' ? 'method' : property.kind;
    const fnKind = kind === 'method' ? 'method' : kind === 'get' ? 'getter' : 'setter';
    const name = property.computed ? '[computed]' : nameOf(property.key);
    return { kind, key, fn: f.lower.fn(f, { node: property.value, name, kind: fnKind }) };
  });
  return { kind: 'object', properties };
}

function nameOf(key: Node): string {
  const known = staticKey(key);
  return known.kind === 'computed' ? '' : known.name;
}
