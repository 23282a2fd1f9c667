import type { Class, Node } from 'oxc-parser';
import type { Machine } from './machine';
import { outerOf, parentOf } from './site-source';
import { erased } from './source-text';

/**
 * What `name` says of a function or class. The name that it has in the program may come from further away: the
 * engine gives only the name of the variable or property that stands right before it.
 */
export function givenName(machine: Machine, node: Node, name: string): string {
  // What the program calls functions that have no name at all.
  if (name.startsWith('<')) return '';
  if (name === '' || ('id' in node && node.id !== null)) return name;
  const outer = outerOf(machine, node);
  switch (outer?.type) {
    case 'ConditionalExpression':
    case 'LogicalExpression':
    case 'SequenceExpression':
      return '';
    case 'AssignmentExpression':
      return erased(outer.left).type === 'Identifier' ? name : '';
    case 'VariableDeclarator':
      return isOfNamespace(machine, outer) ? '' : name;
    default:
      return name;
  }
}

/** A variable that a namespace exports is a property, which names nothing. */
function isOfNamespace(machine: Machine, declarator: Node): boolean {
  const declaration = parentOf(machine, declarator);
  const exported = declaration === null ? null : parentOf(machine, declaration);
  return exported?.type === 'ExportNamedDeclaration' && parentOf(machine, exported)?.type === 'TSModuleBlock';
}

/** The class that a constructor is of. */
export function classAround(machine: Machine, constructor: Node): Class | null {
  for (let at: Node | null = constructor; at !== null; at = parentOf(machine, at)) {
    if (at.type === 'ClassExpression' || at.type === 'ClassDeclaration') return at;
  }
  return null;
}
