import { anyDouble } from '#smt/term';
import type { InputMember } from '../input-type';
import type { DeclaredType, Member, ObjectType, Property, Shape } from './declared-type';

type PrimitiveKind = 'string' | 'number' | 'boolean' | 'bigint' | 'symbol';

/** A kind of plain data besides objects, and what the library gives to all of its values. */
interface Candidate {
  readonly kind: PrimitiveKind | 'array';
  readonly member: InputMember;
  readonly prototype: object;
}

const primitives: readonly Candidate[] = [
  { kind: 'string', member: { kind: 'string' }, prototype: String.prototype },
  { kind: 'number', member: { kind: 'number', domain: anyDouble }, prototype: Number.prototype },
  { kind: 'boolean', member: { kind: 'boolean' }, prototype: Boolean.prototype },
  { kind: 'bigint', member: { kind: 'bigint' }, prototype: BigInt.prototype },
  { kind: 'symbol', member: { kind: 'symbol' }, prototype: Symbol.prototype },
];

/**
 * Values that are no plain objects and still have all that a type asks for: `{ length: number }` is also a string or an array,
 * `{ toString(): string }` any primitive. Functions have names and lengths, too; they are no plain data.
 */
export function valuesOfShape(type: ObjectType, list: (shape: Shape) => InputMember): readonly InputMember[] {
  if (type.class !== null) return [];
  const shape = type.shape();
  if (shape.index !== null) return [];
  const array: Candidate = { kind: 'array', member: list(shape), prototype: Array.prototype };
  return [...primitives, array].flatMap((each) => (isOfShape(each, shape) ? [each.member] : []));
}

function isOfShape(candidate: Candidate, { properties, numberIndex }: Shape): boolean {
  if (numberIndex !== null && !hasElements(candidate, numberIndex())) return false;
  const named = [...properties];
  // A type whose properties are all optional wants one of them to be there.
  const shared = named.filter(([name]) => name in candidate.prototype);
  if (shared.length === 0 && numberIndex === null) return false;
  return (
    shared.every(([name, property]) => isMember(candidate, name, property)) &&
    named.every(([name, { optional }]) => optional || name in candidate.prototype)
  );
}

function hasElements({ kind }: Candidate, element: DeclaredType): boolean {
  return kind === 'array' || (kind === 'string' && admits(element, 'string'));
}

function isMember({ kind, prototype }: Candidate, name: string, property: Property): boolean {
  const type = property.type();
  if (name === 'length') return admits(type, 'number');
  if (name === 'description') return admits(type, 'string') && (property.optional || admits(type, 'undefined'));
  if (typeof Reflect.get(prototype, name, valueOf[kind]) !== 'function') return false;
  return type.members.some((member) => member.kind === 'anything' || isMethod(kind, name, member));
}

const valueOf: Readonly<Record<Candidate['kind'], unknown>> = {
  string: '',
  number: 0,
  boolean: false,
  bigint: 0n,
  symbol: Symbol.iterator,
  array: [],
};

/** What methods of the library give is looked at where types that are declared by hand name them. */
function isMethod(kind: Candidate['kind'], name: string, member: Member): boolean {
  if (member.kind !== 'function') return false;
  const result = member.signature.result();
  if (name === 'toString' || name === 'toLocaleString') return admits(result, 'string');
  return name !== 'valueOf' || (kind === 'array' ? admitsArrays(result) : admits(result, kind));
}

/** Whether any value of a kind is of the type. */
function admits({ members }: DeclaredType, kind: PrimitiveKind | 'undefined'): boolean {
  if (kind === 'boolean') {
    const literals = new Set(members.flatMap((member) => (member.kind === 'literal' ? [member.value] : [])));
    if (literals.has(true) && literals.has(false)) return true;
  }
  return members.some((member) => member.kind === kind || member.kind === 'anything' || member.kind === 'not-nullish');
}

function admitsArrays({ members }: DeclaredType): boolean {
  return members.some(({ kind }) => /^(?:anything|not-nullish|not-primitive|array)$/.test(kind));
}
