import { integersFrom, type Term } from '#smt/term';
import type { Terms } from '#smt/terms';
import { elementsOfType, givenAs, isElementType, stored, type BinaryType, type ElementType } from './binary-types';
import type { InputMember, InputType } from './input-type';
import type { Location } from './location';

/** Longest array that an input can be: the engine holds no longer one that has all its elements. */
export const mostElements = 2 ** 27 - 1;

/** The symbol for a scalar of the input; null for members that are no scalars, or but one. */
export function scalarOfInput(terms: Terms, { name }: Location, member: InputMember): Term | null {
  switch (member.kind) {
    case 'boolean':
      return terms.symbol(name, 'bool');
    case 'number':
      return terms.symbol(name, 'num', member.domain);
    case 'string':
      return terms.symbol(name, 'str');
    case 'bigint':
      return terms.symbol(name, 'big');
    case 'literals':
      return member.values.length === 1 ? null : terms.symbol(name, member.sort);
    default:
      return null;
  }
}

type ListMember = Extract<InputMember, { kind: 'array' | 'tuple' | 'binary' }>;

/** How many elements an array that was handed in has; of a buffer, how many bytes. */
export function lengthOfInput(terms: Terms, { name }: Location, member: ListMember): Term {
  if (member.kind === 'binary') {
    const property = isElementType(member.type) ? 'length' : 'byteLength';
    return terms.symbol(`${name}.${property}`, 'num', integersFrom(0, mostElements));
  }
  const fixed = member.kind === 'tuple' ? member.elements.length : 0;
  const required = member.kind === 'tuple' ? member.elements.filter((element) => !element.optional).length : 0;
  const most = member.kind === 'tuple' && member.rest === null ? fixed : mostElements;
  if (required === most) return terms.constant(most);
  return terms.symbol(`${name}.length`, 'num', integersFrom(required, most));
}

/** What the elements of a typed array that is handed in can be. */
export function elementInput(type: BinaryType): InputType {
  // One object for each type: places are told apart by it.
  const known = elementInputs.get(type);
  if (known !== undefined) return known;
  const { sort, domain } = elementsOfType(givenAs(type));
  const made: InputType = { members: [sort === 'big' ? { kind: 'bigint' } : { kind: 'number', domain }] };
  elementInputs.set(type, made);
  return made;
}

const elementInputs = new Map<BinaryType, InputType>();

/** An element of a typed array that was handed in. */
export function binaryElement(terms: Terms, { name }: Pick<Location, 'name'>, type: ElementType): Term {
  const { sort, domain } = elementsOfType(type);
  return stored(terms, type, sort === 'big' ? terms.symbol(name, 'big') : terms.symbol(name, 'num', domain));
}

/** How many entries a map or set that was handed in has. */
export function sizeOfInput(terms: Terms, { name }: Location): Term {
  return terms.symbol(`${name}.size`, 'num', integersFrom(0, 2 ** 24 - 1));
}

/** The moment of a date that was handed in; NaN of an invalid one. */
export function timeOfInput(terms: Terms, location: Location): Term {
  return terms.choice(
    invalidityOfInput(terms, location),
    terms.constant(Number.NaN),
    validTimeOfInput(terms, location),
  );
}

/** Whether a date that was handed in is none: `new Date(NaN)`. */
export function invalidityOfInput(terms: Terms, { name }: Location): Term {
  return terms.symbol(`${name} is invalid`, 'bool');
}

/** The moment of a date that was handed in, where it is valid. */
export function validTimeOfInput(terms: Terms, { name }: Location): Term {
  return terms.symbol(`${name}.getTime()`, 'num', integersFrom(-8.64e15, 8.64e15));
}
