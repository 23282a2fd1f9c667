import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Evaluation } from '../../src/smt/model';
import { operations, type OperationName } from '../../src/smt/operations';
import { simplify } from '../../src/smt/simplify';
import { integersFrom, partsOf, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { make, modelOf, recipeOf, valueOf, valuesOfSymbols, type Recipe } from './arbitrary-term';

const sorts = ['bool', 'num', 'str', 'big'] as const;
const anyRecipe = fc.constantFrom(...sorts).chain((sort) => recipeOf(sort, 4));

describe('terms in canonical form', () => {
  test('have the value of what they were made from', () => {
    const rows = valuesOfSymbols(20, 21);
    fc.assert(
      fc.property(anyRecipe, (recipe) => {
        const terms = new Terms();
        const term = make(terms, recipe);
        for (const values of rows) {
          const [expected, actual] = [valueOf(recipe, values), new Evaluation(modelOf(terms, values)).valueOf(term)];
          if (!Object.is(expected, actual)) expect.fail(`${String(expected)}, not ${String(actual)}`);
        }
      }),
      { numRuns: 6000, seed: 22 },
    );
  });

  test('are not rewritten again', () => {
    const terms = new Terms();
    fc.assert(
      fc.property(anyRecipe, (recipe) => {
        for (const part of allParts(make(terms, recipe))) {
          const again = rewrittenAgain(terms, part);
          if (again !== null)
            expect.fail(`${part.kind === 'operation' ? part.operation : part.kind} is rewritten again`);
        }
      }),
      { numRuns: 3000, seed: 23 },
    );
  });

  test('are the same object when they are made alike', () => {
    const terms = new Terms();
    fc.assert(
      fc.property(anyRecipe, (recipe) => make(terms, recipe) === make(terms, recipe)),
      { numRuns: 1000, seed: 24 },
    );
  });

  test.each([
    ...(['num.add', 'num.mul', 'num.min', 'num.max', 'num.bitAnd', 'num.bitOr', 'num.bitXor', 'num.imul'] as const),
    ...(['num.eq', 'num.same', 'str.eq', 'bool.eq', 'and', 'or'] as const),
    ...(['big.add', 'big.mul', 'big.bitAnd', 'big.bitOr', 'big.bitXor', 'big.eq'] as const),
  ])('%s has its operands in one order', (operation) => {
    const terms = new Terms();
    const sort = sortOfOperands(operation);
    fc.assert(
      fc.property(recipeOf(sort, 2), recipeOf(sort, 2), (left, right) => {
        const [a, b] = [make(terms, left), make(terms, right)];
        return terms.apply(operation, [a, b]) === terms.apply(operation, [b, a]);
      }),
      { numRuns: 300, seed: 25 },
    );
  });

  test('tell constants apart as Object.is does', () => {
    const terms = new Terms();
    expect(terms.constant(0)).not.toBe(terms.constant(-0));
    expect(terms.constant(-0)).toBe(terms.constant(-0));
    expect(terms.constant(Number.NaN)).toBe(terms.constant(Number.NaN));
    expect(terms.constant('1')).not.toBe(terms.constant(1));
    expect(terms.constant(1n)).not.toBe(terms.constant(1));
    expect(terms.constant('true')).not.toBe(terms.true);
    expect(terms.constant(10n ** 40n)).toBe(terms.constant(10n ** 40n));
  });

  test('tell symbols and applications apart by name and sort', () => {
    const terms = new Terms();
    const [x, y] = [terms.symbol('x', 'num'), terms.symbol('y', 'num')];
    expect(terms.symbol('x', 'num')).toBe(x);
    expect(terms.symbol('x', 'str')).not.toBe(x);
    expect(terms.application('f', 'num', [x, y])).toBe(terms.application('f', 'num', [x, y]));
    expect(terms.application('f', 'num', [x, y])).not.toBe(terms.application('f', 'num', [y, x]));
    expect(terms.application('f', 'num', [])).not.toBe(terms.application('g', 'num', []));
    expect(terms.application('f', 'num', [x])).not.toBe(terms.application('f', 'str', [x]));
  });
});

describe('canonical forms', () => {
  const terms = new Terms();
  const x = terms.symbol('x', 'num');
  const [i, j] = [terms.symbol('i', 'num', integersFrom(-1000, 1000)), terms.symbol('j', 'num', integersFrom(0, 9))];
  const s = terms.symbol('s', 'str');
  const c = terms.symbol('c', 'bool');
  const number = (value: number): Term => terms.constant(value);
  const apply = (operation: OperationName, ...args: Term[]): Term => terms.apply(operation, args);

  test('one comparison of whole numbers', () => {
    const less = apply('num.lt', i, number(3));
    expect(apply('num.le', i, number(2))).toBe(less);
    expect(terms.not(apply('num.lt', number(2), i))).toBe(less);
    expect(apply('num.lt', apply('num.add', i, number(2)), number(5))).toBe(less);
    expect(apply('num.lt', apply('num.mul', i, number(2)), number(5))).toBe(less);
    expect(apply('num.lt', apply('num.add', i, j), apply('num.add', j, number(3)))).toBe(less);
  });

  test('a negated comparison keeps NaN apart', () => {
    const less = apply('num.lt', x, number(3));
    expect(terms.not(less)).not.toBe(apply('num.le', number(3), x));
    expect(terms.not(terms.not(less))).toBe(less);
  });

  test('one sum of whole numbers', () => {
    const sum = apply('num.add', apply('num.add', i, j), number(3));
    expect(apply('num.add', apply('num.add', j, number(1)), apply('num.add', number(2), i))).toBe(sum);
    expect(apply('num.sub', apply('num.add', sum, i), i)).toBe(sum);
    expect(apply('num.sub', apply('num.add', x, i), i)).not.toBe(x);
  });

  test('choices of constants under a comparison are their conditions', () => {
    const one = terms.choice(c, number(1), number(0));
    expect(apply('num.eq', one, number(1))).toBe(c);
    expect(apply('num.eq', one, number(0))).toBe(terms.not(c));
    expect(apply('num.eq', one, number(2))).toBe(terms.false);
    expect(apply('num.eq', apply('num.fromBool', c), number(1))).toBe(c);
    expect(apply('num.lt', one, number(2))).toBe(terms.true);
    expect(apply('num.eq', terms.choice(c, number(1), x), number(1))).toBe(
      terms.or([c, apply('num.eq', x, number(1))]),
    );
    const [a, b] = [number(400), number(500)];
    expect(apply('num.le', terms.choice(c, a, b), x)).toMatchObject({ operation: 'num.le' });
  });

  test('texts', () => {
    expect(apply('num.lt', apply('str.length', s), number(0))).toBe(terms.false);
    expect(apply('num.eq', apply('str.length', s), number(0))).toBe(apply('str.eq', s, terms.constant('')));
    const [ab, abc] = [terms.constant('ab'), terms.constant('abc')];
    expect(apply('str.startsWith', apply('str.concat', ab, s), abc)).toBe(
      apply('str.startsWith', s, terms.constant('c')),
    );
    expect(apply('str.eq', apply('str.concat', ab, s), abc)).toBe(apply('str.eq', s, terms.constant('c')));
    expect(apply('num.fromStr', apply('str.fromNum', i))).toBe(i);
    expect(apply('num.fromStr', apply('str.fromNum', x))).toBe(apply('num.add', x, number(0)));
  });

  test('the laws of reals that doubles break are not used', () => {
    expect(apply('num.add', x, number(0))).not.toBe(x);
    expect(apply('num.add', x, number(-0))).toBe(x);
    expect(apply('num.mul', x, number(0))).toMatchObject({ operation: 'num.mul' });
    expect(apply('num.sub', x, x)).toMatchObject({ operation: 'num.sub' });
    expect(apply('num.eq', x, x)).not.toBe(terms.true);
    expect(apply('num.sub', i, i)).toBe(number(0));
    expect(apply('num.eq', i, i)).toBe(terms.true);
  });
});

describe('large terms', () => {
  test.each([
    ['rounded additions', 'num.add', 'x', 0.5],
    ['exact additions', 'num.add', 'j', 1],
    ['subtractions of a symbol', 'num.sub', 'x', 'y'],
    ['exact subtractions of a symbol', 'num.sub', 'j', 'k'],
    ['negations and bits', 'num.bitXor', 'x', 'y'],
    ['concatenations', 'str.concat', 's', 't'],
    ['bigint additions', 'big.add', 'm', 'n'],
  ] as const)('100,000 nested %s are made, ranged and evaluated', (_name, operation, start, added) => {
    const terms = new Terms();
    const other = make(terms, typeof added === 'string' ? symbol(added) : { kind: 'constant', value: added });
    let term = make(terms, symbol(start));
    for (let step = 0; step < 100_000; step++) term = terms.apply(operation, [term, other]);
    const evaluation = new Evaluation(new Map());
    const { evaluate } = operations[operation];
    let expected = evaluation.valueOf(make(terms, symbol(start)));
    for (let step = 0; step < 100_000; step++) expected = evaluate([expected, evaluation.valueOf(other)], '');
    expect(evaluation.valueOf(term)).toBe(expected);
    const { min, max } = terms.rangeOf(term);
    if (typeof expected === 'number') expect(expected >= min && expected <= max).toBe(true);
  });

  test('deep choices and conditions', () => {
    const terms = new Terms();
    let [value, condition]: Term[] = [terms.constant(0), terms.false];
    for (let step = 0; step < 100_000; step++) {
      const flag = terms.symbol(`c${step}`, 'bool');
      value = terms.choice(flag, terms.constant(step), value as Term);
      condition = step % 2 === 0 ? terms.or([condition as Term, flag]) : terms.and([condition as Term, flag]);
    }
    expect(terms.not(terms.not(condition as Term))).toBe(condition);
    expect(new Evaluation(new Map()).valueOf(value as Term)).toBe(0);
    expect(new Evaluation(new Map()).valueOf(condition as Term)).toBe(false);
    expect(terms.rangeOf(value as Term)).toMatchObject({ min: 0, max: 99_999, integer: true });
  });

  test('a doubled term is shared, and so is the work on it', () => {
    const terms = new Terms();
    let term = terms.symbol('x', 'num');
    const flag = terms.symbol('c', 'bool');
    for (let step = 0; step < 2000; step++) {
      term = terms.choice(flag, terms.apply('num.mul', [term, term]), terms.apply('num.add', [term, term]));
    }
    expect(new Evaluation(new Map()).valueOf(term)).toBe(0);
  });

  test('counters under choices do not multiply', () => {
    const terms = new Terms();
    let count = terms.constant(0);
    for (let step = 0; step < 200; step++) {
      const grown = terms.apply('num.add', [count, terms.constant(1)]);
      count = terms.choice(terms.symbol(`c${step}`, 'bool'), grown, count);
    }
    expect(allParts(terms.apply('num.lt', [count, terms.constant(100)])).size).toBeLessThan(5000);
  });

  test('a text of a megabyte is one constant', () => {
    const terms = new Terms();
    const text = 'ab'.repeat(2 ** 19);
    const constant = terms.constant(text);
    const again = Array.from({ length: 100_000 }, () => terms.constant(text));
    expect(new Set(again)).toEqual(new Set([constant]));
    const s = terms.symbol('s', 'str');
    const joined = terms.apply('str.concat', [s, constant]);
    for (let step = 0; step < 100_000; step++) terms.apply('str.eq', [joined, terms.symbol(`t${step}`, 'str')]);
  });
});

/** Asks the rules themselves: the factory remembers what is canonical. */
function rewrittenAgain(terms: Terms, term: Term): Term | null {
  if (term.kind === 'operation') return simplify(terms, term.operation, term.args, term.data);
  return term.kind === 'choice' ? simplify(terms, 'choice', partsOf(term), '') : null;
}

function symbol(name: string): Recipe {
  const sort = { x: 'num', y: 'num', j: 'num', k: 'num', s: 'str', t: 'str', m: 'big', n: 'big' } as const;
  return { kind: 'symbol', name, sort: sort[name as keyof typeof sort] };
}

function sortOfOperands(operation: OperationName): 'bool' | 'num' | 'str' | 'big' {
  if (operation === 'and' || operation === 'or' || operation === 'bool.eq') return 'bool';
  return operation.startsWith('num.') ? 'num' : operation.startsWith('str.') ? 'str' : 'big';
}

function allParts(root: Term): Set<Term> {
  const parts = new Set([root]);
  for (const part of parts) for (const inner of partsOf(part)) parts.add(inner);
  return parts;
}
