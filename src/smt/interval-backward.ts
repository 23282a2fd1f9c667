import { backwardCompare } from './interval-compare';
import { after, before, between, withoutNaN, type Backward } from './interval';
import type { OperationName } from './operations';
import { contains, hasNumbers, type Range } from './range';

/** Rounding is undone outwards: a result r comes from an exact one between the neighbours of r. */
export const backwardRange: Readonly<Partial<Record<OperationName, Backward>>> = {
  ...backwardCompare,
  'num.add': arithmetic((r, a, b) => [difference(r, b), difference(r, a)]),
  // a − b = r: a = r + b, b = a − r.
  'num.sub': arithmetic((r, a, b) => [
    between(before(before(r.min) + b.min), after(after(r.max) + b.max)),
    between(before(a.min - after(r.max)), after(a.max - before(r.min))),
  ]),
  'num.mul': arithmetic((r, a, b) => [quotient(r, b), quotient(r, a)]),
  'num.div': arithmetic((r, _a, b) => [product(r, b), b]),
  'num.rem': arithmetic((_r, a, b) => [finite(a), b]),
  'num.neg': numeric((r) => between(-r.max, -r.min)),
  'num.abs': numeric((r) => between(-r.max, r.max)),
  'num.floor': numeric((r) => between(r.min, r.max + 1)),
  'num.ceil': numeric((r) => between(r.min - 1, r.max)),
  'num.round': numeric((r) => between(before(r.min - 0.5), after(r.max + 0.5))),
  'num.trunc': numeric(truncated),
  'num.integer': (r, [a]) => (a === undefined || a.nan ? [] : [truncated(r)]),
  'num.sign': numeric((r) =>
    between(
      r.min > 0 ? Number.MIN_VALUE : r.min >= 0 ? 0 : -Infinity,
      r.max < 0 ? -Number.MIN_VALUE : r.max <= 0 ? 0 : Infinity,
    ),
  ),
  'num.sqrt': numeric((r) => between(r.min > 0 ? before(before(r.min) ** 2) : 0, after(after(r.max) ** 2))),
  'num.min': extremum(
    (r) => ({ min: r.min, max: Infinity }),
    (r, other) => other.min > r.max,
    (r) => r.max,
    'max',
  ),
  'num.max': extremum(
    (r) => ({ min: -Infinity, max: r.max }),
    (r, other) => other.max < r.min,
    (r) => r.min,
    'min',
  ),
  'num.toInt32': identityWithin(-(2 ** 31), 2 ** 31 - 1),
  'num.toUint32': identityWithin(0, 2 ** 32 - 1),
  'num.fromBool': (r) => [r],
  'str.length': (r) => [r],
  'str.concat': (r, parts) => {
    const least = sum(parts.map(({ min }) => min));
    const most = sum(parts.map(({ max }) => max));
    return parts.map((part) => ({ ...part, min: r.min - (most - part.max), max: r.max - (least - part.min) }));
  },
  'str.codeAt': (r, [s, at]) => insideOf(r, s, at),
  'str.codePointAt': (r, [s, at]) => insideOf(r, s, at),
};

/** Nothing is said of the arguments while the result may be NaN. */
function arithmetic(undo: (r: Range, a: Range, b: Range) => readonly [Range, Range]): Backward {
  return (r, [a, b]) => {
    if (r.nan || a === undefined || b === undefined || !hasNumbers(a) || !hasNumbers(b) || !hasNumbers(r)) return [];
    return undo(r, a, b).map(withoutNaN);
  };
}

/** Functions that are NaN for NaN, and perhaps for more. */
function numeric(undo: (r: Range) => Range): Backward {
  return (r, [a]) => {
    if (a === undefined || !hasNumbers(a)) return [];
    if (!hasNumbers(r)) return [a];
    return r.nan ? [] : [undo(r)];
  };
}

function difference(r: Range, b: Range): Range {
  return between(before(before(r.min) - b.max), after(after(r.max) - b.min));
}

/** The factor beside b in a product r. */
function quotient(r: Range, b: Range): Range {
  if (contains(b, 0) || Math.abs(b.min) === Infinity || Math.abs(b.max) === Infinity) return everything;
  return hull(r, b, (x, y) => x / y);
}

/** The dividend of a quotient r by b. */
function product(r: Range, b: Range): Range {
  if (contains(b, 0) || Math.abs(b.min) === Infinity || Math.abs(b.max) === Infinity) return everything;
  return hull(r, b, (x, y) => x * y);
}

const everything = between(-Infinity, Infinity);

function hull(r: Range, b: Range, combine: (x: number, y: number) => number): Range {
  const low = before(r.min);
  const high = after(r.max);
  const corners = [combine(low, b.min), combine(low, b.max), combine(high, b.min), combine(high, b.max)];
  return between(before(Math.min(...corners)), after(Math.max(...corners)));
}

function finite(a: Range): Range {
  return { ...a, min: Math.max(a.min, -Number.MAX_VALUE), max: Math.min(a.max, Number.MAX_VALUE) };
}

function truncated(r: Range): Range {
  return between(r.min <= 0 ? r.min - 1 : r.min, r.max >= 0 ? r.max + 1 : r.max);
}

function extremum(
  bound: (r: Range) => { readonly min: number; readonly max: number },
  beyond: (r: Range, other: Range) => boolean,
  limit: (r: Range) => number,
  side: 'min' | 'max',
): Backward {
  return (r, [a, b]) => {
    if (r.nan || a === undefined || b === undefined || !hasNumbers(r)) return [];
    const both = { ...everything, ...bound(r) };
    const narrow = (other: Range): Range => (!other.nan && beyond(r, other) ? { ...both, [side]: limit(r) } : both);
    return [narrow(b), narrow(a)];
  };
}

/** A conversion that changes nothing within its own bounds. */
function identityWithin(min: number, max: number): Backward {
  return (r, [a]) => {
    if (a === undefined || a.nan || !a.integer || a.min < min || a.max > max) return [];
    return [{ ...r, negativeZero: a.negativeZero }];
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A code unit that is a number lies inside of its string. */
function insideOf(r: Range, s: Range | undefined, at: Range | undefined): readonly Range[] {
  if (r.nan || s === undefined || at === undefined || at.nan || !at.integer) return [];
  return [
    { ...s, min: Math.max(0, at.min) + 1 },
    { ...at, min: Math.max(0, at.min), max: Math.min(at.max, s.max - 1) },
  ];
}
