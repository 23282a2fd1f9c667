import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forwardRange } from '../../src/smt/forward-range';
import { operationNames, operations } from '../../src/smt/operations';
import { join, nextAbove, nextBelow, type Range } from '../../src/smt/range';
import { rangeOfScalar } from '../../src/smt/ranges';
import type { Scalar, Sort } from '../../src/smt/sorts';
import { Terms } from '../../src/smt/terms';
import {
  argumentOf,
  choiceRecipe,
  dataOf,
  isIn,
  make,
  operationRecipe,
  valueOf,
  valuesOfSymbols,
  type Recipe,
} from './arbitrary-term';

const rows = valuesOfSymbols(40, 7);

describe('ranges', () => {
  test.each(operationNames)('%s: hold every value that the engine computes', (operation) => {
    const terms = new Terms();
    fc.assert(
      fc.property(operationRecipe(operation, 2), (recipe) => holdsValues(terms, recipe)),
      { numRuns: 400, seed: 11 },
    );
  });

  test.each(['num', 'str', 'bool', 'big'] as const)('choices of %s: hold every value', (sort) => {
    const terms = new Terms();
    fc.assert(
      fc.property(choiceRecipe(sort, 2), (recipe) => holdsValues(terms, recipe)),
      { numRuns: 200, seed: 12 },
    );
  });

  test.each(operationNames)('%s: the tightest ranges of given values lead to all results', (operation) => {
    const { params, variadic, evaluate } = operations[operation];
    const values = (sort: Sort, index: number) =>
      fc.array(argumentOf(operation, index, sort), { minLength: 1, maxLength: 3 });
    const args = variadic
      ? fc.array(values(params[0] ?? 'bool', 0), { maxLength: 3 })
      : fc.tuple(...params.map((sort, index) => values(sort, index)));
    fc.assert(
      fc.property(args, dataOf(operation), (candidates, data) => {
        const hulls = candidates.map((each) => each.map((value) => rangeOfScalar(value)).reduce((a, b) => join(a, b)));
        const range = forwardRange[operation](hulls, data);
        for (const choice of combinations(candidates)) {
          const value = evaluate(choice, data);
          if (!holds(range, value)) {
            expect.fail(`${JSON.stringify(range)} holds ${String(value)} of ${choice.map(String).join(', ')} ${data}`);
          }
        }
      }),
      { numRuns: 1000, seed: 13 },
    );
  });

  test('the doubles next to a double have none between them', () => {
    expect(nextAbove(0)).toBe(Number.MIN_VALUE);
    expect(nextBelow(0)).toBe(-Number.MIN_VALUE);
    expect(nextAbove(1)).toBe(1 + Number.EPSILON);
    expect(nextBelow(1)).toBe(1 - Number.EPSILON / 2);
    expect(nextAbove(-Number.MIN_VALUE)).toBe(-0);
    expect(nextAbove(Number.MAX_VALUE)).toBe(Infinity);
    expect(nextBelow(-Infinity)).toBe(-Infinity);
    expect(nextBelow(2 ** 53)).toBe(2 ** 53 - 1);
  });
});

/** As it stands: rewriting must not hide an operation from its transfer. */
function holdsValues(terms: Terms, recipe: Recipe): void {
  const term = make(terms, recipe, false);
  const range = terms.rangeOf(term);
  for (const values of rows) {
    const value = valueOf(recipe, values);
    if (!holds(range, value)) {
      expect.fail(`${JSON.stringify(range)} holds ${String(value)} with ${JSON.stringify([...values].map(String))}`);
    }
  }
}

function combinations(candidates: readonly (readonly Scalar[])[]): Scalar[][] {
  return candidates.reduce<Scalar[][]>(
    (chosen, values) => chosen.flatMap((each) => values.map((value) => [...each, value])),
    [[]],
  );
}

function holds(range: Range, value: Scalar): boolean {
  switch (typeof value) {
    case 'number':
      return isIn(range, value);
    case 'string':
      return isIn(range, value.length);
    case 'boolean':
      return isIn(range, Number(value));
    case 'bigint':
      return range.min <= value && value <= range.max;
  }
}
