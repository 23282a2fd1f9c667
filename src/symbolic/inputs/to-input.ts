import { sortOf, type Scalar } from '#smt/sorts';
import {
  givesNothing,
  type InputMember,
  type InputType,
  type ObjectMember,
  type ParamInput,
  type PropertyType,
  type Subclass,
} from '../input-type';
import { anything, anyObject, anythingButNullish } from './anything';
import {
  once,
  voidType,
  withUndefined,
  type DeclaredSubclass,
  type DeclaredType,
  type Lazy,
  type Member,
  type ObjectType,
  type Shape,
  type Signature,
  type SignatureParam,
} from './declared-type';
import { inDomain } from './intersect';
import { awaited } from './library-types';
import { valuesOfShape } from './values-of-shape';

const converted = new WeakMap<DeclaredType, InputType>();

/** A declared type as what an input may be. */
export function toInput(type: DeclaredType): InputType {
  let input = converted.get(type);
  if (input === undefined) converted.set(type, (input = convert(type)));
  return input;
}

function convert({ members }: DeclaredType): InputType {
  if (members.some(({ kind }) => kind === 'anything')) return anything;
  const result: InputMember[] = [];
  const literals = new Map<string, Scalar[]>();
  for (const member of members) {
    if (member.kind === 'literal') {
      if (members.some((other) => covers(other, member.value))) continue;
      const sort = sortOf(member.value);
      const known = literals.get(sort);
      if (known === undefined) {
        const values: Scalar[] = [member.value];
        literals.set(sort, values);
        result.push({ kind: 'literals', sort, values });
      } else known.push(member.value);
    } else result.push(...inputMembers(member));
  }
  return { members: unique(result.map(wholeBoolean)) };
}

function covers(member: Member, value: Scalar): boolean {
  if (member.kind === 'number') return typeof value === 'number' && inDomain(value, member.domain);
  return (member.kind === 'string' || member.kind === 'bigint') && typeof value === member.kind;
}

function wholeBoolean(member: InputMember): InputMember {
  return member.kind === 'literals' && member.sort === 'bool' && member.values.length === 2
    ? { kind: 'boolean' }
    : member;
}

/** `{}` and `object` bring members that others may have brought before. */
function unique(members: readonly InputMember[]): readonly InputMember[] {
  const kinds = new Set<string>();
  return members.filter((member) => {
    if (!/^(?:undefined|null|boolean|string|bigint|symbol|date|regexp)$/.test(member.kind)) return true;
    const isNew = !kinds.has(member.kind);
    kinds.add(member.kind);
    return isNew;
  });
}

const convertedMembers = new WeakMap<Member, readonly InputMember[]>();

/** A member is converted once, whatever unions it is part of. */
function inputMembers(member: NamedMember): readonly InputMember[] {
  let members = convertedMembers.get(member);
  if (members === undefined) convertedMembers.set(member, (members = convertMember(member)));
  return members;
}

type NamedMember = Exclude<Member, { kind: 'literal' }>;

function convertMember(member: NamedMember): readonly InputMember[] {
  switch (member.kind) {
    case 'anything':
      return anything.members;
    case 'not-nullish':
      return anythingButNullish.members;
    case 'not-primitive':
      return anyObject.members;
    case 'object':
      if (isEmpty(member)) return anythingButNullish.members;
      return [objectMember(member), ...valuesOfShape(member, listOfShape)];
    case 'array':
      return [{ kind: 'array', element: part(member.element), readonly: member.readonly }];
    case 'tuple':
      return [
        {
          kind: 'tuple',
          elements: member.elements.map(({ type, optional }) => ({ optional, type: part(type, optional) })),
          rest: member.rest === null ? null : part(member.rest),
        },
      ];
    case 'function':
      return [
        {
          kind: 'function',
          result: resultOf(member.signature),
          properties: member.properties === null ? new Map() : propertiesOf(member.properties()),
          constructs: member.signature.constructed !== null,
        },
      ];
    case 'map':
      return [{ kind: 'map', key: part(member.key), value: part(member.value) }];
    case 'set':
      return [{ kind: 'set', value: part(member.value) }];
    case 'promise':
      // A promise of a promise is one of what that gives.
      return [{ kind: 'promise', value: part(() => awaited(member.value(), 0)) }];
    default:
      return [member];
  }
}

/** A type without members, like `{}`, asks for nothing. */
function isEmpty(member: ObjectType): boolean {
  if (member.class !== null) return false;
  const { properties, index, numberIndex } = member.shape();
  return properties.size === 0 && index === null && numberIndex === null;
}

function listOfShape({ numberIndex }: Shape): InputMember {
  return { kind: 'array', element: numberIndex === null ? () => anything : part(numberIndex), readonly: false };
}

function objectMember(member: ObjectType): ObjectMember {
  const { name } = member;
  const shape = member.shape();
  const properties = propertiesOf(shape);
  const construction = member.instance?.construction() ?? null;
  const subclasses = once(() => member.instance?.subclasses().map(subclass) ?? []);
  const known = {
    kind: 'object',
    name,
    class: member.class,
    ...(member.class === null ? {} : { subclasses }),
  } as const;
  if (construction === null) return { ...known, properties, index: indexOf(shape) };
  const supplied = construction.supplied();
  return {
    ...known,
    properties: new Map([...properties].filter(([key]) => supplied.has(key))),
    index: null,
    construction: {
      params: once(() => construction.params().map(paramInput)),
      isFixed: construction.isFixed,
      isKnownElsewhere: construction.isKnownElsewhere,
      fields: once(
        () =>
          new Map([
            ...(construction.isTyped ? properties : []),
            ...propertiesOf({ ...shape, properties: construction.privateFields() }),
          ]),
      ),
    },
  };
}

function subclass({ type, ...declared }: DeclaredSubclass): Subclass {
  const member = once(() => {
    const found = type();
    const [only] = found === null ? [] : toInput(found).members;
    return only?.kind === 'object' ? only : null;
  });
  return { ...declared, member };
}

function paramInput({ name, type, optional, rest }: SignatureParam): ParamInput {
  return { name, type: part(type, optional && !rest)(), optional, rest };
}

function propertiesOf(shape: Shape): ReadonlyMap<string, PropertyType> {
  const properties = new Map<string, PropertyType>();
  for (const [name, { type, optional, inherited }] of shape.properties) {
    if (!inherited) properties.set(name, { optional, type: part(type, optional) });
  }
  return properties;
}

function indexOf({ index, numberIndex }: Shape): (() => InputType) | null {
  const type = index ?? numberIndex;
  return type === null ? null : part(type);
}

function resultOf({ result }: Signature): () => InputType {
  return once(() => (result() === voidType ? givesNothing : toInput(result())));
}

function part(type: Lazy, optional = false): () => InputType {
  return once(() => toInput(optional ? withUndefined(type()) : type()));
}
