import { after, before, between, without, type Backward } from './interval';
import { contains, hasNumbers, onlyNaN, pointOf, type Range } from './range';

/** What the truth of a comparison says of its sides. The range of a boolean is 0 to 1. */
export const backwardCompare = {
  'num.lt': comparison(
    (a, b) => [upTo(before(b.max), a), from(after(a.min), b)],
    (a, b) => [from(b.min, a), upTo(a.max, b)],
  ),
  'num.le': comparison(
    (a, b) => [upTo(b.max, a), from(a.min, b)],
    (a, b) => [from(after(b.min), a), upTo(before(a.max), b)],
  ),
  'num.eq': comparison(
    (a, b) => [mutual(a, b), mutual(b, a)],
    (a, b) => [unlike(a, b), unlike(b, a)],
  ),
  'num.same': (result, [a, b]) => {
    if (a === undefined || b === undefined || !isDecided(result)) return [];
    if (result.min === 1) return [b, a];
    return [notSame(a, b), notSame(b, a)];
  },
  'num.isNaN': (result, [a]) => {
    if (a === undefined || !isDecided(result)) return [];
    return [result.min === 1 ? onlyNaN : { ...a, nan: false }];
  },
  'num.isInteger': (result, [a]) => {
    if (a === undefined || result.min !== 1) return [];
    return [{ ...between(-Number.MAX_VALUE, Number.MAX_VALUE), integer: true }];
  },
  'big.lt': (result, [a, b]) => {
    if (a === undefined || b === undefined || !isDecided(result)) return [];
    return result.min === 1 ? [upTo(b.max, a), from(a.min, b)] : [from(b.min, a), upTo(a.max, b)];
  },
  'big.eq': (result, [a, b]) => {
    if (a === undefined || b === undefined || result.min !== 1) return [];
    return [b, a];
  },
} satisfies Record<string, Backward>;

function isDecided({ min, max }: Range): boolean {
  return min === max;
}

type Sides = (a: Range, b: Range) => readonly [Range, Range];

/** Where a comparison is false, a side is bounded by the other one alone if that is not NaN. */
function comparison(whenTrue: Sides, whenFalse: Sides): Backward {
  return (result, [a, b]) => {
    if (a === undefined || b === undefined || !isDecided(result)) return [];
    if (result.min === 1) {
      const [left, right] = whenTrue(a, b);
      return hasNumbers(a) && hasNumbers(b)
        ? [
            { ...left, nan: false },
            { ...right, nan: false },
          ]
        : [nothing, nothing];
    }
    const [left, right] = whenFalse(a, b);
    return [b.nan ? a : left, a.nan ? b : right];
  };
}

const nothing: Range = { integer: false, min: Infinity, max: -Infinity, nan: false, negativeZero: false };

function upTo(bound: number, a: Range): Range {
  return { ...a, max: Math.min(a.max, bound) };
}

function from(bound: number, a: Range): Range {
  return { ...a, min: Math.max(a.min, bound) };
}

/** The numbers of b, both zeros being one: −0 stays possible where it was. */
function mutual(a: Range, b: Range): Range {
  return { ...a, min: Math.max(a.min, b.min), max: Math.min(a.max, b.max), integer: a.integer || b.integer };
}

function unlike(a: Range, b: Range): Range {
  return b.min === b.max && !b.nan ? without(a, b.min) : a;
}

function notSame(a: Range, b: Range): Range {
  if (!hasNumbers(b) && b.nan) return { ...a, nan: false };
  const point = pointOf(b);
  if (point === null || (point === 0 && contains(a, 0) && a.negativeZero)) return a;
  return without(a, point);
}
