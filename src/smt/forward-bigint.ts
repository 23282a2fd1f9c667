import {
  anyBigint,
  anyNumber,
  contains,
  decided,
  hasNumbers,
  integers,
  magnitude,
  nextAbove,
  nextBelow,
  pointOf,
  type Range,
  type Transfer,
} from './range';

/** Bigints are bounded by doubles; what doubles cannot count is rounded outwards. */
export const forwardBigint = {
  'big.add': binary((a, b) => outwards(a.min + b.min, a.max + b.max)),
  'big.sub': binary((a, b) => outwards(a.min - b.max, a.max - b.min)),
  'big.mul': binary((a, b) => {
    const values = [a.min * b.min, a.min * b.max, a.max * b.min, a.max * b.max].map((value) => value || 0);
    return outwards(Math.min(...values), Math.max(...values));
  }),
  /** Division truncates, and by zero gives zero. */
  'big.div': binary((a, b) => {
    if (a.min >= 0 && b.min >= 0) return integers(0, a.max);
    return integers(-magnitude(a), magnitude(a));
  }),
  'big.rem': binary((a, b) => {
    const limit = magnitude(b);
    return integers(a.min < 0 ? Math.max(a.min, -limit) : 0, a.max > 0 ? Math.min(a.max, limit) : 0);
  }),
  'big.pow': binary((a) => (a.min >= 0 ? integers(0, Infinity) : anyBigint)),
  'big.neg': binary((a) => integers(-a.max, -a.min)),
  'big.bitAnd': binary((a, b) => {
    if (a.min >= 0 && b.min >= 0) return integers(0, Math.min(a.max, b.max));
    if (a.min >= 0) return integers(0, a.max);
    if (b.min >= 0) return integers(0, b.max);
    return integers(-Infinity, Math.max(a.max, b.max));
  }),
  'big.bitOr': binary((a, b) => {
    if (a.min >= 0 && b.min >= 0) return integers(Math.max(a.min, b.min), Infinity);
    return integers(Math.min(a.min, b.min), a.max < 0 || b.max < 0 ? -1 : Infinity);
  }),
  'big.bitXor': binary((a, b) => (a.min >= 0 && b.min >= 0 ? integers(0, Infinity) : anyBigint)),
  'big.bitNot': binary((a) => outwards(-a.max - 1, -a.min - 1)),
  'big.shl': binary((a) => (a.min >= 0 ? integers(0, Infinity) : anyBigint)),
  'big.shr': binary((a, b) => {
    const shrinks = b.min >= 0;
    return integers(a.min < 0 ? (shrinks ? a.min : -Infinity) : 0, shrinks ? Math.max(a.max, -1) : Infinity);
  }),
  'big.asIntN': ([bits = anyNumber, a = anyBigint]: readonly Range[]) => {
    const count = pointOf(bits);
    if (count === null || count < 1) return anyBigint;
    const half = 2 ** (Math.trunc(count) - 1);
    return a.min >= -half && a.max < half ? a : integers(-half, lessOne(half));
  },
  'big.asUintN': ([bits = anyNumber, a = anyBigint]: readonly Range[]) => {
    const count = pointOf(bits);
    if (count === null || count < 0) return integers(0, Infinity);
    const most = 2 ** Math.trunc(count);
    return a.min >= 0 && a.max < most ? a : integers(0, lessOne(most));
  },
  'big.lt': ([a = anyBigint, b = anyBigint]: readonly Range[]) => decided(less(a, b)),
  'big.eq': ([a = anyBigint, b = anyBigint]: readonly Range[]) => decided(equal(a, b)),
  'big.ltNum': ([a = anyBigint, b = anyNumber]: readonly Range[]) => decided(less(a, b)),
  'big.gtNum': ([a = anyBigint, b = anyNumber]: readonly Range[]) => decided(less(b, a)),
  'big.eqNum': ([a = anyBigint, b = anyNumber]: readonly Range[]) => decided(equal(a, b)),
  'big.fromNum': ([a = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(a)) return integers(0, 0);
    const [min, max] = [Math.ceil(a.min), Math.floor(a.max)];
    return a.integer && !a.nan && magnitude(a) < Infinity
      ? integers(min, max)
      : integers(Math.min(0, min), Math.max(0, max));
  },
  'big.fromBool': ([a = anyBigint]: readonly Range[]) => a,
} satisfies Record<string, Transfer>;

function binary(transfer: (a: Range, b: Range) => Range): Transfer {
  return ([a = anyBigint, b = anyBigint]) => transfer(a, b);
}

/** One less than a power of two, where doubles can say so. */
function lessOne(power: number): number {
  return power <= Number.MAX_SAFE_INTEGER + 1 ? power - 1 : power;
}

function outwards(min: number, max: number): Range {
  const lowest = Number.isSafeInteger(min) ? min : nextBelow(Math.min(min, Number.MAX_VALUE));
  const highest = Number.isSafeInteger(max) ? max : nextAbove(Math.max(max, -Number.MAX_VALUE));
  return integers(lowest, highest);
}

/** The bounds of a bigint are infinite where there are none: no bigint is infinite itself. */
function less(a: Range, b: Range): boolean | null {
  if (!hasNumbers(a) || !hasNumbers(b) || a.min >= b.max) return false;
  return !a.nan && !b.nan && a.max < b.min ? true : null;
}

function equal(a: Range, b: Range): boolean | null {
  if (!hasNumbers(a) || !hasNumbers(b) || a.max < b.min || b.max < a.min) return false;
  const point = pointOf(a);
  return point !== null && Number.isSafeInteger(point) && contains(b, point) && b.min === b.max && !b.nan ? true : null;
}
