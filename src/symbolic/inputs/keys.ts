import { anyDouble } from '#smt/term';
import { intersect } from './intersect';
import {
  literal,
  never,
  single,
  stringType,
  undefinedType,
  union,
  withUndefined,
  type DeclaredType,
  type Member,
  type Property,
  type Shape,
  type TupleType,
} from './declared-type';

export const numberType: DeclaredType = single({ kind: 'number', domain: anyDouble });
export const propertyKeyType: DeclaredType = union([stringType, numberType, single({ kind: 'symbol' })]);

/** `keyof`: of a union, the keys that all members have. */
export function keysOf(type: DeclaredType): DeclaredType {
  if (type.members.length === 0) return propertyKeyType;
  return type.members.map(keysOfMember).reduce((all, keys) => intersect(all, keys));
}

function keysOfMember(member: Member): DeclaredType {
  switch (member.kind) {
    case 'anything':
      return member.declared === 'any' ? propertyKeyType : never;
    case 'array':
      return union([numberType, literal('length')]);
    case 'tuple':
      return union([...member.elements.map((_, i) => literal(String(i))), numberType, literal('length')]);
    default: {
      const shape = shapeOf(member);
      if (shape === null) return never;
      const names = [...shape.properties.keys()].map((name) => literal(isIndex(name) ? Number(name) : name));
      const index = shape.index === null ? [] : [stringType, numberType];
      return union([...names, ...index, ...(shape.numberIndex === null ? [] : [numberType])]);
    }
  }
}

/** Keys written as numbers are numbers to `keyof`. */
function isIndex(name: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(name);
}

export function shapeOf(member: Member): Shape | null {
  if (member.kind === 'object') return member.shape();
  return member.kind === 'function' && member.properties !== null ? member.properties() : null;
}

/** `T[K]`; null where a key is not known of the type. */
export function accessed(type: DeclaredType, keys: DeclaredType): DeclaredType | null {
  const parts: DeclaredType[] = [];
  for (const member of type.members) {
    for (const key of keys.members) {
      const part = accessedMember(member, key);
      if (part === null) return null;
      parts.push(part);
    }
  }
  return union(parts);
}

function accessedMember(member: Member, key: Member): DeclaredType | null {
  if (member.kind === 'anything') return single(member);
  const name = key.kind === 'literal' ? String(key.value) : null;
  if (member.kind === 'array') {
    if (name === 'length') return numberType;
    return key.kind === 'number' || (name !== null && isIndex(name)) ? member.element() : null;
  }
  if (member.kind === 'tuple') return accessedTuple(member, key, name);
  const shape = shapeOf(member);
  if (shape === null) return null;
  const property = name === null ? undefined : shape.properties.get(name);
  if (property !== undefined) return readProperty(property);
  const byNumber = key.kind === 'number' || (key.kind === 'literal' && typeof key.value === 'number');
  const index = byNumber ? (shape.numberIndex ?? shape.index) : shape.index;
  return index === null ? null : index();
}

function accessedTuple(tuple: TupleType, key: Member, name: string | null): DeclaredType | null {
  const parts = tuple.elements.map(({ type, optional }) => (optional ? withUndefined(type()) : type()));
  const rest = tuple.rest === null ? [] : [tuple.rest()];
  if (name === 'length') return tuple.rest === null ? literal(tuple.elements.length) : numberType;
  if (key.kind === 'number') return union([...parts, ...rest]);
  if (name === null || !isIndex(name)) return null;
  return parts[Number(name)] ?? rest[0] ?? undefinedType;
}

export function readProperty(property: Property): DeclaredType {
  return property.optional ? withUndefined(property.type()) : property.type();
}
