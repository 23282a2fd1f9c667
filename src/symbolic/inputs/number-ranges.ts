import { integersFrom, type Domain } from '#smt/term';
import { single, type DeclaredType } from './declared-type';
import type { TypeArgument } from './reader';

const fixed: Readonly<Record<string, Domain>> = {
  int: integersFrom(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  int32: integersFrom(-(2 ** 31), 2 ** 31 - 1),
  uint32: integersFrom(0, 2 ** 32 - 1),
  uint8: integersFrom(0, 255),
  nat: integersFrom(0, Number.MAX_SAFE_INTEGER),
};

/** The types that the package exports to say more of a number; null for other names and for bounds that are no literals. */
export function numberRange(name: string, args: readonly TypeArgument[]): DeclaredType | null {
  const domain = fixed[name] ?? boundedDomain(name, args);
  return domain === null ? null : single({ kind: 'number', domain });
}

export function isNumberRange(name: string): boolean {
  return Object.hasOwn(fixed, name) || name === 'range' || name === 'intRange';
}

function boundedDomain(name: string, args: readonly TypeArgument[]): Domain | null {
  if (name !== 'range' && name !== 'intRange') return null;
  const [min, max] = args.map(({ type }) => boundOf(type()));
  if (min === undefined || min === null || max === undefined || max === null || min > max) return null;
  if (name === 'intRange') return integersFrom(Math.ceil(min), Math.floor(max));
  return { integer: false, min, max, nan: false, negativeZero: min <= 0 && max >= 0 };
}

function boundOf({ members }: DeclaredType): number | null {
  const [member, ...others] = members;
  return member?.kind === 'literal' && typeof member.value === 'number' && others.length === 0 ? member.value : null;
}
