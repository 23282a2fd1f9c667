import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createSolver, type LinkName, type SolverChain, type SolverOptions } from '../../src/smt/chain';
import { satisfies } from '../../src/smt/satisfies';
import type { Term } from '../../src/smt/term';
import { integersFrom } from '../../src/smt/term';
import { Terms } from '../../src/smt/terms';
import { make, modelOf, recipeOf, valuesOfSymbols } from './arbitrary-term';

const links: readonly LinkName[] = [
  'independence',
  'branch-cache',
  'counter-example',
  'domain',
  'persistent',
  'enumeration',
];
/** Enough for the small conjunctions of tests. */
const work = 300_000;

const open: SolverChain[] = [];
function solver(options: SolverOptions): SolverChain {
  const made = createSolver({ work, ...options });
  open.push(made);
  return made;
}
afterAll(() => {
  for (const each of open) each.close();
});

describe('random conjunctions', () => {
  const rows = valuesOfSymbols(60, 3);
  const terms = new Terms();
  const whole = solver({});
  const bare = solver({ without: links });

  test('no answer is wrong, with and without links', () => {
    const property = fc.property(fc.array(recipeOf('bool', 2), { minLength: 1, maxLength: 4 }), (recipes) => {
      const constraints = recipes.map((recipe) => make(terms, recipe));
      const possible = rows.some((values) => satisfies(constraints, modelOf(terms, values)));
      const answers = [whole.check({ constraints }), bare.check({ constraints })];
      for (const answer of answers) {
        if (answer.kind === 'sat') expect(satisfies(constraints, answer.model)).toBe(true);
        if (answer.kind === 'unsat') expect(possible, 'a model of what is called contradictory').toBe(false);
      }
      expect(new Set(answers.map(({ kind }) => kind).filter((kind) => kind !== 'unknown')).size).toBeLessThanOrEqual(1);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('a model is never lost on the way to z3', () => {
    const property = fc.property(
      fc.array(recipeOf('bool', 3), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...rows),
      (recipes, values) => {
        const model = modelOf(terms, values);
        const constraints = recipes
          .map((recipe) => make(terms, recipe))
          .map((term) => (satisfies([term], model) ? term : terms.not(term)));
        expect(bare.check({ constraints }).kind).not.toBe('unsat');
      },
    );
    fc.assert(property, { numRuns: 50 });
  });
});

describe('paths through a program', () => {
  const terms = new Terms();
  const n = terms.symbol('n', 'num', integersFrom(0, 1000));
  const s = terms.symbol('s', 'str');
  const number = (value: number): Term => terms.constant(value);
  const conditions = [
    terms.apply('num.lt', [n, number(100)]),
    terms.apply('num.eq', [terms.apply('num.rem', [n, number(7)]), number(3)]),
    terms.apply('num.lt', [number(2), terms.apply('str.length', [s])]),
    terms.apply('str.includes', [s, terms.constant(',')]),
    terms.apply('num.lt', [terms.apply('num.mul', [n, n]), number(50)]),
  ];

  /** All branches, depth first, as a search asks for them. */
  function explore(chain: SolverChain): string[] {
    const found: string[] = [];
    const descend = (path: readonly Term[]): void => {
      const condition = conditions[path.length];
      if (condition === undefined) return;
      for (const branch of [condition, terms.not(condition)]) {
        const constraints = [...path, branch];
        const { kind } = chain.check({ constraints });
        found.push(kind);
        if (kind === 'sat') descend(constraints);
      }
    };
    descend([]);
    return found;
  }

  const expected = explore(solver({}));

  test('are settled, most of them without z3', () => {
    expect(expected).not.toContain('unknown');
    expect(expected).toContain('unsat');
    const chain = solver({});
    explore(chain);
    const core = chain.stats().at(-1);
    expect(core?.name).toBe('core');
    expect(core?.seen).toBeLessThan(expected.length / 4);
  });

  test.each(links.map((link) => [link]))('have the same answers without %s', (link) => {
    expect(explore(solver({ without: [link] }))).toEqual(expected);
  });

  test('have the same answers by z3 alone, and validated', () => {
    expect(explore(solver({ without: links, work: 4_000_000 }))).toEqual(expected);
    expect(explore(solver({ validate: true }))).toEqual(expected);
  });

  test('are known in the next run from the store', () => {
    const blobs = new Map<string, Uint8Array>();
    const store = {
      get: (key: string) => blobs.get(key),
      put: (entries: readonly (readonly [string, Uint8Array])[]) => {
        for (const [key, blob] of entries) blobs.set(key, blob);
      },
    };
    const first = createSolver({ work, store, without: ['domain', 'counter-example'] });
    explore(first);
    first.close();
    const second = solver({ core: 'none', store, without: ['domain', 'counter-example'] });
    expect(explore(second)).toEqual(expected);
  });

  test('without a solver are unknown where the links do not settle them', () => {
    const chain = solver({ core: 'none', without: ['domain'] });
    expect(chain.check({ constraints: conditions })).toEqual({ kind: 'unknown', reason: 'no solver was asked' });
  });
});

describe('exactness', () => {
  const terms = new Terms();
  const chain = solver({ work: 2_000_000 });
  const x = terms.symbol('x', 'num');
  const y = terms.symbol('y', 'num');
  const s = terms.symbol('s', 'str');
  const byte = terms.symbol('byte', 'num', integersFrom(0, 255));
  const key = terms.symbol('key', 'num', integersFrom(-(2 ** 31), 2 ** 31 - 1));
  const number = (value: number): Term => terms.constant(value);
  const text = (value: string): Term => terms.constant(value);
  const lt = (a: Term, b: Term): Term => terms.apply('num.lt', [a, b]);
  const eq = (a: Term, b: Term): Term => terms.apply('num.eq', [a, b]);
  const add = (a: Term, b: Term): Term => terms.apply('num.add', [a, b]);
  const matches = (source: string, flags = ''): Term =>
    terms.apply('regexp.test', [s, number(0)], JSON.stringify([source, flags, 0]));
  const apply = (name: string, argument: Term): Term => terms.application(name, 'num', [argument]);

  test.each<[string, 'sat' | 'unsat', () => readonly Term[]]>([
    ['x + 1 < x', 'unsat', () => [lt(add(x, number(1)), x)]],
    ['x + 1 === x', 'sat', () => [eq(add(x, number(1)), x), lt(x, number(Infinity)), lt(number(0), x)]],
    [
      '(x + y) + 1 !== x + (y + 1)',
      'sat',
      () => [
        terms.not(eq(add(add(x, y), number(1)), add(x, add(y, number(1))))),
        lt(number(0), x),
        lt(x, number(10)),
        lt(number(0), y),
        lt(y, number(10)),
      ],
    ],
    [
      'f(x) and f(y) differ though x is y',
      'unsat',
      () => [terms.apply('num.same', [x, y]), terms.not(terms.apply('num.same', [apply('f', x), apply('f', y)]))],
    ],
    [
      'f(x) and f(y) differ though x == y: one may be −0',
      'sat',
      () => [eq(x, y), terms.not(eq(apply('f', x), apply('f', y)))],
    ],
    [
      '(byte ^ 255) + byte !== 255',
      'unsat',
      () => [terms.not(eq(add(terms.apply('num.bitXor', [byte, number(255)]), byte), number(255)))],
    ],
    [
      'a key whose hash is known',
      'sat',
      () => [
        eq(terms.apply('num.imul', [terms.apply('num.bitXor', [key, byte]), number(16777619)]), number(99)),
        lt(byte, number(10)),
        lt(number(0), byte),
      ],
    ],
    ['lower-case letters only, and a digit', 'unsat', () => [matches('^[a-z]+$'), matches('[0-9]')]],
    [
      '/^ab?c$/i of length 2, not starting with A',
      'sat',
      () => [
        matches('^ab?c$', 'i'),
        eq(terms.apply('str.length', [s]), number(2)),
        terms.not(terms.apply('str.startsWith', [s, text('A')])),
      ],
    ],
    [
      'a comma at a position, and none in the string',
      'unsat',
      () => [
        lt(number(-1), terms.apply('str.indexOf', [s, text(','), number(0)])),
        terms.not(terms.apply('str.includes', [s, text(',')])),
      ],
    ],
    [
      'a lone surrogate',
      'sat',
      () => [
        eq(terms.apply('str.codeAt', [s, number(0)]), number(0xd800)),
        eq(terms.apply('str.length', [s]), number(1)),
      ],
    ],
    ['a code unit beyond 16 bits', 'unsat', () => [lt(number(0xffff), terms.apply('str.codeAt', [s, number(0)]))]],
  ])('%s: %s', (_name, expected, constraints) => {
    expect(chain.check({ constraints: constraints() }).kind).toBe(expected);
  });

  test('names what no theory says', () => {
    const answer = chain.check({ constraints: [matches('^(?=a)b')] });
    expect(answer).toEqual({ kind: 'unknown', reason: expect.stringContaining('a lookahead in /^(?=a)b/') });
  });

  test('a closed solver starts anew', () => {
    const own = solver({ without: links });
    expect(own.check({ constraints: [lt(x, y)] }).kind).toBe('sat');
    own.close();
    own.close();
    expect(own.check({ constraints: [lt(y, x)] }).kind).toBe('sat');
  });

  test('costs nothing until it is asked', () => {
    const own = solver({});
    expect(own.stats().every(({ seen }) => seen === 0)).toBe(true);
  });
});
