import type { TSMappedType, TSType } from 'oxc-parser';
import {
  literal,
  once,
  single,
  union,
  type DeclaredType,
  type Lazy,
  type Member,
  type Property,
  type Shape,
} from './declared-type';
import { keysOf, numberType, shapeOf } from './keys';
import { labelOf } from './labels';
import { field } from './members';
import { bind, type Scope, type TypeReader } from './reader';
import { parameterOf } from './type-parameters';

/** `{ [K in C as N]?: T }` over keys that are known. */
export function readMapped(r: TypeReader, node: TSMappedType, scope: Scope): DeclaredType {
  const source = modifierSource(r, node.constraint, scope);
  if (source === null) return single(mappedObject(r, node, scope, r.read(node.constraint, scope), null));
  const { type, parameter } = source;
  return union(type.members.map((member) => mappedMember(r, node, rebind(scope, parameter, member), member)));
}

interface ModifierSource {
  readonly type: DeclaredType;
  /** The type parameter that stands for it: then the mapping goes through unions, arrays and tuples. */
  readonly parameter: object | null;
}

/** The type of `keyof T`, or of a parameter constrained to it, whose modifiers are kept. */
function modifierSource(r: TypeReader, constraint: TSType, scope: Scope): ModifierSource | null {
  if (constraint.type === 'TSTypeOperator' && constraint.operator === 'keyof') {
    const operand = constraint.typeAnnotation;
    return { type: r.read(operand, scope), parameter: parameterOf(operand, scope) };
  }
  return null;
}

function rebind(scope: Scope, parameter: object | null, member: Member): Scope {
  const argument = parameter === null ? undefined : scope.bound.get(parameter);
  if (parameter === null || argument === undefined) return scope;
  return bind(scope, [[parameter, { ...argument, type: () => single(member) }]]);
}

function mappedMember(r: TypeReader, node: TSMappedType, scope: Scope, member: Member): DeclaredType {
  switch (member.kind) {
    case 'object':
      return single(mappedObject(r, node, scope, keysOf(single(member)), member.shape()));
    case 'function':
      return single(mappedObject(r, node, scope, keysOf(single(member)), shapeOf(member)));
    case 'array':
      return single({ ...member, element: valueFor(r, node, scope, numberType, 'number') });
    case 'tuple': {
      const optional = (was: boolean): boolean => modified(was, node.optional);
      const elements = member.elements.map((part, i) => ({
        type: valueFor(r, node, scope, literal(String(i)), String(i)),
        optional: optional(part.optional),
      }));
      const rest = member.rest === null ? null : valueFor(r, node, scope, numberType, 'number');
      return single({ ...member, elements, rest });
    }
    case 'anything':
      return single(mappedObject(r, node, scope, keysOf(single(member)), null));
    default:
      return single(member);
  }
}

function modified(was: boolean, modifier: TSMappedType['optional'] | TSMappedType['readonly']): boolean {
  return modifier === '-' ? false : modifier === true || modifier === '+' ? true : was;
}

function valueFor(r: TypeReader, node: TSMappedType, scope: Scope, key: DeclaredType, label: string): Lazy {
  const { typeAnnotation } = node;
  if (typeAnnotation === null) return () => single({ kind: 'anything', declared: 'any' });
  const inner = bind(scope, [[node, { type: () => key, label, key: label }]]);
  const value = r.lazy(typeAnnotation, inner);
  return once(() => (node.optional === '-' ? withoutUndefined(value()) : value()));
}

export function withoutUndefined(type: DeclaredType): DeclaredType {
  return { members: type.members.filter(({ kind }) => kind !== 'undefined') };
}

function mappedObject(
  r: TypeReader,
  node: TSMappedType,
  scope: Scope,
  keys: DeclaredType,
  source: Shape | null,
): Member {
  const shape = once((): Shape => {
    const properties = new Map<string, Property>();
    let index: Lazy | null = null;
    let numberIndex: Lazy | null = null;
    for (const key of keys.members) {
      if (key.kind === 'literal') {
        const before = source?.properties.get(String(key.value));
        for (const name of namesOf(r, node, scope, key))
          properties.set(name, mappedProperty(r, node, scope, key, before));
      } else if (key.kind === 'string') index = valueFor(r, node, scope, single(key), 'string');
      else if (key.kind === 'number') numberIndex = valueFor(r, node, scope, single(key), 'number');
    }
    return { properties, index, numberIndex };
  });
  return { kind: 'object', name: labelOf(node, scope), shape, class: null, instance: null };
}

function mappedProperty(
  r: TypeReader,
  node: TSMappedType,
  scope: Scope,
  key: Extract<Member, { kind: 'literal' }>,
  before: Property | undefined,
): Property {
  const label = JSON.stringify(String(key.value));
  return field(valueFor(r, node, scope, single(key), label), {
    optional: modified(before?.optional ?? false, node.optional),
    readonly: modified(before?.readonly ?? false, node.readonly),
    unit: before?.unit ?? false,
  });
}

/** Names under which a key appears: renamed by `as`, none where that is `never`. */
function namesOf(
  r: TypeReader,
  node: TSMappedType,
  scope: Scope,
  key: Extract<Member, { kind: 'literal' }>,
): readonly string[] {
  if (node.nameType === null) return [String(key.value)];
  const label = JSON.stringify(String(key.value));
  const renamed = r.read(node.nameType, bind(scope, [[node, { type: () => single(key), label, key: label }]]));
  return renamed.members.flatMap((member) => (member.kind === 'literal' ? [String(member.value)] : []));
}

/** `Pick`, `Omit`, `Partial`, `Required`, `Readonly`: the same objects with other properties. */
export function reshaped(
  type: DeclaredType,
  label: string,
  change: (name: string, property: Property) => Property | null,
  keepIndex = true,
): DeclaredType {
  return union(
    type.members.map((member): DeclaredType => {
      const original = member.kind === 'object' || member.kind === 'function' ? shapeOf(member) : null;
      if (original === null) return single(member);
      const shape = once((): Shape => {
        const properties = new Map<string, Property>();
        for (const [name, property] of original.properties) {
          const changed = change(name, property);
          // The result is a plain object: it has its methods as properties.
          if (changed !== null) properties.set(name, { ...changed, inherited: false });
        }
        return keepIndex ? { ...original, properties } : { properties, index: null, numberIndex: null };
      });
      return single({ kind: 'object', name: label, shape, class: null, instance: null });
    }),
  );
}

/** `Record<K, V>` */
export function recordOf(keys: DeclaredType, value: Lazy, label: string): DeclaredType {
  if (keys.members.length === 0) return single({ kind: 'not-nullish' });
  const properties = new Map<string, Property>();
  let index: Lazy | null = null;
  let numberIndex: Lazy | null = null;
  for (const key of keys.members) {
    if (key.kind === 'literal') properties.set(String(key.value), field(value));
    else if (key.kind === 'string' || key.kind === 'anything') index = value;
    else if (key.kind === 'number') numberIndex = value;
  }
  const shape: Shape = { properties, index, numberIndex };
  return single({ kind: 'object', name: label, shape: () => shape, class: null, instance: null });
}
