import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Evaluation } from '../../src/smt/model';
import { operationNames, operations } from '../../src/smt/operations';
import type { Rewritten } from '../../src/smt/rule';
import { rules } from '../../src/smt/simplify';
import type { Scalar } from '../../src/smt/sorts';
import type { Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { choiceRecipe, make, modelOf, operationRecipe, valuesOfSymbols, type Recipe } from './arbitrary-term';
import { ruleExamples } from './rule-examples';

const rows = valuesOfSymbols(30, 3);
const sorts = ['bool', 'num', 'str', 'big'] as const;
const everything: readonly Rewritten[] = ['choice', ...operationNames];

describe('rules', () => {
  test('have names that tell them apart', () => {
    for (const rewritten of everything) {
      const names = rules[rewritten].map(({ name }) => name);
      expect(new Set(names).size, rewritten).toBe(names.length);
    }
  });

  test.each(everything)('of %s: each fires, and keeps the value under every model', (rewritten) => {
    const fired = new Map(rules[rewritten].map(({ name }) => [name, 0]));
    const terms = new Terms();
    const judge = new Judge(terms, fired);
    const recipes =
      rewritten === 'choice'
        ? fc.constantFrom(...sorts).chain((sort) => choiceRecipe(sort, 3))
        : operationRecipe(rewritten, 3);
    for (const example of ruleExamples[rewritten] ?? []) judge.check(rewritten, example);
    fc.assert(
      fc.property(recipes, (recipe) => judge.check(rewritten, recipe)),
      { numRuns: 1500, seed: 5 },
    );
    const silent = [...fired].filter(([, count]) => count === 0).map(([name]) => name);
    expect(silent, 'rules that were never seen to fire').toEqual([]);
  });
});

class Judge {
  readonly #terms: Terms;
  readonly #fired: Map<string, number>;
  readonly #evaluations: readonly Evaluation[];

  constructor(terms: Terms, fired: Map<string, number>) {
    this.#terms = terms;
    this.#fired = fired;
    this.#evaluations = rows.map((values) => new Evaluation(modelOf(terms, values)));
  }

  check(rewritten: Rewritten, recipe: Recipe): void {
    if (recipe.kind !== 'operation' && recipe.kind !== 'choice')
      throw new Error('only what has arguments is rewritten');
    const args = recipe.args.map((arg) => make(this.#terms, arg));
    if (args.every(({ kind }) => kind === 'constant')) return;
    const data = recipe.kind === 'operation' ? recipe.data : '';
    for (const rule of rules[rewritten]) {
      const result = rule.rewrite(this.#terms, args, data);
      if (result === null) continue;
      this.#fired.set(rule.name, (this.#fired.get(rule.name) ?? 0) + 1);
      for (const evaluation of this.#evaluations) {
        const before = valueBefore(rewritten, args, data, evaluation);
        const after = evaluation.valueOf(result);
        if (!Object.is(before, after)) {
          const shown = args.map((arg) => evaluation.valueOf(arg));
          expect.fail(
            `${rule.name}: ${rewritten}(${shown.map(show).join(', ')}) is ${show(before)}, not ${show(after)}`,
          );
        }
      }
    }
  }
}

function valueBefore(rewritten: Rewritten, args: readonly Term[], data: string, evaluation: Evaluation): Scalar {
  const values = args.map((arg) => evaluation.valueOf(arg));
  if (rewritten !== 'choice') return operations[rewritten].evaluate(values, data);
  const [condition, yes, no] = values;
  return (condition === true ? yes : no) as Scalar;
}

function show(value: Scalar): string {
  return Object.is(value, -0) ? '-0' : typeof value === 'string' ? JSON.stringify(value) : String(value);
}
