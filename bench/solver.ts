import { createSolver, type SolverChain, type SolverOptions } from '../src/smt/chain';
import { integersFrom, type Term } from '../src/smt/term';
import { Terms } from '../src/smt/terms';
import { machineLine } from './machine';
import { markdownTable } from './markdown-table';
import { medianBy } from './median';

/**
 * What a query costs in each link of the solver chain, for conditions as programs have them. A group of conditions is
 * explored as a search does it: depth first, both sides of each, going on where there is a model.
 */

const terms = new Terms();
const number = (value: number): Term => terms.constant(value);
const text = (value: string): Term => terms.constant(value);
const lt = (a: Term, b: Term): Term => terms.apply('num.lt', [a, b]);
const eq = (a: Term, b: Term): Term => terms.apply('num.eq', [a, b]);
const add = (a: Term, b: Term): Term => terms.apply('num.add', [a, b]);
const mul = (a: Term, b: Term): Term => terms.apply('num.mul', [a, b]);
const length = (s: Term): Term => terms.apply('str.length', [s]);
const matches = (s: Term, source: string): Term =>
  terms.apply('regexp.test', [s, number(0)], JSON.stringify([source, '', 0]));

const [i, j, k] = ['i', 'j', 'k'].map((name) => terms.symbol(name, 'num', integersFrom(-1000, 1000))) as [
  Term,
  Term,
  Term,
];
const [x, y, z] = ['x', 'y', 'z'].map((name) => terms.symbol(name, 'num')) as [Term, Term, Term];
const [s, t] = ['s', 't'].map((name) => terms.symbol(name, 'str')) as [Term, Term];
const [a, b] = ['a', 'b'].map((name) => terms.symbol(name, 'num', integersFrom(-(2 ** 31), 2 ** 31 - 1))) as [
  Term,
  Term,
];

const groups: Readonly<Record<string, readonly Term[]>> = {
  integers: [
    lt(i, j),
    lt(j, k),
    eq(add(i, j), k),
    lt(mul(number(3), i), j),
    eq(terms.apply('num.rem', [k, number(7)]), number(3)),
  ],
  doubles: [
    lt(x, y),
    lt(number(0), x),
    lt(add(x, y), number(10)),
    eq(y, add(x, number(0.5))),
    lt(mul(x, number(1.1)), z),
  ],
  triangle: [lt(number(0), x), lt(number(0), y), lt(number(0), z), lt(z, add(x, y)), lt(x, add(y, z)), eq(x, y)],
  bits: [
    eq(terms.apply('num.bitAnd', [a, number(7)]), number(5)),
    lt(terms.apply('num.bitXor', [a, b]), number(0)),
    eq(terms.apply('num.ushr', [b, number(24)]), number(171)),
    eq(terms.apply('num.bitAnd', [a, b]), number(1)),
  ],
  strings: [
    lt(number(2), length(s)),
    terms.apply('str.startsWith', [s, text('ab')]),
    terms.apply('str.includes', [s, text(',')]),
    eq(length(t), length(s)),
    terms.apply('str.eq', [terms.apply('str.slice', [s, number(0), number(3)]), t]),
  ],
  regexps: [matches(s, '^[a-z]+[0-9]*$'), lt(length(s), number(6)), matches(s, '[0-9]'), matches(s, '^a.*z?$')],
};

interface Exploration {
  readonly queries: number;
  readonly unknown: number;
  readonly ms: number;
}

function explore(chain: SolverChain, conditions: readonly Term[]): Exploration {
  let queries = 0;
  let unknown = 0;
  const started = performance.now();
  const descend = (path: readonly Term[]): void => {
    const condition = conditions[path.length];
    if (condition === undefined) return;
    for (const branch of [condition, terms.not(condition)]) {
      const constraints = [...path, branch];
      const { kind } = chain.check({ constraints });
      queries++;
      if (kind === 'unknown') unknown++;
      if (kind === 'sat') descend(constraints);
    }
  };
  descend([]);
  return { queries, unknown, ms: performance.now() - started };
}

const all = ['independence', 'branch-cache', 'counter-example', 'domain'] as const;
const configurations: Readonly<Record<string, SolverOptions>> = {
  'whole chain': {},
  'ranges alone': { core: 'none', without: ['independence', 'branch-cache', 'counter-example'] },
  'without ranges': { without: ['domain'] },
  'z3 in a thread alone': { without: all },
  'z3 on the PATH alone': { core: 'native-z3', without: all },
  'cvc5 on the PATH alone': { core: 'cvc5', without: all },
};

const rows: string[][] = [];
for (const [group, conditions] of Object.entries(groups)) {
  for (const [name, options] of Object.entries(configurations)) {
    const runs: (Exploration & { readonly settled: string })[] = [];
    for (let run = 0; run < 3; run++) {
      const chain = createSolver(options);
      // The start of the solver is not a query's cost.
      chain.check({ constraints: [eq(mul(i, j), number(391)), lt(number(1), i), lt(i, j)] });
      const before = chain.stats();
      const result = explore(chain, conditions);
      const after = chain.stats();
      chain.close();
      const settled = after
        .map(({ name: link, answered }, index) => `${link} ${answered - (before[index]?.answered ?? 0)}`)
        .filter((entry) => !entry.endsWith(' 0'))
        .join(', ');
      runs.push({ ...result, settled });
    }
    const { queries, unknown, ms, settled } = medianBy(runs, (run) => run.ms);
    rows.push([group, name, String(queries), String(unknown), (ms / queries).toFixed(2), settled]);
  }
}

console.log(`${machineLine()}\n`);
console.log(markdownTable(['conditions', 'solver', 'queries#', 'unknown#', 'ms a query#', 'answered by'], rows));
