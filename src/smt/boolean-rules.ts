import { operandOf, operandsOf } from './match';
import { binaryRule, unaryRule, type Rule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

/** Junctions with more parts stay nested in others: a long chain must not be copied at every step. */
const mostParts = 64;
/** Parts among which one is looked for inside of others. */
const mostForAbsorption = 12;

const doubleNegation = unaryRule('double negation', (_terms, a) => operandOf(a, 'not'));

/** The parts of a junction have had their negations made with it: this does not go deep. */
const negatedJunction = unaryRule('negation of and, or', (terms, a) => {
  if (a.kind !== 'operation') return null;
  if (a.operation === 'and') return terms.or(a.args.map((part) => terms.not(part)));
  if (a.operation === 'or') return terms.and(a.args.map((part) => terms.not(part)));
  return null;
});

/** Without NaN the order of numbers is total. */
const negatedComparison = unaryRule('negation of a comparison', (terms, a) => {
  const [strict, loose] = [operandsOf(a, 'num.lt'), operandsOf(a, 'num.le')];
  const sides = strict ?? loose;
  if (sides === null) return null;
  const [left, right] = sides;
  if (terms.rangeOf(left).nan || terms.rangeOf(right).nan) return null;
  return terms.apply(strict === null ? 'num.lt' : 'num.le', [right, left]);
});

type Junction = 'and' | 'or';

/** Flattens, sorts and removes duplicates; a part together with its negation decides all. */
function canonicalJunction(operation: Junction): Rule {
  return {
    name: `canonical ${operation}`,
    rewrite(terms, args) {
      const neutral = operation === 'and' ? terms.true : terms.false;
      const deciding = operation === 'and' ? terms.false : terms.true;
      const parts = flattened(operation, args);
      if (parts.delete(deciding)) return deciding;
      parts.delete(neutral);
      for (const part of parts) if (parts.has(terms.not(part))) return deciding;
      const sorted = [...parts].toSorted((a, b) => a.id - b.id);
      const [first] = sorted;
      if (first === undefined) return neutral;
      if (sorted.length === 1) return first;
      return sameTerms(sorted, args) ? null : terms.apply(operation, sorted);
    },
  };
}

function flattened(operation: Junction, args: readonly Term[]): Set<Term> {
  const parts = new Set<Term>();
  let room = mostParts - args.length;
  for (const arg of args) {
    const inner = arg.kind === 'operation' && arg.operation === operation ? arg.args : null;
    if (inner === null || inner.length > room) {
      parts.add(arg);
    } else {
      room -= inner.length;
      for (const part of inner) parts.add(part);
    }
  }
  return parts;
}

function sameTerms(left: readonly Term[], right: readonly Term[]): boolean {
  return left.length === right.length && left.every((term, index) => term === right[index]);
}

/** `a && (a || b)` is `a`, and `a && (!a || b)` is `a && b`; also with the roles swapped. */
function absorption(operation: Junction): Rule {
  const dual = operation === 'and' ? 'or' : 'and';
  return {
    name: `absorption in ${operation}`,
    rewrite(terms, args) {
      if (args.length > mostForAbsorption) return null;
      const parts = new Set(args);
      for (const arg of args) {
        if (arg.kind !== 'operation' || arg.operation !== dual || arg.args.length > mostForAbsorption) continue;
        const rest = args.filter((part) => part !== arg);
        if (arg.args.some((part) => parts.has(part))) return terms.apply(operation, rest);
        const left = arg.args.filter((part) => !parts.has(terms.not(part)));
        if (left.length < arg.args.length) return terms.apply(operation, [...rest, terms.apply(dual, left)]);
      }
      return null;
    },
  };
}

const equality = binaryRule('equality of booleans', (terms, left, right) => {
  if (left === right) return terms.true;
  if (left.kind === 'constant') return left.value === true ? right : terms.not(right);
  if (right.kind === 'constant') return right.value === true ? left : terms.not(left);
  if (terms.not(left) === right) return terms.false;
  return left.id <= right.id ? null : terms.apply('bool.eq', [right, left]);
});

/** Of a condition and its negation the one that is made first stands in equalities. */
const equalityOfNegations = binaryRule('equality of negations', (terms, left, right) => {
  const [a, b] = [positive(terms, left), positive(terms, right)];
  if (a === left && b === right) return null;
  const equal = terms.apply('bool.eq', [a, b]);
  return (a === left) === (b === right) ? equal : terms.not(equal);
});

function positive(terms: TermFactory, term: Term): Term {
  const negation = terms.not(term);
  return negation.id < term.id ? negation : term;
}

export const booleanRules: RuleTable = {
  not: [doubleNegation, negatedJunction, negatedComparison],
  and: [canonicalJunction('and'), absorption('and')],
  or: [canonicalJunction('or'), absorption('or')],
  'bool.eq': [equality, equalityOfNegations],
};
