import { childNodes } from '#replay/child-nodes';
import type { SyntaxNode } from '#syntax/parse';

/** A node, and what it is inside of. */
export interface Placed {
  readonly node: SyntaxNode;
  readonly around: Placed | null;
  /** In a function or a class. */
  readonly isInside: boolean;
}

/** All nodes of a module. */
export function placed(tree: SyntaxNode): Placed[] {
  const found: Placed[] = [{ node: tree, around: null, isInside: false }];
  for (const each of found) {
    const isInside = each.isInside || inner.test(each.node.type);
    for (const node of childNodes(each.node)) found.push({ node, around: each, isInside });
  }
  return found;
}

const inner = /Function|^Class/;

/** `name` of `object.name`, for the object. */
export function memberName({ node, around }: Placed): string | null {
  const member = around?.node;
  if (member?.type !== 'MemberExpression' || member.object !== node || member.computed) return null;
  return member.property.type === 'Identifier' ? member.property.name : null;
}

/** Whether something is written to it, or it is deleted. */
export function isTarget({ node, around }: Placed): boolean {
  const outer = around?.node;
  switch (outer?.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForInStatement':
    case 'ForOfStatement':
      return outer.left === node;
    case 'UpdateExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return true;
    case 'UnaryExpression':
      return outer.operator === 'delete';
    case 'Property':
      return around?.around?.node.type === 'ObjectPattern';
    default:
      return false;
  }
}

/** Not a variable: a property or a key. */
export function isOnlyName({ node, around }: Placed): boolean {
  const outer = around?.node;
  switch (outer?.type) {
    case 'MemberExpression':
      return outer.property === node && !outer.computed;
    case 'Property':
      return outer.key === node && !outer.computed && !outer.shorthand;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return outer.key === node && !outer.computed;
    default:
      return false;
  }
}

export function nameOfKey(key: SyntaxNode): string | null {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : null;
}
