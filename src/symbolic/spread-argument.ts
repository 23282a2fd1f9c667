import type { Node } from 'oxc-parser';
import type { Expr, Key } from '#ir/expression';
import type { Machine } from './machine';
import { descendants, outerOf } from './site-source';
import { erased } from './source-text';

/** The expression in the source of a node that an operand which is spread was made of; null when there is none. */
export function spreadArgument(machine: Machine, origin: Node, expr: Expr): Node | null {
  // A spread that later operands run code after has a node of its own.
  if (outerOf(machine, origin)?.type === 'SpreadElement' && isMadeOf(machine, expr, origin)) return origin;
  for (const node of descendants(origin, false)) {
    if (node.type === 'SpreadElement' && isMadeOf(machine, expr, node.argument)) return node.argument;
  }
  return null;
}

/** Tells apart what one node spreads: variables and members by their names, other expressions are alike. */
function isMadeOf(machine: Machine, expr: Expr, wrapped: Node): boolean {
  const node = erased(wrapped);
  switch (expr.kind) {
    case 'var': {
      const name = machine.world.source.module(machine.site.path)?.bindings[expr.binding]?.name;
      return node.type !== 'Identifier' ? node.type === 'AssignmentExpression' : node.name === name;
    }
    case 'global':
      return node.type === 'Identifier' && node.name === expr.name;
    case 'this':
      return node.type === 'ThisExpression';
    case 'member':
      return node.type === 'MemberExpression' && isMadeOf(machine, expr.object, node.object) && isKeyOf(expr.key, node);
    case 'object':
      return node.type === 'ObjectExpression';
    case 'const':
      return node.type !== 'Identifier' || node.name === 'undefined';
    default:
      return node.type !== 'Identifier' && node.type !== 'ThisExpression';
  }
}

function isKeyOf(key: Key, { property, computed }: Extract<Node, { type: 'MemberExpression' }>): boolean {
  if (computed) return key.kind === 'computed' || property.type === 'Literal' || property.type === 'TemplateLiteral';
  return key.kind !== 'computed' && 'name' in property && property.name === key.name;
}
