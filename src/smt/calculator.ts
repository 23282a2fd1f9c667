import type { OperationName } from './operations';
import type { TermFactory } from './rule';
import type { Term } from './term';

/** Arithmetic on terms that reads like arithmetic. */
export interface Calculator {
  add(left: Term, right: Term | number): Term;
  sub(left: Term, right: Term | number): Term;
  mul(left: Term, right: Term | number): Term;
  div(left: Term, right: Term | number): Term;
  floorDiv(left: Term, right: number): Term;
  /** With the sign of the divisor, which is positive; never −0. */
  modulo(left: Term, right: number): Term;
  within(term: Term, least: number, most: number): Term;
}

export function calculator(terms: TermFactory): Calculator {
  const termOf = (value: Term | number): Term => (typeof value === 'number' ? terms.constant(value) : value);
  const binary =
    (operation: OperationName) =>
    (left: Term, right: Term | number): Term =>
      terms.apply(operation, [left, termOf(right)]);
  const [add, sub, mul, div] = [binary('num.add'), binary('num.sub'), binary('num.mul'), binary('num.div')];
  return {
    add,
    sub,
    mul,
    div,
    floorDiv: (left, right) => terms.apply('num.floor', [div(left, right)]),
    modulo(left, right) {
      const rest = terms.apply('num.rem', [left, terms.constant(right)]);
      const isNegative = terms.apply('num.lt', [rest, terms.constant(0)]);
      return terms.choice(isNegative, add(rest, right), add(rest, 0));
    },
    within: (term, least, most) =>
      terms.and([
        terms.apply('num.le', [terms.constant(least), term]),
        terms.apply('num.le', [term, terms.constant(most)]),
      ]),
  };
}
