import { numberOf, operandOf, operandsOf } from './match';
import { binaryRule, orderedArguments, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

type Order = 'num.lt' | 'num.le';

/** Beyond these doubles skip whole numbers. */
const safe = Number.MAX_SAFE_INTEGER;

function withItself(operation: Order | 'num.eq'): Rule {
  return binaryRule(`${operation} of equals`, (terms, a, b) => {
    if (a !== b) return null;
    return operation === 'num.lt' ? terms.false : terms.not(terms.apply('num.isNaN', [a]));
  });
}

const negativeZero = (operation: Order | 'num.eq'): Rule =>
  binaryRule(`−0 in ${operation}`, (terms, a, b) => {
    const [left, right] = [withoutNegativeZero(terms, a), withoutNegativeZero(terms, b)];
    return left === a && right === b ? null : terms.apply(operation, [left, right]);
  });

function withoutNegativeZero(terms: TermFactory, term: Term): Term {
  return Object.is(numberOf(term), -0) ? terms.constant(0) : (besideZeros(term) ?? term);
}

/** `x + 0`, which is `x` but for the sign of zero: so keys of maps are kept. */
function besideZeros(term: Term): Term | null {
  const sum = operandsOf(term, 'num.add');
  return sum !== null && numberOf(sum[1]) === 0 ? sum[0] : null;
}

/** Whole numbers are compared with whole constants, by `<`. */
function wholeConstant(operation: Order): Rule {
  return binaryRule(`constant beside a whole number in ${operation}`, (terms, a, b) => {
    const [left, right] = [numberOf(a), numberOf(b)];
    if (right !== null && Math.abs(right) < safe && terms.rangeOf(a).integer) {
      const limit = operation === 'num.lt' ? Math.ceil(right) : Math.floor(right) + 1;
      if (operation === 'num.le' || limit !== right) return terms.apply('num.lt', [a, terms.constant(limit + 0)]);
    }
    if (left !== null && Math.abs(left) < safe && terms.rangeOf(b).integer) {
      const limit = operation === 'num.lt' ? Math.floor(left) : Math.ceil(left) - 1;
      if (operation === 'num.le' || limit !== left) return terms.apply('num.lt', [terms.constant(limit + 0), b]);
    }
    return null;
  });
}

/** Signs change sides: negation and comparison are exact. */
function negatedSides(operation: Order): Rule {
  return binaryRule(`negations in ${operation}`, (terms, a, b) => {
    const [left, right] = [negation(terms, a), negation(terms, b)];
    return left === null || right === null ? null : terms.apply(operation, [right, left]);
  });
}

const negatedEquals = binaryRule('negations in num.eq', (terms, a, b) => {
  const [left, right] = [negation(terms, a), negation(terms, b)];
  return left === null || right === null ? null : terms.apply('num.eq', [left, right]);
});

/** What a negation is of; of a constant, its negation, which must not come back. */
function negation(terms: TermFactory, term: Term): Term | null {
  const value = numberOf(term);
  return value === null ? operandOf(term, 'num.neg') : terms.constant(-value);
}

/** `x % 1 === 0`. */
const noFraction = binaryRule('remainder of one', (terms, a, b) => {
  const division = operandsOf(a, 'num.rem');
  if (division === null || numberOf(division[1]) !== 1 || numberOf(b) !== 0) return null;
  return terms.apply('num.isInteger', [division[0]]);
});

/** Every number is at most ∞. */
const infiniteBound = binaryRule('infinite bound', (terms, a, b) => {
  if (numberOf(b) === Infinity) return terms.not(terms.apply('num.isNaN', [a]));
  return numberOf(a) === -Infinity ? terms.not(terms.apply('num.isNaN', [b])) : null;
});

/** A rounded number against a whole constant: `Math.floor(x) < 3` is `x < 3`. */
const roundedSide = binaryRule('rounded number in a comparison', (terms, a, b) => {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (right !== null && Number.isInteger(right) && Math.abs(right) < safe) {
    const [down, up] = [operandOf(a, 'num.floor'), operandOf(a, 'num.ceil')];
    if (down !== null) return terms.apply('num.lt', [down, b]);
    if (up !== null) return terms.apply('num.le', [up, terms.constant(right - 1)]);
  }
  if (left !== null && Number.isInteger(left) && Math.abs(left) < safe) {
    const [down, up] = [operandOf(b, 'num.floor'), operandOf(b, 'num.ceil')];
    if (up !== null) return terms.apply('num.lt', [a, up]);
    if (down !== null) return terms.apply('num.le', [terms.constant(left + 1), down]);
  }
  return null;
});

const sameAsItself = binaryRule('identity with itself', (terms, a, b) => (a === b ? terms.true : null));

/** `Object.is` differs from `===` for NaN and the zeros only. */
const identity = binaryRule('identity that is equality', (terms, a, b) => {
  const value = numberOf(b);
  if (value !== null && Number.isNaN(value)) return terms.apply('num.isNaN', [a]);
  if (value !== null && value !== 0) return terms.apply('num.eq', [a, b]);
  const [left, right] = [terms.rangeOf(a), terms.rangeOf(b)];
  if ((left.nan && right.nan) || left.negativeZero || right.negativeZero) return null;
  return terms.apply('num.eq', [a, b]);
});

const identityOfNegations = binaryRule('identity of negations', (terms, a, b) => {
  const [left, right] = [negation(terms, a), negation(terms, b)];
  return left === null || right === null ? null : terms.apply('num.same', [left, right]);
});

/** Operations that are NaN exactly when their argument is. */
const keepNaN = [
  'num.neg',
  'num.abs',
  'num.floor',
  'num.ceil',
  'num.round',
  'num.trunc',
  'num.sign',
  'num.fround',
] as const;

const sourceOfNaN = unaryRule('source of NaN', (terms, a) => {
  let source = a;
  for (let next = nextSource(source); next !== null; next = nextSource(source)) source = next;
  return source === a ? null : terms.apply('num.isNaN', [source]);
});

function nextSource(term: Term): Term | null {
  for (const operation of keepNaN) {
    const inner = operandOf(term, operation);
    if (inner !== null) return inner;
  }
  const sum = operandsOf(term, 'num.add');
  if (sum !== null) return Number.isFinite(numberOf(sum[1])) ? sum[0] : null;
  const difference = operandsOf(term, 'num.sub');
  if (difference !== null) return Number.isFinite(numberOf(difference[0])) ? difference[1] : null;
  const product = operandsOf(term, 'num.mul');
  const factor = product === null ? null : numberOf(product[1]);
  return product !== null && factor !== null && factor !== 0 && Number.isFinite(factor) ? product[0] : null;
}

const integerUnderSign = unaryRule('whole number under a sign', (terms, a) => {
  const inner = operandOf(a, 'num.neg') ?? operandOf(a, 'num.abs');
  return inner === null ? null : terms.apply('num.isInteger', [inner]);
});

function order(operation: Order): readonly Rule[] {
  return [withItself(operation), negativeZero(operation), wholeConstant(operation), negatedSides(operation)];
}

export const comparisonRules: RuleTable = {
  'num.lt': [...order('num.lt'), roundedSide],
  'num.le': [...order('num.le'), infiniteBound],
  'num.eq': [orderedArguments('num.eq'), withItself('num.eq'), negativeZero('num.eq'), negatedEquals, noFraction],
  'num.same': [orderedArguments('num.same'), sameAsItself, identity, identityOfNegations],
  'num.isNaN': [sourceOfNaN],
  'num.isInteger': [integerUnderSign],
};
