import type { Domain } from '#smt/term';
import { sameScalar, type Scalar } from '#smt/sorts';
import type { BinaryType } from '../binary-types';
import type { ClassReference, Subclass } from '../input-type';

/**
 * A type as the source declares it, read down to its outermost form: the union of its members, none for
 * `never`. It knows more than an input needs (signatures, read-only parts, methods), so that operators on types
 * can be computed. Parts are read when they are asked for.
 */
export interface DeclaredType {
  readonly members: readonly Member[];
}

export type Lazy = () => DeclaredType;

export type Member =
  /** `any`, `unknown`, and whatever was not understood. */
  | { readonly kind: 'anything'; readonly declared: 'any' | 'unknown' }
  /** `{}` */
  | { readonly kind: 'not-nullish' }
  /** `object` */
  | { readonly kind: 'not-primitive' }
  | { readonly kind: 'undefined' | 'null' | 'string' | 'bigint' | 'symbol' }
  | { readonly kind: 'number'; readonly domain: Domain }
  | { readonly kind: 'literal'; readonly value: Scalar }
  | ArrayType
  | TupleType
  | ObjectType
  | FunctionType
  | { readonly kind: 'map'; readonly key: Lazy; readonly value: Lazy }
  | { readonly kind: 'set'; readonly value: Lazy }
  | { readonly kind: 'date' | 'regexp' }
  | { readonly kind: 'binary'; readonly type: BinaryType }
  | { readonly kind: 'promise'; readonly value: Lazy }
  | { readonly kind: 'error'; readonly constructorName: string };

export interface ArrayType {
  readonly kind: 'array';
  readonly element: Lazy;
  readonly readonly: boolean;
}

export interface TupleType {
  readonly kind: 'tuple';
  readonly elements: readonly TuplePart[];
  readonly rest: Lazy | null;
  readonly readonly: boolean;
}

export interface TuplePart {
  readonly type: Lazy;
  readonly optional: boolean;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly shape: () => Shape;
  readonly class: ClassReference | null;
  /** The declaration that this is an instance of, with its type arguments; null for anonymous types. */
  readonly instance: Instance | null;
}

export interface Instance {
  /** The syntax node of the declaration, as an identity. */
  readonly declaration: object;
  readonly args: readonly Lazy[];
  /** Null where instances can be made of their properties. */
  readonly construction: () => Construction | null;
  readonly subclasses: () => readonly DeclaredSubclass[];
}

/** A class below another one. */
export interface DeclaredSubclass extends Omit<Subclass, 'member'> {
  /** Null where it is not known which of its instances the other type admits. */
  readonly type: () => DeclaredType | null;
}

/** Only the constructor of a class with private members makes instances, and of one that puts them into a collection which is not theirs. */
export interface Construction {
  readonly params: () => readonly SignatureParam[];
  /** Whether nothing but the constructor sets the fields of an instance. */
  readonly isFixed: () => boolean;
  /** The constructor puts the instance into such a collection. */
  readonly isKnownElsewhere: boolean;
  /** Names of what subclasses must supply. */
  readonly supplied: () => ReadonlySet<string>;
  /** The compiler keeps fields to their types. */
  readonly isTyped: boolean;
  /** Private fields of instances, inherited ones too, by names as `#n`. */
  readonly privateFields: () => ReadonlyMap<string, Property>;
}

export interface FunctionType {
  readonly kind: 'function';
  readonly signature: Signature;
  readonly properties: (() => Shape) | null;
}

export interface Shape {
  readonly properties: ReadonlyMap<string, Property>;
  /** Type of what any other key holds. */
  readonly index: Lazy | null;
  readonly numberIndex: Lazy | null;
}

export interface Property {
  readonly type: Lazy;
  readonly optional: boolean;
  readonly readonly: boolean;
  /** A method or accessor of a class of the program: instances have it without being given it. */
  readonly inherited: boolean;
  /** The type is written as a literal, so that it can tell the members of a union apart. */
  readonly unit: boolean;
}

export interface Signature {
  readonly params: () => readonly SignatureParam[];
  readonly result: Lazy;
  /** What `new` makes of it; null where it is not a constructor. */
  readonly constructed: Lazy | null;
}

export interface SignatureParam {
  readonly name: string;
  readonly type: Lazy;
  readonly optional: boolean;
  readonly rest: boolean;
}

export const never: DeclaredType = { members: [] };
export const anyType: DeclaredType = { members: [{ kind: 'anything', declared: 'any' }] };
export const unknownType: DeclaredType = { members: [{ kind: 'anything', declared: 'unknown' }] };
export const undefinedType: DeclaredType = { members: [{ kind: 'undefined' }] };
/** Of a value the same; functions of which it is the whole result may give something. */
export const voidType: DeclaredType = { members: [{ kind: 'undefined' }] };
export const stringType: DeclaredType = { members: [{ kind: 'string' }] };
export const booleanType: DeclaredType = {
  members: [
    { kind: 'literal', value: false },
    { kind: 'literal', value: true },
  ],
};

export function single(member: Member): DeclaredType {
  return { members: [member] };
}

export function literal(value: Scalar): DeclaredType {
  return { members: [{ kind: 'literal', value }] };
}

export function arrayOf(element: Lazy, readonly = false): DeclaredType {
  return { members: [{ kind: 'array', element, readonly }] };
}

export function functionReturning(result: Lazy): FunctionType {
  const rest = { name: 'args', type: () => arrayOf(() => anyType), optional: false, rest: true };
  return { kind: 'function', signature: { params: () => [rest], result, constructed: null }, properties: null };
}

/** The union, each literal and each kind of primitive once. */
export function union(types: readonly DeclaredType[]): DeclaredType {
  const [first, ...others] = types.filter((type) => type.members.length > 0);
  if (first === undefined) return never;
  if (others.length === 0) return first;
  const members: Member[] = [];
  const literals = new Set<Scalar>();
  for (const member of types.flatMap((type) => type.members)) {
    if (member.kind === 'literal') {
      if (!literals.has(member.value)) members.push(member);
      literals.add(member.value);
    } else if (!members.some((other) => sameMember(other, member))) members.push(member);
  }
  const top = members.find((member) => member.kind === 'anything');
  return top === undefined ? { members } : single(top);
}

/** Whether two members are one by what is known without reading their parts. */
function sameMember(left: Member, right: Member): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind) return false;
  switch (left.kind) {
    case 'literal':
      return right.kind === 'literal' && sameScalar(left.value, right.value);
    case 'number':
      return right.kind === 'number' && sameDomain(left.domain, right.domain);
    case 'object':
      return right.kind === 'object' && left.instance !== null && left.name === right.name;
    case 'error':
      return right.kind === 'error' && left.constructorName === right.constructorName;
    case 'binary':
      return right.kind === 'binary' && left.type === right.type;
    case 'array':
    case 'tuple':
    case 'function':
    case 'map':
    case 'set':
    case 'promise':
      return false;
    default:
      return true;
  }
}

function sameDomain(left: Domain, right: Domain): boolean {
  return (
    left.integer === right.integer &&
    left.min === right.min &&
    left.max === right.max &&
    left.nan === right.nan &&
    left.negativeZero === right.negativeZero
  );
}

export function withUndefined(type: DeclaredType): DeclaredType {
  return union([type, undefinedType]);
}

/** Reads a part once, when it is first asked for. */
export function once<T>(read: () => T): () => T {
  let known: { readonly value: T } | null = null;
  return () => (known ??= { value: read() }).value;
}

export const emptyShape: Shape = { properties: new Map(), index: null, numberIndex: null };
