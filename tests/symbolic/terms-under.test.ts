import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSolver } from '#smt/chain';
import { Evaluation } from '#smt/model';
import { printTerm } from '#smt/print-term';
import { integersFrom, type Term } from '#smt/term';
import { Terms } from '#smt/terms';
import type { Condition } from '#symbolic/condition';
import { ConditionsInWords } from '#symbolic/conditions-in-words';
import type { World } from '#symbolic/machine';
import { TermsUnder } from '#symbolic/terms-under';
import { make, modelOf, recipeOf, valuesOfSymbols, type Recipe } from '../smt/arbitrary-term';

const numbers: Arbitrary<Recipe> = fc.oneof(
  fc.constantFrom('i', 'k', 'x', 'y').map((name): Recipe => ({ kind: 'symbol', name, sort: 'num' })),
  fc.integer({ min: -3, max: 6 }).map((value): Recipe => ({ kind: 'constant', value })),
);

const tests: Arbitrary<Recipe> = fc.oneof(
  fc.constantFrom('b', 'c').map((name): Recipe => ({ kind: 'symbol', name, sort: 'bool' })),
  fc
    .tuple(fc.constantFrom('num.lt', 'num.le', 'num.eq', 'num.same'), numbers, numbers)
    .map(([operation, ...args]): Recipe => ({ kind: 'operation', operation, args, data: '' })),
);

/** Choices that hang on tests of the kind that the conditions are of. */
const { choices, mixed } = fc.letrec<{ choices: Recipe; mixed: Recipe }>((tie) => ({
  choices: fc.oneof(
    { maxDepth: 3 },
    numbers,
    fc.tuple(tie('mixed'), tie('choices'), tie('choices')).map((args): Recipe => ({ kind: 'choice', args })),
    recipeOf('num', 2),
  ),
  mixed: fc.oneof(
    { maxDepth: 3 },
    tests,
    fc
      .tuple(tie('choices'), tie('choices'))
      .map((args): Recipe => ({ kind: 'operation', operation: 'num.le', args, data: '' })),
    fc
      .tuple(tie('mixed'), tie('mixed'))
      .map((args): Recipe => ({ kind: 'operation', operation: 'or', args, data: '' })),
    tie('mixed').map((arg): Recipe => ({ kind: 'operation', operation: 'not', args: [arg], data: '' })),
  ),
}));

describe('terms under conditions', () => {
  it('have the same values wherever the conditions hold', () => {
    let compared = 0;
    let changed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(tests, mixed), { maxLength: 4 }),
        choices,
        fc.integer(),
        (recipes, recipe, seed) => {
          const terms = new Terms();
          const conditions = recipes.map((each) => make(terms, each));
          const term = make(terms, recipe);
          const read = new TermsUnder(terms, createSolver({ core: 'none' }), conditions).of(term);
          if (read !== term) changed++;
          for (const values of valuesOfSymbols(30, seed)) {
            const evaluation = new Evaluation(modelOf(terms, values));
            if (!conditions.every((each) => evaluation.holds(each))) continue;
            compared++;
            expect(evaluation.valueOf(read), `${printTerm(term)} as ${printTerm(read)}`).toBe(evaluation.valueOf(term));
          }
        },
      ),
      { numRuns: 200, seed: 7 },
    );
    expect({ compared: compared > 200, changed: changed > 15 }).toEqual({ compared: true, changed: true });
  });

  it('are read as far as the conditions decide them', () => {
    const terms = new Terms();
    const layer = terms.symbol('layer', 'num', integersFrom(0, 3));
    const up = terms.symbol('up', 'num');
    const isThird = terms.apply('num.eq', [layer, terms.constant(3)]);
    const bound = terms.choice(isThird, terms.constant(740), terms.constant(500));
    const term = terms.apply('num.le', [bound, up]);
    const under = (...conditions: Term[]): string =>
      printTerm(new TermsUnder(terms, createSolver({ core: 'none' }), conditions).of(term));
    expect(under()).toBe(printTerm(term));
    expect(under(isThird)).toBe('up >= 740');
    expect(under(terms.not(isThird))).toBe('up >= 500');
    expect(under(isThird, terms.apply('num.lt', [terms.constant(800), up]))).toBe('true');
    expect(under(term)).toBe('true');
  });
});

describe('conditions in words', () => {
  it('mean the same together, however much shorter they are', () => {
    let shorter = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(tests, mixed), { minLength: 1, maxLength: 5 }), fc.integer(), (recipes, seed) => {
        const terms = new Terms();
        const conditions = recipes.map((each): Condition => ({
          kind: 'term',
          term: make(terms, each),
          role: 'branch',
          site: null,
        }));
        const said = new ConditionsInWords({ terms } as World).shortened(conditions);
        if (textOf(said).length < textOf(conditions).length) shorter++;
        for (const values of valuesOfSymbols(30, seed)) {
          const evaluation = new Evaluation(modelOf(terms, values));
          const holds = (each: Condition): boolean => each.kind === 'term' && evaluation.holds(each.term);
          expect(said.every(holds), `${textOf(conditions)} as ${textOf(said)}`).toBe(conditions.every(holds));
        }
      }),
      { numRuns: 200, seed: 11 },
    );
    expect(shorter).toBeGreaterThan(30);
  });
});

function textOf(conditions: readonly Condition[]): string {
  return conditions.map((each) => (each.kind === 'term' ? printTerm(each.term) : '')).join(' && ');
}
