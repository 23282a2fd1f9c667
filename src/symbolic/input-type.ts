import { anyDouble, integersFrom, type Domain } from '#smt/term';
import type { BinaryType } from './binary-types';
import type { Scalar, Sort } from '#smt/sorts';

/**
 * What an input may be: one of its members. Types of parts are asked for when the program first looks
 * at them, so that recursive types need no end.
 */
export interface InputType {
  readonly members: readonly InputMember[];
}

export type InputMember =
  | { readonly kind: 'undefined' | 'null' | 'boolean' | 'string' | 'bigint' | 'symbol' }
  | { readonly kind: 'number'; readonly domain: Domain }
  /** One of some values of one sort: literal types, enums. */
  | { readonly kind: 'literals'; readonly sort: Sort; readonly values: readonly Scalar[] }
  | ObjectMember
  | { readonly kind: 'array'; readonly element: () => InputType; readonly readonly: boolean }
  | { readonly kind: 'tuple'; readonly elements: readonly TupleElement[]; readonly rest: (() => InputType) | null }
  | FunctionMember
  | { readonly kind: 'map'; readonly key: () => InputType; readonly value: () => InputType }
  | { readonly kind: 'set'; readonly value: () => InputType }
  | { readonly kind: 'date' | 'regexp' }
  | { readonly kind: 'binary'; readonly type: BinaryType }
  | { readonly kind: 'promise'; readonly value: () => InputType }
  | { readonly kind: 'error'; readonly constructorName: string };

/** Members that are no objects. */
export const primitiveKinds: ReadonlySet<InputMember['kind']> = new Set([
  'undefined',
  'null',
  'boolean',
  'string',
  'bigint',
  'symbol',
  'number',
  'literals',
]);

/** A plain object, or an instance of a class of the program. */
export interface ObjectMember {
  readonly kind: 'object';
  /** Objects of one name may be the same object. Anonymous types are named for their text. */
  readonly name: string;
  readonly properties: ReadonlyMap<string, PropertyType>;
  /** Type of further properties, under any key; null where there are none. */
  readonly index: (() => InputType) | null;
  readonly class: ClassReference | null;
  /** Of a class with private members, which only its constructor can give to an instance. */
  readonly construction?: InputConstruction;
  /** Classes of the program below that of an instance. */
  readonly subclasses?: () => readonly Subclass[];
}

/** A class that extends another, be it through others: its instances are values of the other's type, too. */
export interface Subclass {
  readonly name: string;
  readonly class: ClassReference;
  /** What it declares under a key: a method or an accessor, or a field. */
  readonly declares: (key: string) => 'code' | 'field' | null;
  readonly hasFields: boolean;
  /** Its instances; null where it is not known which of them the other type admits. */
  readonly member: () => ObjectMember | null;
  /** Where type arguments of the two do not agree, none of its instances is admitted. */
  readonly isOther: () => boolean;
}

/** Instances are as their class makes them, and what has an index signature has others anyway. */
export function mayHaveOthers(member: InputMember): member is ObjectMember {
  if (member.kind !== 'object' || member.class !== null) return false;
  return member.index === null && member.construction === undefined;
}

/** How an instance is made. It then has what its constructor gave it, and the properties that its type names besides. */
export interface InputConstruction {
  readonly params: () => readonly ParamInput[];
  /** Whether nothing but the constructor sets the fields of an instance. */
  readonly isFixed: () => boolean;
  /** The constructor puts the instance into a collection that is not its own, where it may keep what belongs to it: `secrets.set(this, …)`. */
  readonly isKnownElsewhere: boolean;
  /** What fields may hold, as far as that is known for certain; private ones under names as `#n`. */
  readonly fields: () => ReadonlyMap<string, PropertyType>;
}

/** What code has asked of inputs, and some that a type admits as well would answer otherwise. */
export interface Untried {
  /** The keys of an object that may have others than its type says. */
  keys: boolean;
  /** Whether two objects are alike that callers have handed in at different places, and that may have other keys than their types say. */
  pairs: boolean;
  /** Functions of the outside were called, which may change what they can get at. */
  outside: boolean;
  /** Functions of the outside were called, which may call what the program exports. */
  called: boolean;
  /** What classes below have in another way than the class that they extend. */
  readonly classes: Set<Subclass>;
}

/** A callback, or something else that can be called. */
export interface FunctionMember {
  readonly kind: 'function';
  readonly result: () => InputType;
  /** What it holds beside being callable. */
  readonly properties: ReadonlyMap<string, PropertyType>;
  /** Whether its type says that it is called with `new`. */
  readonly constructs?: boolean;
}

/** What every function has: how many parameters it asks for, and its name. */
export const ofFunctions: ReadonlyMap<string, InputType> = new Map<string, InputType>([
  ['length', { members: [{ kind: 'number', domain: integersFrom(0, 255) }] }],
  ['name', { members: [{ kind: 'string' }] }],
]);

const text: InputType = { members: [{ kind: 'string' }] };

/** What errors have: a message, and a name, which need not be that of their class. */
export const ofErrors: ReadonlyMap<string, InputType> = new Map([
  ['message', text],
  ['name', text],
]);

/** Of a function whose result is void: those that give something are admitted as well, and nobody is to look at it. */
export const givesNothing: InputType = { members: [{ kind: 'undefined' }] };

/** What functions that are handed in throw, and promises are rejected with: an error, as a rule. */
export const thrown: InputType = {
  members: [
    { kind: 'error', constructorName: 'Error' },
    { kind: 'undefined' },
    { kind: 'null' },
    { kind: 'number', domain: anyDouble },
    { kind: 'string' },
  ],
};

/** Properties that a type names. */
export function declaredKeys(member: InputMember | undefined): string[] {
  return member?.kind === 'object' || member?.kind === 'function' ? [...member.properties.keys()] : [];
}

export interface PropertyType {
  readonly optional: boolean;
  readonly type: () => InputType;
}

export interface TupleElement {
  readonly optional: boolean;
  readonly type: () => InputType;
}

/** A class of the program by its module and number there. */
export interface ClassReference {
  readonly path: string;
  readonly index: number;
}

/** What a function can be called with. */
export interface FunctionInputs {
  readonly params: readonly ParamInput[];
  /** Null where `this` is not an input: plain functions, static methods, constructors. */
  readonly receiver: InputType | null;
  /** Conditions on the inputs as source, over the names of the parameters and `this`. */
  readonly preconditions: readonly Precondition[];
  /** Types that were taken for something else, and why. Grows as parts of the types are looked at. */
  readonly widened: readonly Widened[];
  /** Classes whose instances are among the inputs, though no type names them. */
  readonly unnamed?: readonly Subclass[];
}

export interface ParamInput {
  /** The name of the parameter; of a pattern, one made for it. */
  readonly name: string;
  readonly type: InputType;
  readonly optional: boolean;
  readonly rest: boolean;
}

export interface Precondition {
  readonly text: string;
  readonly from: 'doc-comment' | 'configuration';
  readonly start: number;
}

export interface Widened {
  readonly type: string;
  readonly reason: string;
  /** There are inputs of this type that are never tried. */
  readonly isNarrower: boolean;
  /** The module of the offsets: types may be declared far from the function. */
  readonly path: string;
  readonly start: number;
  readonly end: number;
}
