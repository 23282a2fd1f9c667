import { after, before } from './interval';
import { inPostOrder } from './post-order';
import type { Propagation } from './propagation';
import { parseRegExpData } from './regexp-operations';
import { regExpSamples } from './regexp-samples';
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
  /** Strings that regular expressions of the constraints match. */
  readonly samples: readonly string[];
}

/** More constants than these are not looked at. */
const mostConstants = 12;
const mostPatterns = 4;
/** Strings longer than this are not made up. */
const longestGuess = 4096;

export function constantsOf(constraints: readonly Term[]): Constants {
  const seen = new Set<Term>();
  const numbers: number[] = [];
  const strings: string[] = [];
  const bigints: bigint[] = [];
  const patterns = new Set<string>();
  for (const constraint of constraints.toReversed()) {
    inPostOrder(
      constraint,
      (term) => seen.has(term),
      (term) => {
        seen.add(term);
        if (term.kind === 'operation' && term.operation.startsWith('regexp.')) patterns.add(term.data);
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
    samples: [...patterns].slice(0, mostPatterns).flatMap(samplesOf),
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
      return stringCandidates(unknown, known, constants);
    case 'big':
      return [...new Set([0n, 1n, -1n, ...constants.bigints.flatMap((value) => [value, value + 1n, value - 1n])])];
  }
}

function samplesOf(data: string): readonly string[] {
  const { source, flags } = parseRegExpData(data);
  return regExpSamples(source, flags);
}

/** Integers of a range that has no more of them are all tried. */
const fewIntegers = 256;

function numberCandidates(range: Range, constants: readonly number[]): readonly number[] {
  const candidates = new Set<number>();
  const { min, max, integer } = range;
  if (hasNumbers(range)) {
    const nearest = Math.min(Math.max(0, min), max);
    candidates.add(nearest);
    for (const value of [max, min, 1]) candidates.add(value);
    for (const value of constants) candidates.add(value);
    for (const value of [2, -1, nearest + 1, nearest - 1]) candidates.add(value);
    for (const value of constants) {
      for (const near of [value + 1, value - 1]) candidates.add(near);
      if (!integer) for (const near of [after(value), before(value), value + 0.5]) candidates.add(near);
    }
    candidates.add((Math.max(min, -(2 ** 53)) + Math.min(max, 2 ** 53)) / 2);
    if (integer && max - min < fewIntegers) for (let value = min; value <= max; value++) candidates.add(value);
  }
  const values = [...candidates].filter((value) => isInDomain(value, { ...range, negativeZero: false, nan: false }));
  if (range.negativeZero) values.push(-0);
  if (range.nan) values.push(Number.NaN);
  return values;
}

function stringCandidates(unknown: Unknown, known: Propagation, constants: Constants): readonly string[] {
  const fact = known.textOf(unknown);
  const { min, max } = known.rangeOf(unknown);
  const shortest = fact.prefix + fact.suffix;
  const made = min <= longestGuess ? [fact.prefix.padEnd(min - fact.suffix.length, 'a') + fact.suffix] : [];
  const strings = constants.strings.filter(({ length }) => length <= longestGuess);
  const candidates = new Set([
    shortest,
    '',
    ...made,
    ...strings,
    ...constants.samples,
    ...strings.map((value) => fact.prefix + value + fact.suffix),
    ...variants(strings),
    ...constants.numbers.filter(Number.isFinite).flatMap((value) => [value, value + 1, value - 1].map(String)),
    ...strings.flatMap((value) => paddings(value, constants.numbers).map((text) => fact.prefix + text + fact.suffix)),
    ...pairs(strings),
    `${shortest}a`,
    'a',
    'b',
    '0',
    '1',
    ' ',
    ...constants.numbers.filter((code) => code >= 0 && code <= 0xffff).map((code) => String.fromCharCode(code)),
  ]);
  return [...candidates].filter((value) => value.length >= min && value.length <= max && mayBe(fact, value));
}

/** What is the same once cases, spaces or ends are gone. */
function variants(strings: readonly string[]): readonly string[] {
  return strings.flatMap((value) => [`${value}a`, `a${value}`, value.toUpperCase(), value.toLowerCase(), ` ${value}`]);
}

/** A text at the positions that numbers of the constraints name, and behind them. */
function paddings(text: string, numbers: readonly number[]): readonly string[] {
  const places = numbers.filter((value) => Number.isInteger(value) && value >= 0 && value < longestPadding);
  return places.flatMap((place) => ['a'.repeat(place) + text, 'a'.repeat(place + 1) + text]);
}

function pairs(strings: readonly string[]): readonly string[] {
  const few = strings.slice(0, mostPaired);
  return few.flatMap((left) => few.filter((right) => right !== left).map((right) => left + right));
}

const longestPadding = 64;
const mostPaired = 6;
