import { after, before } from './interval';
import { inPostOrder } from './post-order';
import type { Propagation } from './propagation';
import { contains, hasNumbers, type Range } from './range';
import { isInDomain } from './satisfies';
import type { Scalar } from './sorts';
import type { Term, Unknown } from './term';
import { mayBe } from './text-fact';

/** Constants that occur in constraints, by sort: values near them are worth trying. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly strings: readonly string[];
  readonly bigints: readonly bigint[];
}

/** More constants than these are not looked at. */
const mostConstants = 12;
/** Strings longer than this are not made up. */
const longestGuess = 4096;

export function constantsOf(constraints: readonly Term[]): Constants {
  const seen = new Set<Term>();
  const numbers: number[] = [];
  const strings: string[] = [];
  const bigints: bigint[] = [];
  for (const constraint of constraints.toReversed()) {
    inPostOrder(
      constraint,
      (term) => seen.has(term),
      (term) => {
        seen.add(term);
        if (term.kind !== 'constant') return;
        if (typeof term.value === 'number') numbers.push(term.value);
        if (typeof term.value === 'string') strings.push(term.value);
        if (typeof term.value === 'bigint') bigints.push(term.value);
      },
    );
  }
  return {
    numbers: numbers.slice(0, mostConstants),
    strings: strings.slice(0, mostConstants),
    bigints: bigints.slice(0, mostConstants),
  };
}

/** Values that an unknown may have as far as is known, the plainest first, each once. */
export function candidatesFor(unknown: Unknown, known: Propagation, constants: Constants): readonly Scalar[] {
  const fixed = known.valueOf(unknown);
  if (fixed !== undefined) return [fixed];
  const range = known.rangeOf(unknown);
  switch (unknown.sort) {
    case 'bool':
      return [false, true].filter((value) => contains(range, Number(value)));
    case 'num':
      return numberCandidates(range, constants.numbers);
    case 'str':
      return stringCandidates(unknown, known, constants.strings);
    case 'big':
      return [...new Set([0n, 1n, -1n, ...constants.bigints.flatMap((value) => [value, value + 1n, value - 1n])])];
  }
}

function numberCandidates(range: Range, constants: readonly number[]): readonly number[] {
  const candidates = new Set<number>();
  const { min, max, integer } = range;
  if (hasNumbers(range)) {
    const nearest = Math.min(Math.max(0, min), max);
    candidates.add(nearest);
    for (const value of constants) candidates.add(value);
    for (const value of [1, 2, -1, min, max, nearest + 1, nearest - 1]) candidates.add(value);
    for (const value of constants) {
      for (const near of [value + 1, value - 1]) candidates.add(near);
      if (!integer) for (const near of [after(value), before(value), value + 0.5]) candidates.add(near);
    }
    candidates.add((Math.max(min, -(2 ** 53)) + Math.min(max, 2 ** 53)) / 2);
  }
  const values = [...candidates].filter((value) => isInDomain(value, { ...range, negativeZero: false, nan: false }));
  if (range.negativeZero) values.push(-0);
  if (range.nan) values.push(Number.NaN);
  return values;
}

function stringCandidates(unknown: Unknown, known: Propagation, constants: readonly string[]): readonly string[] {
  const fact = known.textOf(unknown);
  const { min, max } = known.rangeOf(unknown);
  const shortest = fact.prefix + fact.suffix;
  const made = min <= longestGuess ? [fact.prefix.padEnd(min - fact.suffix.length, 'a') + fact.suffix] : [];
  const around = constants.flatMap((value) => [fact.prefix + value + fact.suffix, `${value}a`, `a${value}`]);
  const candidates = new Set([shortest, '', ...made, ...constants, ...around, `${shortest}a`, 'a', 'b', '0', '1', ' ']);
  return [...candidates].filter((value) => value.length >= min && value.length <= max && mayBe(fact, value));
}
