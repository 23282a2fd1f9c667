import { numberOf, operandOf, operandsOf } from './match';
import type { OperationName } from './operations';
import { contains, isFiniteRange, magnitude } from './range';
import { binaryRule, comesBefore, orderedArguments, unaryRule, type Rule, type RuleTable } from './rule';

/** `x + -0` is `x`, and so is `x + 0` unless `x` may be −0. */
const addZero = binaryRule('adding zero', (terms, a, b) => {
  const value = numberOf(b);
  if (value !== 0) return null;
  return Object.is(value, -0) || !terms.rangeOf(a).negativeZero ? a : null;
});

const addSelf = binaryRule('sum of equals', (terms, a, b) =>
  a === b ? terms.apply('num.mul', [a, terms.constant(2)]) : null,
);

/** `x + -y` is `x - y`: the same rounding of the same number. */
const addNegation = binaryRule('adding a negation', (terms, a, b) => {
  const right = operandOf(b, 'num.neg');
  if (right !== null) return terms.apply('num.sub', [a, right]);
  const left = operandOf(a, 'num.neg');
  return left === null ? null : terms.apply('num.sub', [b, left]);
});

const subtractConstant = binaryRule('subtracting a constant', (terms, a, b) => {
  const value = numberOf(b);
  return value === null ? null : terms.apply('num.add', [a, terms.constant(-value)]);
});

const subtractNegation = binaryRule('subtracting a negation', (terms, a, b) => {
  const inner = operandOf(b, 'num.neg');
  return inner === null ? null : terms.apply('num.add', [a, inner]);
});

/** `-0 - x` is `-x`, and so is `0 - x` unless `x` may be 0. Exact sums have it the other way round. */
const subtractFromZero = binaryRule('subtracting from zero', (terms, a, b) => {
  const value = numberOf(a);
  if (value !== 0) return null;
  const isNegation = Object.is(value, -0) || (!contains(terms.rangeOf(b), 0) && terms.linearOf(b) === null);
  return isNegation ? terms.apply('num.neg', [b]) : null;
});

const subtractSelf = binaryRule('difference of equals', (terms, a, b) =>
  a === b && isFiniteRange(terms.rangeOf(a)) ? terms.constant(0) : null,
);

const multiplyByOne = binaryRule('factor one', (terms, a, b) => {
  const value = numberOf(b);
  if (value === 1) return a;
  return value === -1 ? terms.apply('num.neg', [a]) : null;
});

/** Signs of factors: `-a * -b`, `-a * 3`. */
const multiplyNegations = binaryRule('factors with signs', (terms, a, b) => {
  const [left, right] = [operandOf(a, 'num.neg'), operandOf(b, 'num.neg')];
  if (left !== null && right !== null) return terms.apply('num.mul', [left, right]);
  const value = numberOf(b);
  return left !== null && value !== null ? terms.apply('num.mul', [left, terms.constant(-value)]) : null;
});

/** Powers of two change the exponent alone, while there is room for it on both ways. */
const divideByConstant = binaryRule('divisor with an exact inverse', (terms, a, b) => {
  const value = numberOf(b);
  if (value === null || !isPowerOfTwo(Math.abs(value))) return null;
  return terms.apply('num.mul', [a, terms.constant(1 / value)]);
});

function isPowerOfTwo(value: number): boolean {
  return (
    value >= 2 ** -1000 && value <= 2 ** 1000 && Number.isInteger(Math.log2(value)) && 2 ** Math.log2(value) === value
  );
}

const divideSelf = binaryRule('quotient of equals', (terms, a, b) => {
  const known = terms.rangeOf(a);
  return a === b && isFiniteRange(known) && !contains(known, 0) ? terms.constant(1) : null;
});

/** `%` leaves what is less than the divisor, and ignores the divisor's sign. */
const remainderOfLess = binaryRule('remainder of less than the divisor', (terms, a, b) => {
  const divisor = terms.rangeOf(b);
  if (divisor.nan || contains(divisor, 0)) return null;
  const least = Math.min(Math.abs(divisor.min), Math.abs(divisor.max));
  return magnitude(terms.rangeOf(a)) < least ? a : null;
});

const remainderSign = binaryRule('sign of a divisor', (terms, a, b) => {
  const value = numberOf(b);
  if (value !== null)
    return value < 0 || Object.is(value, -0) ? terms.apply('num.rem', [a, terms.constant(-value)]) : null;
  const inner = operandOf(b, 'num.neg') ?? operandOf(b, 'num.abs');
  return inner === null ? null : terms.apply('num.rem', [a, inner]);
});

const powerOne = binaryRule('power one', (_terms, a, b) => (numberOf(b) === 1 ? a : null));

const powerZero = binaryRule('power zero', (terms, _a, b) => (numberOf(b) === 0 ? terms.constant(1) : null));

/** Rounded once, as the product is. Higher powers are rounded otherwise than products of products. */
const square = binaryRule('power two', (terms, a, b) => (numberOf(b) === 2 ? terms.apply('num.mul', [a, a]) : null));

const doubleNegation = unaryRule('double negation of a number', (_terms, a) => operandOf(a, 'num.neg'));

/** `-(a - b)` is `b - a` unless they may be equal: then the zeros differ. */
const negatedDifference = unaryRule('negation of a difference', (terms, a) => {
  const sides = operandsOf(a, 'num.sub');
  if (sides === null || contains(terms.rangeOf(a), 0)) return null;
  return terms.apply('num.sub', [sides[1], sides[0]]);
});

const negatedProduct = unaryRule('negation of a product with a constant', (terms, a) => {
  const factors = operandsOf(a, 'num.mul');
  const value = factors === null ? null : numberOf(factors[1]);
  if (factors === null || value === null) return null;
  return terms.apply('num.mul', [factors[0], terms.constant(-value)]);
});

const absoluteOfKnownSign = unaryRule('absolute value of known sign', (terms, a) => {
  const { min, max, negativeZero } = terms.rangeOf(a);
  if (min >= 0 && !negativeZero) return a;
  return max < 0 ? terms.apply('num.neg', [a]) : null;
});

const absoluteOfNegation = unaryRule('absolute value of a negation', (terms, a) => {
  const inner = operandOf(a, 'num.neg');
  return inner === null ? null : terms.apply('num.abs', [inner]);
});

/** `|a - b|` is `|b - a|`: both are rounded alike. */
const absoluteDifference = unaryRule('absolute value of a difference', (terms, a) => {
  const sides = operandsOf(a, 'num.sub');
  if (sides === null || !comesBefore(sides[1], sides[0])) return null;
  return terms.apply('num.abs', [terms.apply('num.sub', [sides[1], sides[0]])]);
});

function roundingOfInteger(operation: OperationName): Rule {
  return unaryRule(`${operation} of a whole number`, (terms, a) => (terms.rangeOf(a).integer ? a : null));
}

const truncateKnownSign = unaryRule('truncation of known sign', (terms, a) => {
  const { min, max } = terms.rangeOf(a);
  if (min >= 0) return terms.apply('num.floor', [a]);
  return max < 0 ? terms.apply('num.ceil', [a]) : null;
});

const integerOfInteger = unaryRule('whole part of a whole number', (terms, a) => {
  const { integer, nan, negativeZero } = terms.rangeOf(a);
  return integer && !nan && !negativeZero ? a : null;
});

/** What rounds to a whole number the same way before. */
const integerOfTruncation = unaryRule('whole part of a truncation', (terms, a) => {
  const inner = operandOf(a, 'num.trunc');
  return inner === null ? null : terms.apply('num.integer', [inner]);
});

function idempotent(operation: OperationName): Rule {
  return unaryRule(`${operation} twice`, (_terms, a) => (operandOf(a, operation) === null ? null : a));
}

/** `Math.min(x, x)`, and the lesser of ranges that lie apart. */
function extremeOfApart(operation: 'num.min' | 'num.max'): Rule {
  return binaryRule(`${operation} of numbers apart`, (terms, a, b) => {
    if (a === b) return a;
    const [left, right] = [terms.rangeOf(a), terms.rangeOf(b)];
    if (left.nan || right.nan) return null;
    if (left.max < right.min) return operation === 'num.min' ? a : b;
    if (right.max < left.min) return operation === 'num.min' ? b : a;
    return null;
  });
}

/** Constants in nested extremes come together: `min(min(x, 3), 5)`. */
function nestedExtreme(operation: 'num.min' | 'num.max'): Rule {
  return binaryRule(`nested ${operation}`, (terms, a, b) => {
    const inner = operandsOf(a, operation);
    if (inner === null) return null;
    if (inner[0] === b || inner[1] === b) return a;
    if (b.kind !== 'constant' || inner[1].kind !== 'constant') return null;
    return terms.apply(operation, [inner[0], terms.apply(operation, [inner[1], b])]);
  });
}

/** Sums of whole numbers that are counted exactly are up to `linear`; others are rounded, and stay. */
export const numberRules: RuleTable = {
  'num.add': [orderedArguments('num.add'), addZero, addSelf, addNegation],
  'num.sub': [subtractConstant, subtractSelf, subtractFromZero, subtractNegation],
  'num.mul': [orderedArguments('num.mul'), multiplyByOne, multiplyNegations],
  'num.div': [divideByConstant, divideSelf],
  'num.rem': [remainderOfLess, remainderSign],
  'num.pow': [powerZero, powerOne, square],
  'num.neg': [doubleNegation, negatedDifference, negatedProduct],
  'num.abs': [absoluteOfKnownSign, absoluteOfNegation, absoluteDifference],
  'num.floor': [roundingOfInteger('num.floor')],
  'num.ceil': [roundingOfInteger('num.ceil')],
  'num.round': [roundingOfInteger('num.round')],
  'num.trunc': [roundingOfInteger('num.trunc'), truncateKnownSign],
  'num.sign': [idempotent('num.sign')],
  'num.fround': [idempotent('num.fround')],
  'num.min': [orderedArguments('num.min'), extremeOfApart('num.min'), nestedExtreme('num.min')],
  'num.max': [orderedArguments('num.max'), extremeOfApart('num.max'), nestedExtreme('num.max')],
  'num.integer': [integerOfInteger, integerOfTruncation],
};
