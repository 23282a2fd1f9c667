import type { Domain } from './term';

/**
 * What is known of a term's value seen as a number: of a number itself, of a string its length, of a boolean
 * 0 or 1, of a bigint its mathematical value, rounded outwards to doubles.
 *
 * Bounds are never −0. `integer` says that no finite value has a fraction; whether infinities are among the
 * values is up to the bounds. Where `min > max` there is no number at all: NaN alone, or nothing.
 */
export type Range = Domain;

/** A transfer of ranges: the result of an operation for all values of its arguments that are in their ranges. */
export type Transfer = (args: readonly Range[], data: string) => Range;

/** No engine makes a longer string. */
export const longestLength = 2 ** 30;

export function range(min: number, max: number, integer = false, nan = false, negativeZero = false): Range {
  return { integer, min: min + 0, max: max + 0, nan, negativeZero: negativeZero && min <= 0 && max >= 0 };
}

/** Integers between bounds, without NaN and −0. */
export function integers(min: number, max: number): Range {
  return range(min, max, true);
}

export function lengths(min: number, max: number): Range {
  return integers(Math.max(0, min), Math.min(max, longestLength));
}

export const anyNumber: Range = range(-Infinity, Infinity, false, true, true);
export const anyLength: Range = lengths(0, longestLength);
export const anyBoolean: Range = integers(0, 1);
export const anyBigint: Range = integers(-Infinity, Infinity);
export const onlyNaN: Range = range(Infinity, -Infinity, true, true);
export const certainlyTrue: Range = integers(1, 1);
export const certainlyFalse: Range = integers(0, 0);
export const int32: Range = integers(-(2 ** 31), 2 ** 31 - 1);
export const uint32: Range = integers(0, 2 ** 32 - 1);

export function decided(truth: boolean | null): Range {
  if (truth === null) return anyBoolean;
  return truth ? certainlyTrue : certainlyFalse;
}

export function pointRange(value: number): Range {
  if (Number.isNaN(value)) return onlyNaN;
  const integer = !Number.isFinite(value) || Number.isInteger(value);
  return range(value, value, integer, false, Object.is(value, -0));
}

/** The one number of a range; null when there may be another, or NaN. A range of −0 and 0 has two. */
export function pointOf({ min, max, nan, negativeZero }: Range): number | null {
  return min === max && !nan && !negativeZero ? min : null;
}

export function hasNumbers({ min, max }: Range): boolean {
  return min <= max;
}

export function contains({ min, max }: Range, value: number): boolean {
  return min <= value && value <= max;
}

/** Neither NaN nor an infinity. */
export function isFiniteRange({ min, max, nan }: Range): boolean {
  return !nan && min > -Infinity && max < Infinity;
}

/** Whole numbers that doubles count one by one, without NaN: sums of them are exact while they stay so. */
export function isSafeInteger({ integer, min, max, nan }: Range): boolean {
  return integer && !nan && min >= Number.MIN_SAFE_INTEGER && max <= Number.MAX_SAFE_INTEGER;
}

/** Largest magnitude in a range. */
export function magnitude({ min, max }: Range): number {
  return Math.max(Math.abs(min), Math.abs(max));
}

export function join(left: Range, right: Range): Range {
  return range(
    Math.min(left.min, right.min),
    Math.max(left.max, right.max),
    left.integer && right.integer,
    left.nan || right.nan,
    left.negativeZero || right.negativeZero,
  );
}

/** The next double above a finite one, for rounding outwards. */
export function nextAbove(value: number): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

export function nextBelow(value: number): number {
  return -nextAbove(-value);
}

const bits = new DataView(new ArrayBuffer(8));
