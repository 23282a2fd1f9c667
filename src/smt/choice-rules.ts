import { numberOf, operandOf, operandsOf } from './match';
import { ternaryRule, type RuleTable, type TermFactory } from './rule';
import type { Term } from './term';

const decided = ternaryRule('decided choice', (_terms, condition, yes, no) => {
  if (condition.kind === 'constant') return condition.value === true ? yes : no;
  return yes === no ? yes : null;
});

/** Of a condition and its negation the one that is made first decides. */
const negatedCondition = ternaryRule('negated condition', (terms, condition, yes, no) => {
  const negation = terms.not(condition);
  return negation.id < condition.id ? terms.choice(negation, no, yes) : null;
});

const booleanArms = ternaryRule('boolean choice', (terms, condition, yes, no) => {
  if (yes.sort !== 'bool') return null;
  const negation = terms.not(condition);
  if (yes === terms.true || yes === condition) return terms.or([condition, no]);
  if (yes === terms.false || yes === negation) return terms.and([negation, no]);
  if (no === terms.true || no === negation) return terms.or([negation, yes]);
  if (no === terms.false || no === condition) return terms.and([condition, yes]);
  return terms.not(yes) === no ? terms.apply('bool.eq', [condition, yes]) : null;
});

const negatedArms = ternaryRule('choice of negations', (terms, condition, yes, no) => {
  const [a, b] = [operandOf(yes, 'not'), operandOf(no, 'not')];
  return a === null || b === null ? null : terms.not(terms.choice(condition, a, b));
});

/** Inside of an arm the condition is known. */
const sameCondition = ternaryRule('choice within a choice', (terms, condition, yes, no) => {
  const inner = yes.kind === 'choice' && yes.condition === condition ? yes.yes : yes;
  const other = no.kind === 'choice' && no.condition === condition ? no.no : no;
  return inner === yes && other === no ? null : terms.choice(condition, inner, other);
});

/** `a ? (b ? x : y) : y` is `a && b ? x : y`, and so on. */
const sharedArm = ternaryRule('choice with a shared arm', (terms, condition, yes, no) => {
  if (yes.kind === 'choice') {
    if (yes.no === no) return terms.choice(terms.and([condition, yes.condition]), yes.yes, no);
    if (yes.yes === no) return terms.choice(terms.and([condition, terms.not(yes.condition)]), yes.no, no);
  }
  if (no.kind === 'choice') {
    if (no.yes === yes) return terms.choice(terms.or([condition, no.condition]), yes, no.no);
    if (no.no === yes) return terms.choice(terms.or([condition, terms.not(no.condition)]), yes, no.yes);
  }
  return null;
});

/** `x === 3 ? 3 : x` is `x`. */
const guardedConstant = ternaryRule('constant that is guarded by its equality', (terms, condition, yes, no) => {
  return equates(terms, condition, yes, no) ? no : null;
});

function equates(terms: TermFactory, condition: Term, left: Term, right: Term): boolean {
  const numbers = operandsOf(condition, 'num.eq');
  if (numbers !== null) return sameTwo(numbers, left, right) && equalIsSame(terms, left, right);
  const others =
    operandsOf(condition, 'str.eq') ??
    operandsOf(condition, 'num.same') ??
    operandsOf(condition, 'big.eq') ??
    operandsOf(condition, 'bool.eq');
  return others !== null && sameTwo(others, left, right);
}

function sameTwo([a, b]: readonly [Term, Term], left: Term, right: Term): boolean {
  return (a === left && b === right) || (a === right && b === left);
}

/** `===` tells numbers apart as `Object.is` does but for the zeros. */
function equalIsSame(terms: TermFactory, left: Term, right: Term): boolean {
  const [a, b] = [numberOf(left), numberOf(right)];
  if ((a !== null && a !== 0) || (b !== null && b !== 0)) return true;
  return !terms.rangeOf(left).negativeZero && !terms.rangeOf(right).negativeZero;
}

/** `a < b ? a : b` is the lesser, where neither NaN nor −0 makes a difference. */
const extreme = ternaryRule('choice of the lesser or greater', (terms, condition, yes, no) => {
  const sides = operandsOf(condition, 'num.lt') ?? operandsOf(condition, 'num.le');
  if (sides === null || !sameTwo(sides, yes, no)) return null;
  for (const { nan, negativeZero } of sides.map((side) => terms.rangeOf(side))) if (nan || negativeZero) return null;
  return terms.apply(sides[0] === yes ? 'num.min' : 'num.max', sides);
});

export const choiceRules: RuleTable = {
  choice: [decided, negatedCondition, booleanArms, sameCondition, sharedArm, negatedArms, guardedConstant, extreme],
};
