import { describe, expect, test } from 'vitest';
import { replace, selectWritten } from './select-written';
import type { WrittenTestRun } from './written-recording';

/** Two tests of `test/t.test.ts`: the first runs what is changed, the second sees what it leaves or does not. */
function selected(
  source: string,
  tests: string,
  runs: readonly [first: readonly string[], second: readonly string[]],
  atLoad: readonly string[] = [],
): readonly (string | undefined)[] {
  const written = runs.map((names, i): WrittenTestRun => {
    const own = names.map((name) =>
      name.startsWith('test#') ? name.replace('test', 'test/t.test.ts') : `src/a.ts#${name}`,
    );
    return { file: 'test/t.test.ts', titles: [['first', 'second'][i] ?? ''], runs: own };
  });
  const loading = atLoad.map((name) =>
    name.startsWith('test#') ? name.replace('test', 'test/t.test.ts') : `src/a.ts#${name}`,
  );
  const sources = { 'src/a.ts': source, 'test/t.test.ts': tests };
  return selectWritten(replace('src/a.ts', '1', '2'), written, sources, { 'test/t.test.ts': loading }).selected;
}

describe('what a test leaves behind', () => {
  test('is gone with the call that made it, also where the function runs while a file is loaded', () => {
    const source = `
export function parse(text) { const tokens = []; for (const part of text) tokens.push({ part, n: 1 }); return tokens; }
export function size(text) { const tokens = parse(text); tokens[0].n += 3; return tokens[0].n + tokens.length; }
export function changed() { return 1; }
`.replace(/n: 1/, 'n: 0');
    const tests = `
import { parse, size, changed } from '../src/a';
const first = size('a');
test('first', () => { changed(); size('b'); });
test('second', () => { size('c'); });
`;
    const runs = [
      ['test#<fn1>', 'changed', 'size', 'parse'],
      ['test#<fn2>', 'size', 'parse'],
    ] as const;
    expect(selected(source, tests, runs, ['size', 'parse'])).toEqual(['first']);
  });

  test.each([
    { what: 'nobody', keep: '', returns: '', late: ['first'] },
    { what: 'a cache', keep: '', returns: 'cache.set(n, made);', late: ['first', 'second'] },
    { what: 'the constructor', keep: 'cache.set(n, this);', returns: '', late: ['first', 'second'] },
  ])('is gone with an instance that it makes, unless something keeps it: $what', ({ keep, returns, late }) => {
    const source = `
const cache = new Map();
export class Version { constructor(n) { this.n = n; ${keep} } }
export function parse(n) { const made = new Version(n); ${returns} return made; }
export function look(n) { const known = cache.get(n); return (known ?? new Version(n)).n; }
export function changed() { return 1; }
`;
    const tests = `
import { Version, parse, look, changed } from '../src/a';
const first = new Version(0);
test('first', () => { parse(changed() + first.n); });
test('second', () => { look(first.n); });
`;
    const runs = [
      ['test#<fn1>', 'parse', 'changed', 'Version.constructor'],
      ['test#<fn2>', 'look', 'Version.constructor'],
    ] as const;
    expect(selected(source, tests, runs, ['Version.constructor'])).toEqual(late);
  });

  test.each([
    { what: 'nobody', more: '', late: ['first'] },
    { what: 'the list that it was made of', more: 'it.parts.push(text);', late: ['first', 'second'] },
    { what: 'who cuts pieces out of it', more: 'it.parts = it.parts.splice(0, 1);', late: ['first', 'second'] },
  ])('is gone with an array that a call fills, unless something keeps it: $what', ({ more, late }) => {
    const source = `
export function parse(text, it = { parts: [] }) { ${more} return { parts: text.split('.').map((x) => x + '!') }; }
export function look(it) { return it.parts[0]; }
export function changed() { return '1'; }
`;
    const tests = `
import { parse, look, changed } from '../src/a';
const kept = parse('a.b');
test('first', () => { parse(changed(), kept); });
test('second', () => { look(kept); });
`;
    const runs = [
      ['test#<fn1>', 'parse', 'parse.<fn1>', 'changed'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs, ['parse', 'parse.<fn1>'])).toEqual(late);
  });

  test.each([
    { what: 'nobody loads', head: '', late: ['first'] },
    { what: 'is loaded since the change', head: `import '../unused/example';\n`, late: ['first', 'second'] },
  ])('is nothing where it lies in an object of a module that $what', ({ head, late }) => {
    const sources = {
      'src/a.ts': `
export function mark(it) { it.n = changed(); }
export function look(it) { return it.n; }
export function changed() { return 1; }
`,
      'test/t.test.ts': `
import { mark, look } from '../src/a';
test('first', () => { mark({ n: 0 }); });
test('second', () => { look({ n: 0 }); });
`,
      'unused/example.ts': `import { mark, look } from '../src/a';\nexport const kept = { n: 0 };\nmark(kept);\nlook(kept);\n`,
    };
    const written = [
      ['first', 'mark', 'changed'],
      ['second', 'look'],
    ].map(([title = '', ...names], i): WrittenTestRun => {
      const runs = [`test/t.test.ts#<fn${i + 1}>`, ...names.map((name) => `src/a.ts#${name}`)];
      return { file: 'test/t.test.ts', titles: [title], runs };
    });
    const edit = replace('src/a.ts', 'return 1', 'return 2');
    const both = (texts: Record<string, string>): void => {
      edit(texts);
      texts['src/a.ts'] = head + texts['src/a.ts'];
    };
    expect(selectWritten(both, written, sources).selected).toEqual(late);
  });

  test('lasts in an instance that was there before its constructor ran', () => {
    const source = `
let only = null;
class Base { constructor() { only ??= this; return only; } }
export class Single extends Base { constructor(n) { super(); this.n = n; } }
export function look(it) { return it.n; }
export function changed() { return 1; }
`;
    const tests = `
import { Single, look, changed } from '../src/a';
const it = new Single(0);
test('first', () => { new Single(changed()); });
test('second', () => { look(it); });
`;
    const runs = [
      ['test#<fn1>', 'changed', 'Single.constructor', 'Base.constructor'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs, ['Single.constructor', 'Base.constructor'])).toEqual(['first', 'second']);
  });

  test('lasts in what a file of tests made, for those who use it', () => {
    const source = `
export function make() { return { n: 0 }; }
export function bump(it) { it.n += 1; }
export function look(it) { return it.n; }
`;
    const tests = `
import { make, bump, look } from '../src/a';
const it = make();
test('first', () => { bump(it); });
test('second', () => { look(it); });
`;
    const runs = [
      ['test#<fn1>', 'bump'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs, ['make'])).toEqual(['first', 'second']);
    expect(selected(source, tests.replace('look(it)', 'look(make())'), runs, ['make'])).toEqual(['first']);
  });

  test('lasts in variables around a function that something keeps', () => {
    const source = `
let counter;
export function start() { let n = 0; counter ??= { bump: () => { n += 1; }, look: () => n }; return counter; }
export function bump() { start().bump(); }
export function look() { return start().look(); }
`;
    const tests = `
import { bump, look } from '../src/a';
test('first', () => { bump(); });
test('second', () => { look(); });
`;
    const runs = [
      ['test#<fn1>', 'bump', 'start', 'start.bump'],
      ['test#<fn2>', 'look', 'start', 'start.look'],
    ] as const;
    expect(selected(source, tests, runs)).toEqual(['first', 'second']);
    // Nothing keeps them: each call makes its own.
    expect(selected(source.replace('counter ??=', 'const counter ='), tests, runs)).toEqual(['first']);
  });

  test('lasts in variables around a function that was given to code outside', () => {
    const source = `
import { app } from 'server';
export function serve() { let hits = 0; app.get('/', () => { hits += 1; return hits; }); app.get('/hits', () => hits); }
`;
    const tests = `
import { serve } from '../src/a';
import { request } from 'server';
serve();
test('first', () => { request('/'); });
test('second', () => { request('/hits'); });
`;
    const runs = [
      ['test#<fn1>', 'serve.<fn1>'],
      ['test#<fn2>', 'serve.<fn2>'],
    ] as const;
    expect(selected(source, tests, runs, ['serve'])).toEqual(['first', 'second']);
  });

  test('lasts in an object that was given to code outside', () => {
    const source = `
import { register } from 'plugins';
export function plug() { register({ hits: 0, hit() { this.hits += 1; }, look() { return this.hits; } }); }
`;
    const tests = `
import { plug } from '../src/a';
import { run } from 'plugins';
plug();
test('first', () => { run('hit'); });
test('second', () => { run('look'); });
`;
    const runs = [
      ['test#<fn1>', 'plug.hit'],
      ['test#<fn2>', 'plug.look'],
    ] as const;
    expect(selected(source, tests, runs, ['plug'])).toEqual(['first', 'second']);
  });

  test('lasts in an instance that an arrow function or a bound one keeps', () => {
    const source = `
class Counter {
  n = 0;
  bump() { this.n += 1; }
  look() { return this.n; }
  actions() { return [() => this.bump(), this.look.bind(this)]; }
}
export const actions = new Counter().actions();
`;
    const tests = `
import { actions } from '../src/a';
test('first', () => { actions[0](); });
test('second', () => { actions[1](); });
`;
    const runs = [
      ['test#<fn1>', 'Counter.actions.<fn1>', 'Counter.bump'],
      ['test#<fn2>', 'Counter.look'],
    ] as const;
    expect(selected(source, tests, runs, ['Counter.actions'])).toEqual(['first', 'second']);
  });

  test('lasts in a global', () => {
    const source = `
export function start() { globalThis.shared = { n: 0 }; }
export function bump() { shared.n += 1; }
export function look() { return shared.n; }
`;
    const tests = `
import { start, bump, look } from '../src/a';
start();
test('first', () => { bump(); });
test('second', () => { look(); });
`;
    const runs = [
      ['test#<fn1>', 'bump'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs, ['start'])).toEqual(['first', 'second']);
  });

  test.each([
    ['by itself', '', 'process.env.MODE = changed();'],
    ['through a variable', '', 'const env = process.env; env.MODE = changed();'],
    ['through a variable of the module', 'const { env } = process;', 'env.MODE = changed();'],
    ['through an array that is taken apart', '', '[process.env.MODE] = [changed()];'],
  ])('lasts in a property of what belongs to no module: %s', (_, head, body) => {
    const source = `
${head}
export function changed() { return '1'; }
export function set() { ${body} }
export function look() { return process.env.MODE; }
`;
    const tests = `
import { set, look } from '../src/a';
test('first', () => { set(); });
test('second', () => { look(); });
`;
    const runs = [
      ['test#<fn1>', 'set', 'changed'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs)).toEqual(['first', 'second']);
  });

  test('may be left by functions that only the changed code runs', () => {
    const source = `
let level = 0;
export function setLevel(x) { level = x; }
export function changed(x) { if (x > 1) setLevel(x); }
export function look() { return level; }
`;
    const tests = `
import { changed, look } from '../src/a';
test('first', () => { changed(1); });
test('second', () => { look(); });
`;
    const runs = [
      ['test#<fn1>', 'changed'],
      ['test#<fn2>', 'look'],
    ] as const;
    expect(selected(source, tests, runs)).toEqual(['first', 'second']);
  });

  test('is not asked about where nearly all tests are affected, and the others are quick', () => {
    const count = 40;
    const sources = {
      'src/a.ts': `export function changed() { return 1; }\nexport function other() { return 0; }\n`,
      'test/t.test.ts': `import { changed, other } from '../src/a';\n${Array.from(
        { length: count },
        (_, i) => `test('test ${i}', () => { ${i === 0 || i === 20 ? 'other' : 'changed'}(); });`,
      ).join('\n')}\n`,
    };
    const runs = (isOther: (i: number) => boolean): WrittenTestRun[] =>
      Array.from({ length: count }, (_, i) => ({
        file: 'test/t.test.ts',
        titles: [`test ${i}`],
        runs: [`test/t.test.ts#<fn${i + 1}>`, `src/a.ts#${isOther(i) ? 'other' : 'changed'}`],
      }));
    const edit = replace('src/a.ts', 'return 1', 'return 2');
    const few = selectWritten(
      edit,
      runs((i) => i === 20),
      sources,
    );
    expect([few.selected.length, few.selected.includes('test 20')]).toEqual([count, true]);
    const first = selectWritten(
      edit,
      runs((i) => i === 0),
      sources,
    );
    expect([first.selected.length, first.selected.includes('test 0')]).toEqual([count - 1, false]);
    expect(
      selectWritten(
        edit,
        runs((i) => i >= 20),
        sources,
      ).selected,
    ).toHaveLength(20);
  });
});

describe('what files leave while they are loaded', () => {
  const sources = {
    'src/a.ts': `
const table = { n: 0 };
export function mark() { table.n = changed(); }
export function look() { return table.n; }
export function changed() { return 1; }
`,
    'test/first.test.ts': `
import { mark } from '../src/a';
mark();
test('first', () => {});
`,
    'test/second.test.ts': `
import { look } from '../src/a';
test('second', () => { look(); });
`,
    'tools/setup.ts': `import { mark } from '../src/a';\nexport const done = mark();\n`,
  };
  const run = ['src/a.ts#mark', 'src/a.ts#changed'];

  test.each([
    { what: 'share a process', runner: 'mocha', by: 'test/first.test.ts', late: ['first', 'second'] },
    { what: 'have modules of their own', runner: 'jest', by: 'test/first.test.ts', late: ['first'] },
    {
      what: 'are set up by what none of them imports',
      runner: 'jest',
      by: 'tools/setup.ts',
      late: ['first', 'second'],
    },
  ])('reaches tests of others where they $what', ({ runner, by, late }) => {
    const runs = ['first', 'second'].map((title): WrittenTestRun => {
      const file = `test/${title}.test.ts`;
      return { file, titles: [title], runs: title === 'second' ? ['src/a.ts#look'] : ['src/a.ts#changed'], runner };
    });
    const edit = replace('src/a.ts', 'return 1', 'return 2');
    expect(selectWritten(edit, runs, sources, { [by]: run }).selected).toEqual(late);
  });
});
