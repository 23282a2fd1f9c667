import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Model } from '../../src/smt/model';
import { satisfies } from '../../src/smt/satisfies';
import { unknown, type Answer } from '../../src/smt/solver';
import type { Scalar } from '../../src/smt/sorts';
import type { Term, Unknown } from '../../src/smt/term';
import { isUnknown, Terms } from '../../src/smt/terms';
import { withEqualsUnified } from '../../src/smt/unified-equals';

const terms = new Terms();
const [a, b, c] = ['a', 'b', 'c'].map((name) => terms.symbol(name, 'num')) as [Term, Term, Term];
const [s, t] = ['s', 't'].map((name) => terms.symbol(name, 'str')) as [Term, Term];
const solver = withEqualsUnified(terms, { check: () => unknown('asked'), close: () => {} });
const check = (...constraints: readonly Term[]): Answer['kind'] => solver.check({ constraints }).kind;

const equal = (x: Term, y: Term): Term => terms.apply('num.eq', [x, y]);
const isNaN = (x: Term): Term => terms.apply('num.isNaN', [x]);
const sameKey = (x: Term, y: Term): Term => terms.or([equal(x, y), terms.and([isNaN(x), isNaN(y)])]);
const differ = (x: Term, y: Term): Term => terms.not(terms.apply('num.same', [x, y]));
const square = (x: Term): Term => terms.apply('num.mul', [x, x]);
const inverse = (x: Term): Term => terms.apply('num.div', [terms.constant(1), x]);
const upper = (x: Term): Term => terms.apply('str.toUpperCase', [x]);

test('what is computed of equals is the same', () => {
  expect(check(equal(a, b), differ(square(a), square(b)))).toBe('unsat');
  expect(check(equal(a, b), equal(b, c), differ(square(a), square(c)))).toBe('unsat');
  expect(check(sameKey(a, b), differ(square(a), square(b)))).toBe('unsat');
  expect(check(terms.apply('str.eq', [s, t]), terms.not(terms.apply('str.eq', [upper(s), upper(t)])))).toBe('unsat');
});

test('but where the zeros make a difference', () => {
  expect(check(equal(a, b), differ(a, b))).toBe('unknown');
  expect(check(equal(a, b), differ(inverse(a), inverse(b)))).toBe('unknown');
  expect(check(sameKey(a, b), differ(inverse(a), inverse(b)))).toBe('unknown');
  expect(check(differ(square(a), square(b)))).toBe('unknown');
});

test('what is called impossible holds for no values', () => {
  const values = [0, -0, 1, -1, 0.5, Number.NaN, Infinity];
  const unknowns = [a, b, c];
  const place = fc.constantFrom(a, b, c);
  const computed = fc
    .tuple(fc.constantFrom('num.mul', 'num.add', 'num.sub', 'num.div', 'num.min'), place, place)
    .map(([operation, x, y]) => terms.apply(operation as 'num.mul', [x, y]));
  const equality = fc.tuple(fc.boolean(), place, place).map(([isKey, x, y]) => (isKey ? sameKey(x, y) : equal(x, y)));
  const claim = fc
    .tuple(fc.boolean(), fc.oneof(place, computed), fc.oneof(place, computed))
    .map(([isIdentity, x, y]) => (isIdentity ? differ(x, y) : terms.not(equal(x, y))));
  let impossible = 0;
  fc.assert(
    fc.property(fc.array(equality, { minLength: 1, maxLength: 3 }), claim, (equalities, claimed) => {
      const constraints = [...equalities, claimed];
      if (check(...constraints) !== 'unsat') return;
      impossible++;
      for (const x of values)
        for (const y of values)
          for (const z of values) {
            const given = [x, y, z];
            const model: Model = new Map<Unknown, Scalar>(
              unknowns.filter(isUnknown).map((each, index) => [each, given[index] ?? 0]),
            );
            expect(satisfies(constraints, model)).toBe(false);
          }
    }),
    { numRuns: 2000 },
  );
  expect(impossible).toBeGreaterThan(20);
});
