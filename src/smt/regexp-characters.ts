import type { AST } from '@eslint-community/regexpp';
import { NotRegular } from './not-regular';
import {
  complement,
  digits,
  lastUnit,
  lineTerminators,
  spaces,
  united,
  wordCharacters,
  type Characters,
} from './smt-lib-characters';

export type CharacterElement = AST.Character | AST.CharacterSet | AST.CharacterClass;

/** The UTF-16 units that an element which takes one character matches. */
export function elementCharacters(element: CharacterElement, flags: AST.Flags): Characters {
  const { set, negated } = described(element, flags);
  if (flags.unicode && (negated || set.some(([, last]) => last >= 0xd800))) {
    throw new NotRegular('characters of two units, with the flag u');
  }
  if (!flags.ignoreCase) return negated ? complement(set) : set;
  if (flags.unicode) throw new NotRegular('letters of both cases, with the flag u');
  const folded = bothCases(set);
  return negated ? complement(folded) : folded;
}

interface Description {
  readonly set: Characters;
  readonly negated: boolean;
}

function described(element: CharacterElement, flags: AST.Flags): Description {
  switch (element.type) {
    case 'Character':
      return { set: [[element.value, element.value]], negated: false };
    case 'CharacterSet':
      return describedSet(element, flags);
    case 'CharacterClass':
      if (element.unicodeSets) throw new NotRegular('the flag v');
      return { set: united(...element.elements.map((part) => classElement(part, flags))), negated: element.negate };
  }
}

function classElement(part: AST.ClassRangesCharacterClassElement, flags: AST.Flags): Characters {
  if (part.type === 'CharacterClassRange') return [[part.min.value, part.max.value]];
  const { set, negated } = described(part, flags);
  if (negated && flags.unicode) throw new NotRegular('characters of two units, with the flag u');
  return negated ? complement(set) : set;
}

function describedSet(element: AST.CharacterSet, flags: AST.Flags): Description {
  switch (element.kind) {
    case 'any':
      return flags.dotAll ? { set: [], negated: true } : { set: lineTerminators, negated: true };
    case 'digit':
      return { set: digits, negated: element.negate };
    case 'space':
      return { set: spaces, negated: element.negate };
    case 'word':
      return { set: wordCharacters, negated: element.negate };
    case 'property':
      throw new NotRegular('properties of characters');
  }
}

let groups: ReadonlyMap<number, readonly number[]> | null = null;

/** All units that the flag `i` takes for one of a set. */
function bothCases(set: Characters): Characters {
  groups ??= groupsByCase();
  const more: [number, number][] = [];
  for (const [first, last] of set) {
    for (let unit = first; unit <= Math.min(last, lastUnit); unit++) {
      for (const other of groups.get(canonical(unit)) ?? []) more.push([other, other]);
    }
  }
  return united(set, more);
}

/** Units that have another one of the same canonical form. */
function groupsByCase(): ReadonlyMap<number, readonly number[]> {
  const all = new Map<number, number[]>();
  for (let unit = 0; unit <= lastUnit; unit++) {
    const form = canonical(unit);
    const group = all.get(form);
    if (group === undefined) all.set(form, [unit]);
    else group.push(unit);
  }
  for (const [form, group] of all) if (group.length === 1) all.delete(form);
  return all;
}

/** Canonicalize of the language, without the flag `u`. */
function canonical(unit: number): number {
  const upper = String.fromCharCode(unit).toUpperCase();
  if (upper.length !== 1) return unit;
  const code = upper.charCodeAt(0);
  return unit >= 128 && code < 128 ? unit : code;
}
