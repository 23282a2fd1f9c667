import {
  anyNumber,
  contains,
  decided,
  hasNumbers,
  integers,
  lengths,
  magnitude,
  onlyNaN,
  pointOf,
  range,
  type Range,
  type Transfer,
} from './range';

/** Rounding is monotone: the bounds of a sum, product or quotient are among those of the bounds, as the engine computes them. */
export const forwardNumber = {
  'num.add': binary((a, b) =>
    range(
      lowest(a.min + b.min, -Infinity),
      lowest(a.max + b.max, Infinity),
      a.integer && b.integer,
      a.nan || b.nan || (a.max === Infinity && b.min === -Infinity) || (a.min === -Infinity && b.max === Infinity),
      a.negativeZero && b.negativeZero,
    ),
  ),
  'num.sub': binary((a, b) =>
    range(
      lowest(a.min - b.max, -Infinity),
      lowest(a.max - b.min, Infinity),
      a.integer && b.integer,
      a.nan || b.nan || (a.max === Infinity && b.max === Infinity) || (a.min === -Infinity && b.min === -Infinity),
      a.negativeZero && contains(b, 0),
    ),
  ),
  'num.mul': binary((a, b) => {
    const nan = (contains(a, 0) && magnitude(b) === Infinity) || (contains(b, 0) && magnitude(a) === Infinity);
    return corners(a, b, (x, y) => x * y, a.integer && b.integer, nan, mayMakeNegativeZero(a, b));
  }),
  'num.div': binary((a, b) => {
    const nan = (contains(a, 0) && contains(b, 0)) || (magnitude(a) === Infinity && magnitude(b) === Infinity);
    const onlyPositive = b.min >= 0 && !b.negativeZero;
    if (contains(b, 0) && !onlyPositive) return range(-Infinity, Infinity, false, nan || a.nan || b.nan, true);
    return corners(a, b, (x, y) => x / y, false, nan, signsMayDiffer(a, b));
  }),
  'num.rem': binary(remainder),
  'num.pow': ([a = anyNumber, b = anyNumber]: readonly Range[]) => {
    const exponent = pointOf(b);
    if (exponent === 0) return integers(1, 1);
    const nonNegative = a.min >= 0 && !a.negativeZero && !a.nan;
    const wholeExponent = b.integer && !b.nan && magnitude(b) < Infinity;
    const nan = a.nan || b.nan || magnitude(b) === Infinity || (a.min < 0 && !wholeExponent);
    if (!hasNumbers(a) || !hasNumbers(b)) return { ...anyNumber, min: 1, max: 1, negativeZero: false };
    const integer = a.integer && wholeExponent && b.min >= 0;
    if (nonNegative || (exponent !== null && exponent % 2 === 0)) return range(0, Infinity, integer, nan, false);
    return range(-Infinity, Infinity, integer, nan, true);
  },
  'num.neg': unary((a) => range(-a.max, -a.min, a.integer, a.nan, contains(a, 0))),
  'num.abs': unary((a) => {
    const min = contains(a, 0) ? 0 : Math.min(Math.abs(a.min), Math.abs(a.max));
    return range(min, magnitude(a), a.integer, a.nan, false);
  }),
  'num.floor': rounded(Math.floor, () => false),
  'num.ceil': rounded(Math.ceil, (a) => a.min < 0),
  'num.round': rounded(Math.round, (a) => a.min < 0),
  'num.trunc': rounded(Math.trunc, (a) => a.min < 0),
  'num.sign': unary((a) => range(Math.sign(a.min), Math.sign(a.max), true, a.nan, a.negativeZero)),
  'num.sqrt': unary((a) =>
    a.max < 0
      ? onlyNaN
      : range(Math.sqrt(Math.max(0, a.min)), Math.sqrt(a.max), false, a.nan || a.min < 0, a.negativeZero),
  ),
  'num.fround': unary((a) =>
    range(Math.fround(a.min), Math.fround(a.max), a.integer, a.nan, a.negativeZero || (a.min < 0 && !a.integer)),
  ),
  'num.min': binary((a, b) => extreme(a, b, Math.min)),
  'num.max': binary((a, b) => extreme(a, b, Math.max)),
  'num.atan2': binary((a, b) => range(-Math.PI, Math.PI, false, a.nan || b.nan, true)),
  'num.math': ([a = anyNumber]: readonly Range[], name: string) => mathRange(name, a),
  'num.integer': ([a = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(a)) return integers(0, 0);
    const [min, max] = [Math.trunc(a.min), Math.trunc(a.max)];
    return a.nan ? integers(Math.min(0, min), Math.max(0, max)) : integers(min, max);
  },
  'num.lt': ([a = anyNumber, b = anyNumber]: readonly Range[]) => decided(less(a, b)),
  'num.le': ([a = anyNumber, b = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(a) || !hasNumbers(b) || a.min > b.max) return decided(false);
    return decided(!a.nan && !b.nan && a.max <= b.min ? true : null);
  },
  'num.eq': ([a = anyNumber, b = anyNumber]: readonly Range[]) => {
    if (disjoint(a, b)) return decided(false);
    const equal = a.min === a.max && b.min === b.max && a.min === b.min && !a.nan && !b.nan;
    return decided(equal ? true : null);
  },
  'num.same': ([a = anyNumber, b = anyNumber]: readonly Range[]) => {
    if (disjoint(a, b)) {
      if (!a.nan || !b.nan) return decided(false);
      return decided(!hasNumbers(a) && !hasNumbers(b) ? true : null);
    }
    const [left, right] = [pointOf(a), pointOf(b)];
    return decided(left !== null && left === right ? true : null);
  },
  'num.isNaN': ([a = anyNumber]: readonly Range[]) => decided(a.nan ? (hasNumbers(a) ? null : true) : false),
  'num.isInteger': ([a = anyNumber]: readonly Range[]) => {
    if (!hasNumbers(a) || (a.min === a.max && !Number.isInteger(a.min))) return decided(false);
    if (Math.ceil(a.min) > Math.floor(a.max)) return decided(false);
    return decided(a.integer && !a.nan && magnitude(a) < Infinity ? true : null);
  },
  'num.fromBool': ([a = anyNumber]: readonly Range[]) => a,
  'num.fromBig': ([a = anyNumber]: readonly Range[]) => a,
  'num.fromStr': ([a = anyNumber]: readonly Range[]) => (a.max === 0 ? integers(0, 0) : anyNumber),
  'num.parseInt': () => range(-Infinity, Infinity, true, true, true),
  'num.parseFloat': () => anyNumber,
} satisfies Record<string, Transfer>;

function unary(transfer: (a: Range) => Range): Transfer {
  return ([a = anyNumber]) => (hasNumbers(a) ? transfer(a) : onlyNaN);
}

function binary(transfer: (a: Range, b: Range) => Range): Transfer {
  return ([a = anyNumber, b = anyNumber]) => (hasNumbers(a) && hasNumbers(b) ? transfer(a, b) : onlyNaN);
}

/** A bound that came out as NaN, of infinities against each other, says nothing. */
function lowest(bound: number, otherwise: number): number {
  return Number.isNaN(bound) ? otherwise : bound;
}

function signsMayDiffer(a: Range, b: Range): boolean {
  return (mayBeNegative(a) && mayBePositive(b)) || (mayBePositive(a) && mayBeNegative(b));
}

/** Of a zero and a number of the other sign, or by underflow, which whole numbers do not have. */
function mayMakeNegativeZero(a: Range, b: Range): boolean {
  if (zeroMayTurnNegative(a, b) || zeroMayTurnNegative(b, a)) return true;
  return (!a.integer || !b.integer) && signsMayDiffer(a, b);
}

function zeroMayTurnNegative(zero: Range, other: Range): boolean {
  return contains(zero, 0) && (mayBeNegative(other) || (zero.negativeZero && mayBePositive(other)));
}

function mayBeNegative({ min, negativeZero }: Range): boolean {
  return min < 0 || negativeZero;
}

/** Also +0: a range that has 0 in it is never known to be of −0 alone. */
function mayBePositive({ max }: Range): boolean {
  return max >= 0;
}

/** `0 * ∞`, `0 / 0` and `∞ / ∞` at a corner: what is near them is 0, or is at another corner. */
function corners(
  a: Range,
  b: Range,
  compute: (x: number, y: number) => number,
  integer: boolean,
  nan: boolean,
  negativeZero: boolean,
): Range {
  const values = [compute(a.min, b.min), compute(a.min, b.max), compute(a.max, b.min), compute(a.max, b.max)];
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    const known = Number.isNaN(value) ? 0 : value;
    min = Math.min(min, known);
    max = Math.max(max, known);
  }
  return range(min, max, integer, nan || a.nan || b.nan, negativeZero);
}

/** `%` keeps the sign of the dividend and never exceeds either magnitude. */
function remainder(a: Range, b: Range): Range {
  const nan = a.nan || b.nan || magnitude(a) === Infinity || contains(b, 0);
  const least = contains(b, 0) ? 0 : Math.min(Math.abs(b.min), Math.abs(b.max));
  if (magnitude(a) < least) return { ...a, nan };
  const integer = a.integer && b.integer;
  const divisor = magnitude(b);
  const limit = integer && divisor > 0 && divisor <= Number.MAX_SAFE_INTEGER ? divisor - 1 : divisor;
  const min = a.min < 0 ? Math.max(a.min, -limit) : 0;
  const max = a.max > 0 ? Math.min(a.max, limit) : 0;
  return range(min, max, integer, nan, mayBeNegative(a));
}

function rounded(round: (x: number) => number, makesNegativeZero: (a: Range) => boolean): Transfer {
  return unary((a) => {
    const negativeZero = a.negativeZero || (!a.integer && makesNegativeZero(a));
    return range(round(a.min), round(a.max), true, a.nan, negativeZero);
  });
}

function extreme(a: Range, b: Range, choose: (x: number, y: number) => number): Range {
  return range(
    choose(a.min, b.min),
    choose(a.max, b.max),
    a.integer && b.integer,
    a.nan || b.nan,
    a.negativeZero || b.negativeZero,
  );
}

function less(a: Range, b: Range): boolean | null {
  if (!hasNumbers(a) || !hasNumbers(b) || a.min >= b.max) return false;
  return !a.nan && !b.nan && a.max < b.min ? true : null;
}

function disjoint(a: Range, b: Range): boolean {
  return !hasNumbers(a) || !hasNumbers(b) || a.max < b.min || b.max < a.min;
}

/** Bounds of the functions of `Math`, and whether they make NaN of a number. */
const mathBounds: Readonly<Record<string, { min: number; max: number; total: boolean; negativeZero: boolean }>> = {
  acos: { min: 0, max: Math.PI, total: false, negativeZero: false },
  acosh: { min: 0, max: Infinity, total: false, negativeZero: true },
  asin: { min: -Math.PI / 2, max: Math.PI / 2, total: false, negativeZero: true },
  asinh: { min: -Infinity, max: Infinity, total: true, negativeZero: true },
  atan: { min: -Math.PI / 2, max: Math.PI / 2, total: true, negativeZero: true },
  cbrt: { min: -Infinity, max: Infinity, total: true, negativeZero: true },
  cos: { min: -1, max: 1, total: false, negativeZero: true },
  cosh: { min: 1, max: Infinity, total: true, negativeZero: false },
  exp: { min: 0, max: Infinity, total: true, negativeZero: false },
  expm1: { min: -1, max: Infinity, total: true, negativeZero: true },
  sin: { min: -1, max: 1, total: false, negativeZero: true },
  sinh: { min: -Infinity, max: Infinity, total: true, negativeZero: true },
  tanh: { min: -1, max: 1, total: true, negativeZero: true },
};

function mathRange(name: string, a: Range): Range {
  const bounds = mathBounds[name];
  if (!hasNumbers(a)) return onlyNaN;
  if (bounds === undefined) return anyNumber;
  return range(bounds.min, bounds.max, false, a.nan || !bounds.total, bounds.negativeZero);
}

/** Lengths of strings that are made of numbers; the longest is `-1.2345678901234567e-308`. */
export const forwardNumberText = {
  'str.fromNum': ([a = anyNumber]: readonly Range[]) => decimalDigits(a, 24),
  'str.fromNumRadix': () => lengths(1, 1200),
  'str.toFixed': () => lengths(1, 128),
  'str.toPrecision': () => lengths(1, 128),
  'str.fromCode': () => lengths(1, 1),
  'str.fromCodePoint': () => lengths(0, 2),
  'str.fromBool': ([a = anyNumber]: readonly Range[]) => lengths(a.max === 0 ? 5 : 4, a.min === 1 ? 4 : 5),
  'str.fromBig': ([a = anyNumber]: readonly Range[]) => decimalDigits(a, Infinity),
} satisfies Record<string, Transfer>;

/** Whole numbers below 10²¹ are written with all their digits. */
function decimalDigits(a: Range, most: number): Range {
  if (!a.integer || a.nan || magnitude(a) >= 1e21) return lengths(1, most);
  const longest = Math.max(String(a.min).length, String(a.max).length);
  return lengths(a.min >= 0 ? String(a.min).length : 1, longest);
}
