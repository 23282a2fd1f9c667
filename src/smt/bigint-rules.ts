import { bigintOf, numberOf, operandOf, operandsOf } from './match';
import type { OperationName } from './operations';
import { isFiniteRange, isSafeInteger } from './range';
import { binaryRule, orderedArguments, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

/** What an operation gives for a constant second operand: the other operand, or a constant. */
function neutral(operation: OperationName, neutralValue: bigint): Rule {
  return binaryRule(`neutral operand of ${operation}`, (_terms, a, b) => (bigintOf(b) === neutralValue ? a : null));
}

function deciding(operation: OperationName, value: bigint, result: bigint): Rule {
  return binaryRule(`deciding operand ${value} of ${operation}`, (terms, _a, b) =>
    bigintOf(b) === value ? terms.constant(result) : null,
  );
}

function ofEquals(operation: OperationName, result: bigint | 'operand'): Rule {
  return binaryRule(`${operation} of equals`, (terms, a, b) => {
    if (a !== b) return null;
    return result === 'operand' ? a : terms.constant(result);
  });
}

/** Bigints are exact: constants in nested operations always come together. */
function nested(operation: 'big.add' | 'big.mul' | 'big.bitAnd' | 'big.bitOr' | 'big.bitXor'): Rule {
  return binaryRule(`nested ${operation}`, (terms, a, b) => {
    const inner = operandsOf(a, operation);
    if (inner === null || bigintOf(inner[1]) === null || bigintOf(b) === null) return null;
    return terms.apply(operation, [inner[0], terms.apply(operation, [inner[1], b])]);
  });
}

const addSelf = binaryRule('sum of equal bigints', (terms, a, b) =>
  a === b ? terms.apply('big.mul', [a, terms.constant(2n)]) : null,
);

const addNegation = binaryRule('adding a negated bigint', (terms, a, b) => {
  const [left, right] = [operandOf(a, 'big.neg'), operandOf(b, 'big.neg')];
  if (right !== null) return terms.apply('big.sub', [a, right]);
  return left === null ? null : terms.apply('big.sub', [b, left]);
});

const subtractConstant = binaryRule('subtracting a constant bigint', (terms, a, b) => {
  const value = bigintOf(b);
  return value === null ? null : terms.apply('big.add', [a, terms.constant(-value)]);
});

const subtractFromZero = binaryRule('subtracting from zero bigint', (terms, a, b) =>
  bigintOf(a) === 0n ? terms.apply('big.neg', [b]) : null,
);

const subtractNegation = binaryRule('subtracting a negated bigint', (terms, a, b) => {
  const inner = operandOf(b, 'big.neg');
  return inner === null ? null : terms.apply('big.add', [a, inner]);
});

/** `(x + y) - y` is `x`. */
const subtractPart = binaryRule('subtracting a part of a sum', (_terms, a, b) => {
  const sum = operandsOf(a, 'big.add');
  if (sum === null) return null;
  if (sum[1] === b) return sum[0];
  return sum[0] === b ? sum[1] : null;
});

const negativeFactor = binaryRule('bigint factor −1', (terms, a, b) =>
  bigintOf(b) === -1n ? terms.apply('big.neg', [a]) : null,
);

const negativeDivisor = binaryRule('bigint divisor −1', (terms, a, b) =>
  bigintOf(b) === -1n ? terms.apply('big.neg', [a]) : null,
);

function twice(operation: 'big.neg' | 'big.bitNot'): Rule {
  return unaryRule(`${operation} twice`, (_terms, a) => operandOf(a, operation));
}

const negatedDifference = unaryRule('negation of a difference of bigints', (terms, a) => {
  const sides = operandsOf(a, 'big.sub');
  return sides === null ? null : terms.apply('big.sub', [sides[1], sides[0]]);
});

/** What has so few bits stays. */
function fitting(operation: 'big.asIntN' | 'big.asUintN'): Rule {
  return binaryRule(`${operation} of what fits`, (terms, bits, a) => {
    const count = numberOf(bits);
    if (count === null || count < 1) return null;
    const { min, max } = terms.rangeOf(a);
    const most = 2 ** Math.trunc(operation === 'big.asIntN' ? count - 1 : count);
    return min >= (operation === 'big.asIntN' ? -most : 0) && max < most ? a : null;
  });
}

function twiceWrapped(operation: 'big.asIntN' | 'big.asUintN'): Rule {
  return binaryRule(`${operation} of a wrapped bigint`, (terms, bits, a) => {
    const inner = operandsOf(a, 'big.asIntN') ?? operandsOf(a, 'big.asUintN');
    return inner !== null && inner[0] === bits ? terms.apply(operation, [bits, inner[1]]) : null;
  });
}

const equalToItself = binaryRule('bigint equal to itself', (terms, a, b) => (a === b ? terms.true : null));

const lessThanItself = binaryRule('bigint less than itself', (terms, a, b) => (a === b ? terms.false : null));

/** Constants of sums come to the other side: `x + 2n < 5n` is `x < 3n`. */
function movedConstant(operation: 'big.eq' | 'big.lt'): Rule {
  return binaryRule(`constant of a sum in ${operation}`, (terms, a, b) => {
    const [left, right] = [addedConstant(a), addedConstant(b)];
    if (left !== null && (right !== null || bigintOf(b) !== null)) {
      const [rest, value] = left;
      return terms.apply(operation, [rest, terms.apply('big.add', [b, terms.constant(-value)])]);
    }
    if (right === null || bigintOf(a) === null) return null;
    return terms.apply(operation, [terms.apply('big.add', [a, terms.constant(-right[1])]), right[0]]);
  });
}

function addedConstant(term: Term): readonly [Term, bigint] | null {
  const sum = operandsOf(term, 'big.add');
  const value = sum === null ? null : bigintOf(sum[1]);
  return sum === null || value === null ? null : [sum[0], value];
}

function negatedSides(operation: 'big.eq' | 'big.lt'): Rule {
  return binaryRule(`negations in ${operation}`, (terms, a, b) => {
    const [left, right] = [negation(terms, a), negation(terms, b)];
    if (left === null || right === null) return null;
    return terms.apply(operation, operation === 'big.eq' ? [left, right] : [right, left]);
  });
}

function negation(terms: TermFactory, term: Term): Term | null {
  const value = bigintOf(term);
  return value === null ? operandOf(term, 'big.neg') : terms.constant(-value);
}

/** Between whole numbers `!(x < 3n)` is `2n < x`. */
const negatedOrder = unaryRule('negation of an order of bigints', (terms, a) => {
  const sides = operandsOf(a, 'big.lt');
  if (sides === null) return null;
  const [left, right] = [bigintOf(sides[0]), bigintOf(sides[1])];
  if (right !== null) return terms.apply('big.lt', [terms.constant(right - 1n), sides[0]]);
  return left === null ? null : terms.apply('big.lt', [sides[1], terms.constant(left + 1n)]);
});

/** A bigint against a constant number is one against a constant bigint. */
const lessThanNumber = binaryRule('bigint less than a constant number', (terms, a, b) => {
  const value = numberOf(b);
  if (value === null || !Number.isFinite(value)) return infinite(terms, value, Infinity);
  return terms.apply('big.lt', [a, terms.constant(BigInt(Math.ceil(value)))]);
});

const greaterThanNumber = binaryRule('bigint greater than a constant number', (terms, a, b) => {
  const value = numberOf(b);
  if (value === null || !Number.isFinite(value)) return infinite(terms, value, -Infinity);
  return terms.apply('big.lt', [terms.constant(BigInt(Math.floor(value))), a]);
});

const equalToNumber = binaryRule('bigint equal to a constant number', (terms, a, b) => {
  const value = numberOf(b);
  if (value === null) return null;
  return Number.isInteger(value) ? terms.apply('big.eq', [a, terms.constant(BigInt(value))]) : terms.false;
});

function infinite(terms: TermFactory, value: number | null, trueFor: number): Term | null {
  if (value === null) return null;
  return value === trueFor ? terms.true : terms.false;
}

/** A constant bigint that is a double is compared as one. */
function constantAgainstNumber(operation: 'big.ltNum' | 'big.gtNum' | 'big.eqNum'): Rule {
  return binaryRule(`constant bigint in ${operation}`, (terms, a, b) => {
    const value = bigintOf(a);
    if (value === null || !Number.isSafeInteger(Number(value))) return null;
    const number = terms.constant(Number(value));
    if (operation === 'big.eqNum') return terms.apply('num.eq', [number, b]);
    return terms.apply('num.lt', operation === 'big.ltNum' ? [number, b] : [b, number]);
  });
}

const bigintOfNumber = unaryRule('bigint of the number of a bigint', (terms, a) => {
  const inner = operandOf(a, 'num.fromBig');
  return inner !== null && isSafeInteger(terms.rangeOf(inner)) ? inner : null;
});

const numberOfBigint = unaryRule('number of the bigint of a number', (terms, a) => {
  const inner = operandOf(a, 'big.fromNum');
  if (inner === null) return null;
  const known = terms.rangeOf(inner);
  return known.integer && isFiniteRange(known) ? terms.apply('num.add', [inner, terms.constant(0)]) : null;
});

export const bigintRules: RuleTable = {
  not: [negatedOrder],
  'big.add': [orderedArguments('big.add'), neutral('big.add', 0n), addSelf, addNegation, nested('big.add')],
  'big.sub': [subtractConstant, ofEquals('big.sub', 0n), subtractFromZero, subtractNegation, subtractPart],
  'big.mul': [
    orderedArguments('big.mul'),
    neutral('big.mul', 1n),
    deciding('big.mul', 0n, 0n),
    negativeFactor,
    nested('big.mul'),
  ],
  'big.div': [neutral('big.div', 1n), deciding('big.div', 0n, 0n), negativeDivisor],
  'big.rem': [deciding('big.rem', 1n, 0n), deciding('big.rem', -1n, 0n)],
  'big.pow': [neutral('big.pow', 1n), deciding('big.pow', 0n, 1n)],
  'big.neg': [twice('big.neg'), negatedDifference],
  'big.bitAnd': [
    orderedArguments('big.bitAnd'),
    neutral('big.bitAnd', -1n),
    deciding('big.bitAnd', 0n, 0n),
    ofEquals('big.bitAnd', 'operand'),
    nested('big.bitAnd'),
  ],
  'big.bitOr': [
    orderedArguments('big.bitOr'),
    neutral('big.bitOr', 0n),
    deciding('big.bitOr', -1n, -1n),
    ofEquals('big.bitOr', 'operand'),
    nested('big.bitOr'),
  ],
  'big.bitXor': [
    orderedArguments('big.bitXor'),
    neutral('big.bitXor', 0n),
    ofEquals('big.bitXor', 0n),
    nested('big.bitXor'),
  ],
  'big.bitNot': [twice('big.bitNot')],
  'big.shl': [neutral('big.shl', 0n)],
  'big.shr': [neutral('big.shr', 0n)],
  'big.asIntN': [fitting('big.asIntN'), twiceWrapped('big.asIntN')],
  'big.asUintN': [fitting('big.asUintN'), twiceWrapped('big.asUintN')],
  'big.lt': [lessThanItself, movedConstant('big.lt'), negatedSides('big.lt')],
  'big.eq': [orderedArguments('big.eq'), equalToItself, movedConstant('big.eq'), negatedSides('big.eq')],
  'big.ltNum': [lessThanNumber, constantAgainstNumber('big.ltNum')],
  'big.gtNum': [greaterThanNumber, constantAgainstNumber('big.gtNum')],
  'big.eqNum': [equalToNumber, constantAgainstNumber('big.eqNum')],
  'big.fromNum': [bigintOfNumber],
  'num.fromBig': [numberOfBigint],
};
