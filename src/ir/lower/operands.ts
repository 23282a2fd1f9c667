import type { Expression, Node } from 'oxc-parser';
import type { Expr, Key } from '../expression';
import { thisExpr } from '../expression';
import type { FunctionScope } from './lowerer';
import { isStable, needsNodes } from './needs-nodes';

export interface Operand {
  readonly node: Expression;
  /** What happens to the value before the next operand is evaluated: nothing, or a conversion that may run code. */
  readonly spread: boolean | 'object' | 'key' | 'text';
  readonly name?: string;
}

/** Operands left to right; a value that a later operand's code could change goes into a temporary. */
export function lowerOperands(f: FunctionScope, operands: readonly Operand[]): Expr[] {
  let last = -1;
  operands.forEach((operand, i) => {
    if (needsNodes(f.module, operand.node)) last = i;
  });
  return operands.map(({ node, spread, name }, i) => {
    const value = name === undefined ? f.lower.expr(f, node) : f.lower.named(f, node, name);
    if (i >= last || (spread === false ? isStable(f, value) : spread !== true && value.kind === 'const')) return value;
    if (spread === true) return f.builder.spill({ kind: 'array', elements: [{ kind: 'spread', value }] }, node);
    if (spread === 'object') return f.builder.spill({ kind: 'object', properties: [{ kind: 'spread', value }] }, node);
    if (spread === 'key') return f.builder.spill({ kind: 'unary', op: 'property-key', operand: value }, node);
    if (spread === 'text') return f.builder.spill({ kind: 'template', quasis: ['', ''], values: [value] }, node);
    return f.builder.spill(value, node);
  });
}

/** The value itself when nothing can change it, else a temporary that holds it. */
export function settled(f: FunctionScope, value: Expr, origin: Node): Expr {
  return isStable(f, value) ? value : f.builder.spill(value, origin);
}

/** Erases what only the type checker sees. */
export function stripTypes(node: Expression): Exclude<Expression, Erased> {
  let current = node;
  for (;;) {
    switch (current.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSTypeAssertion':
      case 'TSNonNullExpression':
      case 'TSInstantiationExpression':
      case 'ParenthesizedExpression':
        current = current.expression;
        break;
      default:
        return current;
    }
  }
}

type Erased = Extract<
  Expression,
  {
    type:
      | 'TSAsExpression'
      | 'TSSatisfiesExpression'
      | 'TSTypeAssertion'
      | 'TSNonNullExpression'
      | 'TSInstantiationExpression'
      | 'ParenthesizedExpression';
  }
>;

export function lowerKey(f: FunctionScope, property: { key: Node; computed: boolean }): Key {
  const { key } = property;
  if (!property.computed) return staticKey(key);
  const value = f.lower.expr(f, key as Expression);
  return computedKey(value);
}

export function computedKey(value: Expr): Key {
  if (value.kind === 'const' && (typeof value.value === 'string' || typeof value.value === 'number')) {
    return { kind: 'name', name: String(value.value) };
  }
  return { kind: 'computed', value };
}

export function staticKey(key: Node): Key {
  if (key.type === 'PrivateIdentifier') return { kind: 'private', name: key.name };
  if (key.type === 'Identifier') return { kind: 'name', name: key.name };
  if (key.type === 'Literal') return { kind: 'name', name: String(key.value) };
  return { kind: 'name', name: '' };
}

export function asProperty(node: Extract<Expression, { type: 'MemberExpression' }>): { key: Node; computed: boolean } {
  return { key: node.property, computed: node.computed };
}

/** `super[key]` needs `this` before it evaluates the key. */
export function superKey(f: FunctionScope, node: Extract<Expression, { type: 'MemberExpression' }>): Key {
  if (!f.hasThis && node.computed && needsNodes(f.module, node.property)) {
    f.builder.emit({ kind: 'eval', value: thisExpr }, node);
  }
  return lowerKey(f, asProperty(node));
}
