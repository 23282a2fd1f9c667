import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operationNames, type OperationName } from '../../src/smt/operations';
import { printTerm } from '../../src/smt/print-term';
import { regExpData } from '../../src/smt/regexp-operations';
import type { Scalar } from '../../src/smt/sorts';
import { integersFrom, type Term } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { localTime, utcTime } from '../../src/core/local-time';
import { inTimeZone } from '../in-time-zone';
import {
  choiceRecipe,
  make,
  operationRecipe,
  recipeOf,
  symbols,
  valueOf,
  valuesOfSymbols,
  type Recipe,
} from './arbitrary-term';

// What local clocks show is computed for this zone.
inTimeZone();

const rows = valuesOfSymbols(20, 31);
const names = symbols.map(({ name }) => name);

/** Operations that are total here, where the language throws or makes what is too long. */
const partial: ReadonlySet<OperationName> = new Set([
  ...(['str.repeat', 'str.fromNumRadix', 'str.toFixed', 'str.toPrecision', 'str.fromCodePoint'] as const),
  ...(['big.fromNum', 'big.div', 'big.rem', 'big.pow'] as const),
]);

describe('printTerm', () => {
  test.each(operationNames)('%s: the engine computes the value of the term from the text', (operation) => {
    fc.assert(
      fc.property(operationRecipe(operation, 2), (recipe) => computesTheSame(recipe)),
      { numRuns: 150, seed: 32 },
    );
  });

  test.each(['num', 'str', 'bool', 'big'] as const)('nested terms and choices of %s', (sort) => {
    fc.assert(
      fc.property(choiceRecipe(sort, 3), recipeOf(sort, 4), (choice, other) => {
        computesTheSame(choice);
        computesTheSame(other);
      }),
      { numRuns: 400, seed: 33 },
    );
  });

  const terms = new Terms();
  const [x, y] = [terms.symbol('x', 'num'), terms.symbol('y', 'num')];
  const [i, j] = [terms.symbol('i', 'num', integersFrom(0, 99)), terms.symbol('j', 'num', integersFrom(-99, 99))];
  const [name, other] = [terms.symbol('user.name', 'str'), terms.symbol('names[0]', 'str')];
  const [b, c] = [terms.symbol('b', 'bool'), terms.symbol('c', 'bool')];
  const apply = (operation: OperationName, ...args: (Term | Scalar)[]): Term =>
    terms.apply(
      operation,
      args.map((arg) => (typeof arg === 'object' ? arg : terms.constant(arg))),
    );
  const capture = regExpData({ source: '^(a+)/', flags: 'i', group: 1 });

  test.each<[string, Term]>([
    [
      "user.name.length > 3 && user.name.startsWith('x')",
      terms.and([apply('num.lt', 3, apply('str.length', name)), apply('str.startsWith', name, 'x')]),
    ],
    ['x > 3', apply('num.lt', 3, x)],
    ['x >= 3', apply('num.le', 3, x)],
    ['i < j', apply('num.lt', i, j)],
    ['j <= i', terms.not(apply('num.lt', i, j))],
    ['!(x < y)', terms.not(apply('num.lt', x, y))],
    ['x !== 3', terms.not(apply('num.eq', x, 3))],
    ['j >= 0', apply('num.le', 0, j)],
    ['j < 0', apply('num.lt', j, 0)],
    ["user.name !== ''", terms.not(apply('str.eq', name, ''))],
    ['b !== c', terms.not(apply('bool.eq', b, c))],
    ['b && c || x < 1', terms.or([terms.and([b, c]), apply('num.lt', x, 1)])],
    ['c && (b || x < 1)', terms.and([c, terms.or([b, apply('num.lt', x, 1)])])],
    ['!b', terms.not(b)],
    ['b ? x : y', terms.choice(b, x, y)],
    ['(b ? x : y) + 1', apply('num.add', terms.choice(b, x, y), 1)],
    ['x - 1', apply('num.sub', x, 1)],
    ['x - (y - x)', apply('num.sub', x, apply('num.sub', y, x))],
    ['x * (x + y)', apply('num.mul', apply('num.add', x, y), x)],
    ['-(x + y)', apply('num.neg', apply('num.add', x, y))],
    ['(-x) ** 3', apply('num.pow', apply('num.neg', x), 3)],
    ['x | 0', apply('num.toInt32', x)],
    ['x >>> 0', apply('num.toUint32', x)],
    ['(x & 255) === 3', apply('num.eq', apply('num.bitAnd', x, 255), 3)],
    ['Object.is(x, y)', apply('num.same', x, y)],
    ['Math.trunc(x) || 0', apply('num.integer', x)],
    [
      '/a|b/.test(user.name)',
      terms.apply('regexp.test', [name, terms.constant(0)], regExpData({ source: 'a|b', flags: 'g', group: 0 })),
    ],
    [
      String.raw`user.name.match(/^(a+)\//i)?.[1] ?? ''`,
      terms.apply('regexp.capture', [name, terms.constant(0)], capture),
    ],
    ['user.name.charAt(i)', apply('str.slice', name, i, apply('num.add', i, 1))],
    ['user.name.slice(2)', apply('str.slice', name, 2, Infinity)],
    ['user.name.slice(i, 5)', apply('str.slice', name, i, 5)],
    ["user.name + ': ' + names[0]", apply('str.concat', name, ': ', other)],
    ["user.name.replace('a', 'b')", apply('str.replace', name, 'a', 'b')],
    ["user.name.replace('a', () => '$&')", apply('str.replace', name, 'a', '$&')],
    [String.raw`user.name === 'it\'s "a" \\ \n\ud800'`, apply('str.eq', name, 'it\'s "a" \\ \n\ud800')],
    ['f(x, 1)', terms.application('f', 'num', [x, terms.constant(1)])],
  ])('%s', (text, term) => {
    expect(printTerm(term)).toBe(text);
  });

  test('goes as deep as terms do, and cuts what nobody reads', () => {
    let deep: Term = x;
    for (let step = 0; step < 100_000; step++) deep = apply('num.div', y, deep);
    expect(printTerm(deep).length).toBeLessThan(50_000);
    let wide: Term = x;
    for (let step = 0; step < 300; step++) wide = apply('num.mul', wide, apply('num.sqrt', wide));
    expect(printTerm(wide)).toContain('…');
  });
});

function computesTheSame(recipe: Recipe): void {
  for (const canonical of [false, true]) {
    const text = printTerm(make(new Terms(), recipe, canonical));
    const compute = new Function('localTime', 'utcTime', ...names, `return ${text};`).bind(null, localTime, utcTime);
    for (const values of rows) {
      const expected = valueOf(recipe, values);
      const actual = attempt(() => compute(...names.map((name) => values.get(name))) as Scalar);
      if (actual === null) {
        if (usesPartial(recipe)) continue;
        expect.fail(`${text} throws`);
      }
      if (!Object.is(expected, actual.value))
        expect.fail(`${text} is ${String(actual.value)}, not ${String(expected)}`);
    }
  }
}

function attempt(compute: () => Scalar): { value: Scalar } | null {
  try {
    return { value: compute() };
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

function usesPartial(recipe: Recipe): boolean {
  if (recipe.kind === 'constant' || recipe.kind === 'symbol') return false;
  return (recipe.kind === 'operation' && partial.has(recipe.operation)) || recipe.args.some(usesPartial);
}
