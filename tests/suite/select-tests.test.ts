import { describe, expect, test } from 'vitest';
import { replace, selectWritten, type Edit, type WrittenSelection } from './select-written';
import type { WrittenTestRun } from './written-recording';

const files = {
  'src/cart.ts': `
import { LIMIT, unusedLimit } from './limits';
import { round } from './index';
let count = 0;
export const rates = { low: 1, high: 2 };
export function total(items: number[]) { count++; return round(items.length * LIMIT); }
export function size(items: number[]) { return items.length; }
export function counted() { return count; }
export class Cart { items = [1]; add(x: number) { this.items.push(x); } get first() { return this.items[0]; } }
export const rate = (name: string) => rates[name as 'low'];
`,
  'src/limits.ts': `export const LIMIT = 3;\nexport const unusedLimit = 4;\n`,
  'src/round.ts': `export function round(x: number) { return Math.round(x); }\n`,
  'src/index.ts': `export * from './round';\n`,
  'test/cart.test.ts': `
import { test, describe, beforeEach } from 'vitest';
import { total, size, counted, Cart, rate } from '../src/cart';
describe('cart', () => {
  test('total', () => { total([1]); });
  test('size', () => { size([1]); });
  test('counted', () => { counted(); });
  test('class', () => { new Cart().add(2); });
  test('rate', () => { rate('low'); });
});
`,
  'test/other.test.ts': `
import { test } from 'vitest';
test('nothing of it', () => {});
`,
};

const own = (index: number): string => `test/cart.test.ts#<fn1>.<fn${index}>`;
const tests: WrittenTestRun[] = [
  { file: 'test/cart.test.ts', titles: ['cart', 'total'], runs: [own(1), 'src/cart.ts#total', 'src/round.ts#round'] },
  { file: 'test/cart.test.ts', titles: ['cart', 'size'], runs: [own(2), 'src/cart.ts#size'] },
  { file: 'test/cart.test.ts', titles: ['cart', 'counted'], runs: [own(3), 'src/cart.ts#counted'] },
  {
    file: 'test/cart.test.ts',
    titles: ['cart', 'class'],
    runs: [own(4), 'src/cart.ts#Cart.constructor', 'src/cart.ts#Cart.<fields>', 'src/cart.ts#Cart.add'],
  },
  { file: 'test/cart.test.ts', titles: ['cart', 'rate'], runs: [own(5), 'src/cart.ts#rate'] },
  { file: 'test/other.test.ts', titles: ['nothing of it'], runs: ['test/other.test.ts#<fn1>'] },
];

/** A test of `test/r.test.ts` that runs functions of `src/registry.ts`. */
function ran(index: number, title: string, ...runs: readonly string[]): WrittenTestRun {
  const names = runs.map((name) => `src/registry.ts#${name}`);
  return { file: 'test/r.test.ts', titles: [title], runs: [`test/r.test.ts#<fn${index}>`, ...names] };
}

/** Gives `tests.ts` another name. */
function move(to: string): Edit {
  return (texts) => {
    texts[to] = texts['tests.ts'] ?? '';
    delete texts['tests.ts'];
  };
}

/** A registry with functions `make` and `read`; `make` also runs when the file of tests is loaded. */
function registryWith(body: string): Readonly<Record<string, string>> {
  return {
    'src/registry.ts': `
const kept: { n: number }[] = [];
export function extra() { return 1; }
${body}
`,
    'test/r.test.ts': `
import { extra, make, read } from '../src/registry';
make(0);
test('changed', () => { make(extra()); });
test('makes', () => { make(1); });
test('reads', () => { read(); });
`,
  };
}

const select = (
  edit: Edit,
  runs: readonly WrittenTestRun[] = tests,
  sources: Readonly<Record<string, string>> = files,
  atLoad: Readonly<Record<string, readonly string[]>> = sources === files
    ? { 'test/cart.test.ts': ['test/cart.test.ts#<fn1>'] }
    : {},
): WrittenSelection => selectWritten(edit, runs, sources, atLoad);

/** What a change of `extra` selects where `make`, and others that it calls, also run when tests are loaded. */
function selectedWith(body: string, others: readonly string[] = []): WrittenSelection['selected'] {
  const made = ['make', ...others];
  const runs = [ran(1, 'changed', 'extra', ...made), ran(2, 'makes', ...made), ran(3, 'reads', 'read')];
  const atLoad = { 'test/r.test.ts': made.map((name) => `src/registry.ts#${name}`) };
  return select(replace('src/registry.ts', 'return 1', 'return 2'), runs, registryWith(body), atLoad).selected;
}

describe('what a change of the source selects', () => {
  test.each([
    ['a comment', replace('src/cart.ts', 'let count', '// counts\nlet count'), []],
    ['a type', replace('src/cart.ts', 'x: number) {', 'x: 1 | 2) {'), []],
    [
      'an unused function',
      replace('src/cart.ts', 'let count', 'export function unused() { return 1; }\nlet count'),
      [],
    ],
    ['an unused arrow function', replace('src/cart.ts', 'let count', 'export const unused = () => 1;\nlet count'), []],
    ['an unused constant', replace('src/limits.ts', '= 4', '= 5'), []],
    ['an unused method', replace('src/cart.ts', 'add(x', 'remove() {}\n add(x'), []],
    [
      'an import of what only defines things',
      replace('src/index.ts', 'export *', `export * from './limits';\nexport *`),
      [],
    ],
    ['a function', replace('src/cart.ts', 'return items.length;', 'return 1;'), ['size']],
    [
      'a function behind another, with state that its caller writes',
      replace('src/round.ts', 'round(x)', 'floor(x)'),
      ['total', 'counted'],
    ],
    ['a constant, with state that its reader writes', replace('src/limits.ts', '= 3', '= 5'), ['total', 'counted']],
    ['an object of a module', replace('src/cart.ts', 'low: 1', 'low: 3'), ['rate']],
    ['a field', replace('src/cart.ts', 'items = [1]', 'items = [2]'), ['class']],
    ['a getter that nothing reads', replace('src/cart.ts', 'this.items[0]', 'this.items[1]'), []],
    ['a test', replace('test/cart.test.ts', 'size([1])', 'size([1, 2])'), ['size']],
    [
      'what the file does when it is loaded',
      replace('test/cart.test.ts', 'describe(', 'console.log(1);\ndescribe('),
      ['total', 'size', 'counted', 'class', 'rate'],
    ],
    [
      'a hook',
      replace('test/cart.test.ts', 'test(', 'beforeEach(() => {});\n  test('),
      ['total', 'size', 'counted', 'class', 'rate'],
    ],
    [
      'a missing file',
      (texts: Record<string, string>) => {
        delete texts['src/round.ts'];
      },
      ['total', 'size', 'counted', 'class', 'rate'],
    ],
    [
      'another meaning of an import',
      (texts: Record<string, string>) => {
        texts['src/other.ts'] = 'export function round(x: number) { return x; }';
        texts['src/index.ts'] = `export { round } from './other';`;
      },
      ['total', 'counted'],
    ],
    [
      'an import that does something',
      (texts: Record<string, string>) => {
        texts['src/side.ts'] = 'globalThis.x = prepare();';
        texts['src/limits.ts'] = `import './side';\n${texts['src/limits.ts']}`;
      },
      ['total', 'size', 'counted', 'class', 'rate'],
    ],
  ])('%s', (_, edit, expected) => {
    expect(select(edit).selected).toEqual(expected);
  });

  test('state that changed code writes and a later test reads', () => {
    const { selected, reasons } = select(replace('src/cart.ts', 'count++', 'count += 2'));
    expect(selected).toEqual(['total', 'counted']);
    expect(reasons[1]).toMatch(/, which an affected test may leave otherwise: may see it/);
  });

  test.each([
    ['in its file', replace('test/t.test.ts', `['a']`, `['a', 'b']`)],
    ['in what it imports', replace('test/table.ts', `['c']`, `['c', 'd']`)],
  ])('tests of a table that has more rows, %s', (_, edit) => {
    const table = {
      'test/table.ts': `export const more = ['c'];`,
      'test/t.test.ts': `
import { more } from './table';
const rows = ['a'];
for (const row of [...rows, ...more]) test(row, () => {});
`,
    };
    const runs = ['a', 'c'].map((title) => ({
      file: 'test/t.test.ts',
      titles: [title],
      runs: ['test/t.test.ts#<fn1>'],
    }));
    expect(select(edit, runs, table).fresh).toEqual(['test/t.test.ts']);
  });

  describe('an object that a test made and a module keeps', () => {
    const registry = {
      'src/registry.ts': `
const entries = new Map<string, { n: number }>();
export function register(name: string) { entries.set(name, { n: 0 }); }
export function bump(name: string) { const entry = entries.get(name); if (entry) entry.n += 1; }
export function read(name: string) { return entries.get(name)?.n; }
`,
      'test/r.test.ts': `
import { register, bump, read } from '../src/registry';
test('registers', () => { register('a'); });
test('bumps', () => { bump('a'); });
test('reads', () => { read('a'); });
`,
    };
    const bumped = replace('src/registry.ts', 'n += 1', 'n += 2');

    test('is seen by later tests when the affected one also keeps something', () => {
      const runs = [ran(1, 'registers', 'register'), ran(2, 'bumps', 'register', 'bump'), ran(3, 'reads', 'read')];
      expect(select(bumped, runs, registry).selected).toEqual(['bumps', 'reads']);
    });

    test('is seen by later tests when another test has it kept', () => {
      const runs = [ran(1, 'registers', 'register'), ran(2, 'bumps', 'bump'), ran(3, 'reads', 'read')];
      expect(select(bumped, runs, registry).selected).toEqual(['bumps', 'reads']);
    });
  });

  test('an object that a variable of a module keeps is seen by later tests, and no other that is made alike', () => {
    const sources = {
      'src/registry.ts': `
import { low, high, middle } from './levels';
const limit = low + high + middle;
let current: { n: number } = { n: limit };
export function keep(n: number) { current = make(n); }
function make(n: number) { return { n }; }
export function bump() { current.n += 1; }
export function read() { return current.n; }
export function local(n: number) { const one = apart(n); one.m += limit; return one.m; }
function apart(m: number) { return { m }; }
`,
      'src/levels.ts': `export const low = 1; export const high = 2; export const middle = 3;`,
      'test/r.test.ts': `
import { keep, bump, read, local } from '../src/registry';
test('keeps', () => { keep(1); });
test('bumps', () => { bump(); local(1); });
test('reads', () => { read(); });
test('local', () => { local(2); });
`,
    };
    const runs = [
      ran(1, 'keeps', 'keep', 'make'),
      ran(2, 'bumps', 'bump', 'local', 'apart'),
      ran(3, 'reads', 'read'),
      ran(4, 'local', 'local', 'apart'),
    ];
    const { selected, reasons } = select(replace('src/registry.ts', 'current.n += 1', 'current.n += 2'), runs, sources);
    expect(selected).toEqual(['bumps', 'reads']);
    expect(reasons[1]).toMatch(/^\.n of /);
  });

  describe('an object that a call makes, of a function that also runs when tests are loaded', () => {
    test.each([
      ['a list', 'const list: number[] = []; list.push(n); list[1] = n; return list.length;'],
      ['an object', 'const o: Record<string, number> = {}; o.a = n; delete o.b; return o.a;'],
      ['a map', 'const map = new Map<string, number>(); map.set("a", n); return map.get("a");'],
    ])('%s is not seen by others', (_, body) => {
      const made = `export function make(n: number) { ${body} }\nexport function read() { return kept.length; }`;
      expect(selectedWith(made)).toEqual(['changed']);
    });

    test('is seen by whoever reads where it is kept', () => {
      const made = `export function make(n: number) { const entry = { n: 0 }; entry.n = n; kept.push(entry); }`;
      expect(selectedWith(`${made}\nexport function read() { return kept[0]?.n; }`)).toEqual(['changed', 'reads']);
    });

    test.each([
      ['where it may be another', ['first'], 'const list = first([]); list.push(n); return list.length;'],
      [
        'where a function has it that was given away',
        ['later'],
        'const list: number[] = []; later(() => list.push(n)); list.push(n); return list.length;',
      ],
      ['where it is set twice', [], 'let list: number[] = []; if (n) list = shared; list.push(n); return list.length;'],
    ])('may be one of before %s', (_, others, body) => {
      const made = `const shared: number[] = []; let one: number[] | undefined; function first(list: number[]) { return (one ??= list); }
function later(f: () => void) { setTimeout(f); }
export function make(n: number) { ${body} }\nexport function read() { return kept.length; }`;
      expect(selectedWith(made, others)).toEqual(['changed', 'makes']);
    });

    test('is its own where the function waits', () => {
      const body = 'const list: number[] = []; await null; list.push(n); return list.length;';
      const made = `export async function make(n: number) { ${body} }\nexport function read() { return kept.length; }`;
      expect(selectedWith(made)).toEqual(['changed']);
    });
  });

  describe('objects that a file of tests makes', () => {
    const objects = {
      'src/match.ts': `
import { parse } from './parse';
export function match(text: string, options: { seen?: number }) { options.seen = text.length + 1; return parse(options); }
`,
      'src/parse.ts': `
let last: { seen?: number } = {};
export function parse(options: { seen?: number }) { return options.seen; }
export function keep(options: { seen?: number }) { last = options; }
export function kept() { return parse(last); }
`,
      'test/a.test.ts': `
import { match } from '../src/match';
import { keep } from '../src/parse';
const options = {};
test('changed', () => { match('a', options); });
test('same file', () => { keep(options); });
`,
      'test/b.test.ts': `
import { parse, kept } from '../src/parse';
test('own', () => { parse({}); });
test('handed on', () => { kept(); });
`,
    };
    const runs: WrittenTestRun[] = [
      {
        file: 'test/a.test.ts',
        titles: ['changed'],
        runs: ['test/a.test.ts#<fn1>', 'src/match.ts#match', 'src/parse.ts#parse'],
      },
      { file: 'test/a.test.ts', titles: ['same file'], runs: ['test/a.test.ts#<fn2>', 'src/parse.ts#keep'] },
      { file: 'test/b.test.ts', titles: ['own'], runs: ['test/b.test.ts#<fn1>', 'src/parse.ts#parse'] },
      {
        file: 'test/b.test.ts',
        titles: ['handed on'],
        runs: ['test/b.test.ts#<fn2>', 'src/parse.ts#kept', 'src/parse.ts#parse'],
      },
    ];

    test('state goes on from one test that sees it to the next', () => {
      const chain = {
        'src/a.ts': `let a = 0; export function setA() { a = 1; } export function getA() { return a; }`,
        'src/b.ts': `let b = 0; export function setB(x: number) { b = x; } export function getB() { return b; }`,
        'test/c.test.ts': `
import { setA, getA } from '../src/a';
import { setB, getB } from '../src/b';
test('first', () => { setA(); });
test('second', () => { setB(getA()); });
test('third', () => { getB(); });
`,
      };
      const inOrder: WrittenTestRun[] = [
        { file: 'test/c.test.ts', titles: ['first'], runs: ['test/c.test.ts#<fn1>', 'src/a.ts#setA'] },
        {
          file: 'test/c.test.ts',
          titles: ['second'],
          runs: ['test/c.test.ts#<fn2>', 'src/a.ts#getA', 'src/b.ts#setB'],
        },
        { file: 'test/c.test.ts', titles: ['third'], runs: ['test/c.test.ts#<fn3>', 'src/b.ts#getB'] },
      ];
      const { selected } = select(replace('src/a.ts', 'a = 1', 'a = 2'), inOrder, chain);
      expect(selected).toEqual(['first', 'second', 'third']);
    });

    test('are seen by tests of other files only where someone kept them', () => {
      const { selected, reasons } = select(replace('src/match.ts', '+ 1', '+ 2'), runs, objects);
      expect(selected).toEqual(['changed', 'handed on']);
      expect(reasons[1]).toMatch(/^\.seen of .*, which an affected test may leave otherwise: may see it/);
    });
  });

  test('a method that replaces an inherited one, by who asks for it', () => {
    const { selected } = select(replace('src/cart.ts', 'add(x', 'push() {}\n add(x'));
    expect(selected).toEqual(['class']);
  });

  test('new and removed tests', () => {
    const added = select(replace('test/cart.test.ts', `  test('size'`, `  test('weight', () => {});\n  test('size'`));
    expect(added).toMatchObject({ selected: [], fresh: ['weight'], gone: [] });
    const renamed = select(replace('test/cart.test.ts', `'size'`, `'count'`));
    expect(renamed).toMatchObject({ selected: [], fresh: ['count'], gone: ['size'] });
    const file = select((texts) => {
      texts['test/new.test.ts'] = `test('x', () => {});`;
      delete texts['test/other.test.ts'];
    });
    expect(file).toMatchObject({ selected: [], fresh: ['test/new.test.ts'], gone: ['nothing of it'] });
  });

  test('tests of a file of which none was recorded', () => {
    const written = `import { test } from 'vitest';\n${["'a'", "'b'", "'c'"].map((t) => `test(${t}, () => {});`).join('\n')}\n`;
    const unrecorded = { ...files, 'tests.ts': written, 'test/later.test.ts': '', 'e2e/page.test.ts': written };
    // The runner did not take it for a file of tests before.
    expect(select(move('src/cart.test.ts'), tests, unrecorded).fresh).toEqual(['src/cart.test.ts']);
    expect(select(move('test.ts'), tests, unrecorded).fresh).toEqual(['test.ts']);
    expect(select(move('src/values.ts'), tests, unrecorded).fresh).toEqual([]);
    const filled = (texts: Record<string, string>): void => void (texts['test/later.test.ts'] = written);
    expect(select(filled, tests, unrecorded).fresh).toEqual(['test/later.test.ts']);
    // The runner leaves it out, and was not told to take it.
    expect(select(replace('e2e/page.test.ts', "'a'", "'d'"), tests, unrecorded).fresh).toEqual([]);
  });

  test('a test that did not pass', () => {
    const failed: WrittenTestRun[] = [
      { file: 'test/cart.test.ts', titles: ['cart', 'size'], runs: ['src/cart.ts#size'], outcome: 'failed' },
      ...tests.filter(({ titles }) => !titles.includes('size')),
    ];
    expect(select(() => {}, failed).selected).toEqual(['size']);
  });
});
