import { range, type Range } from './range';

/**
 * What the range of a result says of the arguments: a range for each, to be met with its own; for none where there is
 * nothing to say.
 */
export type Backward = (result: Range, args: readonly Range[]) => readonly Range[];

export function isEmpty({ min, max, nan }: Range): boolean {
  return !(min <= max) && !nan;
}

export function meet(left: Range, right: Range): Range {
  const integer = left.integer || right.integer;
  let min = Math.max(left.min, right.min);
  let max = Math.min(left.max, right.max);
  if (integer) {
    min = Math.ceil(min) + 0;
    max = Math.floor(max) + 0;
  }
  const nan = left.nan && right.nan;
  const negativeZero = left.negativeZero && right.negativeZero && min <= 0 && max >= 0;
  return { integer, min, max, nan, negativeZero };
}

export function sameRange(a: Range, b: Range): boolean {
  return (
    a.min === b.min &&
    a.max === b.max &&
    a.integer === b.integer &&
    a.nan === b.nan &&
    a.negativeZero === b.negativeZero
  );
}

/** The double before one; that before +∞ is the largest finite one. */
export function before(value: number): number {
  return -after(-value);
}

/** The double after one; that after −∞ is the smallest finite one. */
export function after(value: number): number {
  if (value === Infinity || Number.isNaN(value)) return value;
  if (value === -Infinity) return -Number.MAX_VALUE;
  if (value === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

const bits = new DataView(new ArrayBuffer(8));

/** Numbers between two bounds, −0 among them; not NaN. A bound that is NaN, as of ∞ − ∞, is none. */
export function between(min: number, max: number): Range {
  return range(Number.isNaN(min) ? -Infinity : min, Number.isNaN(max) ? Infinity : max, false, false, true);
}

/** What may be left of a range when it is known not to be NaN. */
export function withoutNaN(a: Range): Range {
  return a.nan ? { ...a, nan: false } : a;
}

/** What is left without one number, which must be a bound to be taken away. Both zeros are one number here. */
export function without(a: Range, value: number): Range {
  if (a.min > a.max) return a;
  const step = a.integer && Math.abs(value) < 2 ** 53 ? 1 : null;
  if (a.min === value && a.max === value) return { ...a, min: Infinity, max: -Infinity, negativeZero: false };
  if (a.min === value) return trimmed({ ...a, min: step === null ? after(value) : value + step });
  if (a.max === value) return trimmed({ ...a, max: step === null ? before(value) : value - step });
  return a;
}

function trimmed(a: Range): Range {
  return { ...a, negativeZero: a.negativeZero && a.min <= 0 && a.max >= 0 };
}
