import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guessModel } from '../../src/smt/guess-model';
import { after, before, meet } from '../../src/smt/interval';
import { Evaluation } from '../../src/smt/model';
import { operationNames, operations } from '../../src/smt/operations';
import { inPostOrder } from '../../src/smt/post-order';
import { Propagation } from '../../src/smt/propagation';
import { Ranges, rangeOfScalar } from '../../src/smt/ranges';
import { satisfies } from '../../src/smt/satisfies';
import type { Scalar } from '../../src/smt/sorts';
import { integersFrom, type Term } from '../../src/smt/term';
import { isUnknown, Terms } from '../../src/smt/terms';
import { mayBe } from '../../src/smt/text-fact';
import { argumentOf, dataOf, isIn, make, modelOf, recipeOf, valuesOfSymbols } from './arbitrary-term';

describe('the neighbours of a double', () => {
  test.each([
    [0, Number.MIN_VALUE],
    [-Number.MIN_VALUE, 0],
    [1, 1 + Number.EPSILON],
    [Number.MAX_VALUE, Infinity],
    [-Infinity, -Number.MAX_VALUE],
    [-1, -1 + Number.EPSILON / 2],
  ])('after %d comes %d', (value, next) => {
    expect(after(value) + 0).toBe(next);
    expect(before(next) + 0).toBe(value);
  });
});

describe('propagation', () => {
  const rows = valuesOfSymbols(40, 7);

  test('never loses a model', () => {
    const property = fc.property(
      fc.array(recipeOf('bool', 3), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...rows),
      fc.boolean(),
      (recipes, values, canonical) => {
        const terms = new Terms();
        const model = modelOf(terms, values);
        const evaluation = new Evaluation(model);
        // Whatever is false under the model is negated, so that the model satisfies them all.
        const constraints = recipes
          .map((recipe) => make(terms, recipe, canonical))
          .map((term) => (evaluation.holds(term) ? term : terms.operation('not', [term])));
        const ranges = new Ranges();
        const known = Propagation.of(constraints, (term) => ranges.of(term));
        expect(known.run()).toBe(true);
        for (const constraint of constraints) {
          everyPart(constraint, (part) => expectKept(known, part, evaluation.valueOf(part)));
        }
      },
    );
    fc.assert(property, { numRuns: 3000 });
  });

  test.each(operationNames)('keeps the arguments of %s', (name) => {
    const { params, variadic } = operations[name];
    const [first = 'bool'] = params;
    const sorts = variadic ? [first, first, first] : params;
    const property = fc.property(
      fc.tuple(...sorts.map((sort, index) => argumentOf(name, index, sort))),
      dataOf(name),
      fc.infiniteStream(fc.nat(5)),
      (values, data, choices) => {
        const terms = new Terms();
        const symbols = sorts.map((sort, index) => terms.symbol(`x${index}`, sort));
        const result = terms.operation(name, symbols, data);
        const value = operations[name].evaluate(values, data);
        const bound = (term: Term, around: Scalar): Term => boundAround(terms, term, around, choices.next().value ?? 0);
        const constraints = [
          bound(result, value),
          ...symbols.map((symbol, index) => bound(symbol, values[index] ?? 0)),
        ];
        const model = new Map(symbols.filter(isUnknown).map((symbol, index) => [symbol, values[index] ?? 0]));
        expect(satisfies(constraints, model)).toBe(true);
        const ranges = new Ranges();
        const known = Propagation.of(constraints, (term) => ranges.of(term));
        expect(known.run()).toBe(true);
        const evaluation = new Evaluation(model);
        for (const term of [...symbols, result]) expectKept(known, term, evaluation.valueOf(term));
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  test('never calls contradictory what has a model among all values of small domains', () => {
    const property = fc.property(fc.array(recipeOf('bool', 2), { minLength: 1, maxLength: 4 }), (recipes) => {
      const terms = new Terms();
      const constraints = recipes.map((recipe) => make(terms, recipe));
      const ranges = new Ranges();
      const known = Propagation.of(constraints, (term) => ranges.of(term));
      const possible = rows.some((values) => satisfies(constraints, modelOf(terms, values)));
      const open = known.run();
      if (possible) expect(open).toBe(true);
      const guessed = open ? guessModel(constraints, known) : null;
      if (guessed !== null) expect(satisfies(constraints, guessed)).toBe(true);
    });
    fc.assert(property, { numRuns: 1500 });
  });
});

/** Something true of a term that has a value, as a program would say it. */
function boundAround(terms: Terms, term: Term, value: Scalar, choice: number): Term {
  const same = { bool: 'bool.eq', num: 'num.same', str: 'str.eq', big: 'big.eq' } as const;
  if (typeof value !== 'number' || Number.isNaN(value) || choice === 0) {
    return terms.operation(same[term.sort], [term, choice === 1 ? term : terms.constant(value)]);
  }
  const anything = terms.operation(same[term.sort], [term, term]);
  const below = terms.constant(before(value));
  const above = terms.constant(after(value));
  switch (choice) {
    case 1:
      return terms.operation('num.le', [term, terms.constant(value)]);
    case 2:
      return terms.operation('num.le', [terms.constant(value), term]);
    case 3:
      return value === -Infinity ? anything : terms.operation('num.lt', [below, term]);
    case 4:
      return value === Infinity ? anything : terms.operation('num.lt', [term, above]);
    default:
      return terms.operation('num.eq', [term, terms.constant(value)]);
  }
}

function everyPart(root: Term, visit: (term: Term) => void): void {
  const seen = new Set<Term>();
  inPostOrder(
    root,
    (term) => seen.has(term),
    (term) => {
      seen.add(term);
      visit(term);
    },
  );
}

function expectKept(known: Propagation, term: Term, value: Scalar): void {
  const range = known.rangeOf(term);
  if (typeof value === 'number') expect(isIn(range, value), `${value} in ${JSON.stringify(range)}`).toBe(true);
  else expect(meet(range, rangeOfScalar(value)).min).toBeLessThanOrEqual(meet(range, rangeOfScalar(value)).max);
  if (typeof value === 'string') expect(mayBe(known.textOf(term), value)).toBe(true);
}

function settle(constraints: readonly Term[]): 'unsat' | 'sat' | 'open' {
  const ranges = new Ranges();
  const known = Propagation.of(constraints, (term) => ranges.of(term));
  if (!known.run()) return 'unsat';
  return guessModel(constraints, known) === null ? 'open' : 'sat';
}

describe('what ranges settle', () => {
  const terms = new Terms();
  const x = terms.symbol('x', 'num');
  const y = terms.symbol('y', 'num');
  const i = terms.symbol('i', 'num', integersFrom(0, 100));
  const s = terms.symbol('s', 'str');
  const number = (value: number): Term => terms.constant(value);
  const lt = (a: Term, b: Term): Term => terms.apply('num.lt', [a, b]);
  const eq = (a: Term, b: Term): Term => terms.apply('num.eq', [a, b]);
  const add = (a: Term, b: Term): Term => terms.apply('num.add', [a, b]);
  const is = (text: string): Term => terms.apply('str.eq', [s, terms.constant(text)]);

  test.each<[string, 'unsat' | 'sat', () => readonly Term[]]>([
    ['x < 3 and x > 4', 'unsat', () => [lt(x, number(3)), lt(number(4), x)]],
    [
      'neither x < 3 nor x >= 3',
      'sat',
      () => [terms.not(lt(x, number(3))), terms.not(terms.apply('num.le', [number(3), x]))],
    ],
    ['x + y > 10 with both below 5', 'unsat', () => [lt(number(10), add(x, y)), lt(x, number(5)), lt(y, number(5))]],
    ['x + 0.1 === 0.3', 'sat', () => [eq(add(x, number(0.1)), number(0.3))]],
    [
      'floor(x / 2) === 7',
      'sat',
      () => [eq(terms.apply('num.floor', [terms.apply('num.div', [x, number(2)])]), number(7))],
    ],
    ['x === 0 and 1 / x < 0', 'sat', () => [eq(x, number(0)), lt(terms.apply('num.div', [number(1), x]), number(0))]],
    ['i * i === 49', 'sat', () => [eq(terms.apply('num.mul', [i, i]), number(49))]],
    ['i > 100', 'unsat', () => [lt(number(100), i)]],
    [
      'y = x + 1 and y < x - 1, both in 0..9',
      'unsat',
      () => [lt(number(0), x), lt(x, number(9)), eq(y, add(x, number(1))), lt(y, number(1))],
    ],
    ["s is 'a' and 'b'", 'unsat', () => [is('a'), is('b')]],
    [
      "s is neither '' nor 'a' and starts with 'a'",
      'sat',
      () => [terms.not(is('')), terms.not(is('a')), terms.apply('str.startsWith', [s, terms.constant('a')])],
    ],
    [
      "s starts with 'ab' and with 'ac'",
      'unsat',
      () => [
        terms.apply('str.startsWith', [s, terms.constant('ab')]),
        terms.apply('str.startsWith', [s, terms.constant('ac')]),
      ],
    ],
    ["s is 'abc' and shorter than 3", 'unsat', () => [is('abc'), lt(terms.apply('str.length', [s]), number(3))]],
    [
      "'x' + s + 'z' is 'xyz' and s is not 'y'",
      'unsat',
      () => [
        terms.apply('str.eq', [
          terms.apply('str.concat', [terms.constant('x'), s, terms.constant('z')]),
          terms.constant('xyz'),
        ]),
        terms.not(is('y')),
      ],
    ],
    ['Number(s) > 100', 'sat', () => [lt(number(100), terms.apply('num.fromStr', [s]))]],
  ])('%s: %s', (_name, expected, constraints) => {
    expect(settle(constraints())).toBe(expected);
  });
});
