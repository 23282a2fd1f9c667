import type { Member } from './declared-type';

const prototypes: Readonly<Partial<Record<Member['kind'], object>>> = {
  string: String.prototype,
  number: Number.prototype,
  bigint: BigInt.prototype,
  symbol: Symbol.prototype,
  array: Array.prototype,
  tuple: Array.prototype,
  function: Function.prototype,
  map: Map.prototype,
  set: Set.prototype,
  date: Date.prototype,
  regexp: RegExp.prototype,
  promise: Promise.prototype,
  error: Error.prototype,
  binary: Uint8Array.prototype,
};

const ofLiterals: Readonly<Record<string, object>> = {
  string: String.prototype,
  number: Number.prototype,
  bigint: BigInt.prototype,
  boolean: Boolean.prototype,
};

/** Whether the library gives a member of that name to values of a type; null where the type is not one of the library's. */
export function hasLibraryMember(member: Member, name: string): boolean | null {
  if (member.kind === 'undefined' || member.kind === 'null') return false;
  const prototype = member.kind === 'literal' ? ofLiterals[typeof member.value] : prototypes[member.kind];
  return prototype === undefined ? null : name in prototype;
}
