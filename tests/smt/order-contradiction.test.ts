import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { domainLink } from '../../src/smt/domain-link';
import { LinearForms } from '../../src/smt/linear';
import type { Model } from '../../src/smt/model';
import { hasOrderContradiction } from '../../src/smt/order-contradiction';
import { Propagation } from '../../src/smt/propagation';
import { Ranges } from '../../src/smt/ranges';
import { satisfies } from '../../src/smt/satisfies';
import { unknown } from '../../src/smt/solver';
import type { Scalar } from '../../src/smt/sorts';
import { integersFrom, type Term, type Unknown } from '../../src/smt/term';
import { isUnknown, Terms } from '../../src/smt/terms';

let terms: Terms;
let ranges: Ranges;
let whole: readonly Term[];
let real: readonly Term[];
let texts: readonly Term[];
beforeEach(() => start());

function start(domain = integersFrom(-(2 ** 31), 2 ** 31 - 1)): void {
  terms = new Terms();
  ranges = new Ranges();
  whole = ['i', 'j', 'k'].map((name) => terms.symbol(name, 'num', domain));
  real = ['x', 'y'].map((name) => terms.symbol(name, 'num'));
  texts = ['r', 's', 't'].map((name) => terms.symbol(name, 'str'));
}

type Comparison = 'num.lt' | 'num.le' | 'num.eq' | 'str.lt' | 'str.eq';
const compare = (operation: Comparison, left: Term, right: Term): Term => terms.apply(operation, [left, right]);
const plus = (term: Term, more: number): Term => terms.apply('num.add', [term, terms.constant(more)]);

function isContradictory(constraints: readonly Term[]): boolean {
  const known = Propagation.of(constraints, (term) => ranges.of(term));
  // What is said by a negation is known once it was passed on.
  if (!known.run()) return true;
  return hasOrderContradiction(known, new LinearForms((term) => ranges.of(term)));
}

describe('comparisons that lead round in a circle', () => {
  test('of whole numbers', () => {
    const [i, j, k] = whole as [Term, Term, Term];
    expect(isContradictory([compare('num.lt', i, j), compare('num.lt', j, i)])).toBe(true);
    expect(isContradictory([compare('num.lt', i, j), compare('num.le', j, i)])).toBe(true);
    expect(isContradictory([compare('num.lt', i, j), compare('num.lt', j, k), compare('num.lt', k, i)])).toBe(true);
    expect(isContradictory([compare('num.le', plus(i, 300), j), compare('num.lt', j, plus(i, 100))])).toBe(true);
    expect(isContradictory([compare('num.lt', i, j), compare('num.lt', j, plus(i, 1))])).toBe(true);
  });

  test('of any numbers', () => {
    const [x, y] = real as [Term, Term];
    expect(isContradictory([compare('num.lt', x, y), compare('num.le', y, x)])).toBe(true);
    expect(isContradictory([compare('num.lt', x, y), compare('num.eq', x, y)])).toBe(true);
  });

  test('of texts', () => {
    const [r, s, t] = texts as [Term, Term, Term];
    expect(isContradictory([compare('str.lt', r, s), compare('str.lt', s, r)])).toBe(true);
    expect(isContradictory([compare('str.lt', r, s), compare('str.eq', s, t), compare('str.lt', t, r)])).toBe(true);
    expect(isContradictory([compare('str.lt', r, s), compare('str.lt', s, t)])).toBe(false);
  });

  test('of what differs, where neither can come first', () => {
    const [r, s] = texts as [Term, Term];
    const [i, j] = whole as [Term, Term];
    const [x, y] = real as [Term, Term];
    const none = (operation: Comparison, a: Term, b: Term): Term => terms.not(compare(operation, a, b));
    expect(isContradictory([none('str.eq', r, s), none('str.lt', r, s), none('str.lt', s, r)])).toBe(true);
    expect(isContradictory([none('num.eq', i, j), compare('num.le', i, j), compare('num.le', j, i)])).toBe(true);
    expect(isContradictory([none('str.eq', r, s), none('str.lt', r, s)])).toBe(false);
    expect(isContradictory([none('num.eq', x, y), none('num.lt', x, y), none('num.lt', y, x)])).toBe(false);
  });

  test('not where something is between, or nothing is compared', () => {
    const [i, j] = whole as [Term, Term];
    const [x, y] = real as [Term, Term];
    expect(isContradictory([compare('num.lt', i, j), compare('num.lt', j, plus(i, 2))])).toBe(false);
    expect(isContradictory([compare('num.le', x, y), compare('num.le', y, x)])).toBe(false);
    expect(isContradictory([compare('num.lt', x, y), compare('num.lt', y, plus(x, 1))])).toBe(false);
    // NaN is neither less nor more.
    expect(isContradictory([terms.not(compare('num.lt', x, y)), terms.not(compare('num.lt', y, x))])).toBe(false);
    expect(isContradictory([terms.not(compare('num.le', x, y)), terms.not(compare('num.le', y, x))])).toBe(false);
  });

  test('are settled without asking a solver', () => {
    const [i, j] = whole as [Term, Term];
    const link = domainLink({ check: () => unknown('asked'), close: () => {} }, (term) => ranges.of(term));
    expect(link.check({ constraints: [compare('num.lt', i, j), compare('num.lt', j, i)] })).toEqual({ kind: 'unsat' });
  });
});

const operand = fc.record({ place: fc.nat(4), more: fc.integer({ min: -3, max: 3 }), isSum: fc.boolean() });
const comparison = fc.record({
  operation: fc.constantFrom<Comparison>('num.lt', 'num.le', 'num.eq'),
  left: operand,
  right: operand,
  isTrue: fc.boolean(),
});
const small = [-1, 0, 1, 2];
const doubles = [Number.NaN, -Infinity, Infinity, -0, -1, 1, 0.5, 1.5];

function* assignments(): Generator<Model> {
  const [i, j, k, x, y] = [...whole, ...real].filter(isUnknown) as [Unknown, Unknown, Unknown, Unknown, Unknown];
  for (const a of small)
    for (const b of small)
      for (const c of small)
        for (const d of doubles)
          for (const e of doubles)
            yield new Map<Unknown, Scalar>([
              [i, a],
              [j, b],
              [k, c],
              [x, d],
              [y, e],
            ]);
}

test('what is called contradictory holds for no values', () => {
  let contradictions = 0;
  fc.assert(
    fc.property(fc.array(comparison, { minLength: 3, maxLength: 9 }), (comparisons) => {
      start(integersFrom(-1, 2));
      const all = [...whole, ...real];
      const termOf = ({ place, more, isSum }: (typeof comparisons)[number]['left']): Term => {
        const symbol = all[place] ?? terms.constant(more);
        return isSum ? plus(symbol, more) : symbol;
      };
      const constraints = comparisons.map(({ operation, left, right, isTrue }) => {
        const term = compare(operation, termOf(left), termOf(right));
        return isTrue ? term : terms.not(term);
      });
      if (!isContradictory(constraints)) return;
      contradictions++;
      expect([...assignments()].find((model) => satisfies(constraints, model))).toBeUndefined();
    }),
    { numRuns: 200 },
  );
  expect(contradictions).toBeGreaterThan(20);
});

test('texts that are called contradictory are none', () => {
  const words = ['', 'a', 'ab', 'b', '\ud83d\ude00', '\uffff'];
  const ordered = fc.record({
    operation: fc.constantFrom<Comparison>('str.lt', 'str.eq'),
    left: fc.nat(2),
    right: fc.nat(2),
    isTrue: fc.boolean(),
  });
  let contradictions = 0;
  fc.assert(
    fc.property(fc.array(ordered, { minLength: 2, maxLength: 6 }), (comparisons) => {
      start();
      const textAt = (place: number): Term => texts[place] ?? terms.constant('');
      const constraints = comparisons.map(({ operation, left, right, isTrue }) => {
        const term = compare(operation, textAt(left), textAt(right));
        return isTrue ? term : terms.not(term);
      });
      if (!isContradictory(constraints)) return;
      contradictions++;
      const [r, s, t] = texts.filter(isUnknown) as [Unknown, Unknown, Unknown];
      for (const a of words)
        for (const b of words)
          for (const c of words) {
            const model: Model = new Map<Unknown, Scalar>([
              [r, a],
              [s, b],
              [t, c],
            ]);
            expect(satisfies(constraints, model)).toBe(false);
          }
    }),
    { numRuns: 200 },
  );
  expect(contradictions).toBeGreaterThan(20);
});
