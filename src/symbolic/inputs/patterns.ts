import type { Expression, Node } from 'oxc-parser';
import { anyType, arrayOf, once, single, type DeclaredType, type Property } from './declared-type';
import { likeDefault } from './guesses';
import { field, keyName } from './members';
import type { Scope, TypeReader } from './reader';

/** The type that a pattern and its default value ask for, where none is written. */
export function patternType(r: TypeReader, place: Node, initial: Node | null, scope: Scope): DeclaredType {
  switch (place.type) {
    case 'Identifier':
      if (initial === null) return anyType;
      return r.guess({ node: place, scope }, likeDefault, () => initialType(r, initial as Expression, scope));
    case 'AssignmentPattern':
      return patternType(r, place.left, place.right, scope);
    case 'ObjectPattern':
      return objectPatternType(r, place, scope);
    case 'ArrayPattern': {
      if (place.elements.some((element) => element?.type === 'RestElement')) return arrayOf(() => anyType);
      const elements = place.elements.map((element) => ({
        type: once(() => (element === null ? anyType : patternType(r, element, null, scope))),
        optional: element?.type === 'AssignmentPattern',
      }));
      return single({ kind: 'tuple', elements, rest: null, readonly: false });
    }
    default:
      return anyType;
  }
}

/** An empty default says of what kind a value is, but nothing of its parts. */
export function initialType(r: TypeReader, initial: Expression, scope: Scope): DeclaredType {
  const isNothing =
    (initial.type === 'Literal' && initial.value === null && !('regex' in initial)) || isUndefined(initial);
  if (isNothing) return anyType;
  if (initial.type === 'ObjectExpression' && initial.properties.length === 0) {
    const shape = { properties: new Map<string, Property>(), index: () => anyType, numberIndex: null };
    return single({ kind: 'object', name: 'object', shape: () => shape, class: null, instance: null });
  }
  return r.infer(initial, scope, false);
}

function isUndefined(node: Expression): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void')
  );
}

function objectPatternType(r: TypeReader, place: Extract<Node, { type: 'ObjectPattern' }>, scope: Scope): DeclaredType {
  const properties = new Map<string, Property>();
  let open = false;
  for (const property of place.properties) {
    const name = property.type === 'Property' ? keyName(r, property.key, property.computed, scope) : null;
    if (property.type !== 'Property' || name === null) {
      open = true;
      continue;
    }
    const { value } = property;
    const type = once(() => patternType(r, value, null, scope));
    properties.set(name, field(type, { optional: value.type === 'AssignmentPattern' }));
  }
  const shape = { properties, index: open ? () => anyType : null, numberIndex: null };
  const name = scope.module.text.slice(place.start, place.end);
  return single({ kind: 'object', name, shape: () => shape, class: null, instance: null });
}
