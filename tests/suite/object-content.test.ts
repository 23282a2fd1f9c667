import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectWritten } from './select-written';
import type { WrittenTestRun } from './written-recording';

const names = ['A', 'B', 'C'] as const;

/** How a module makes its object of constants, how others get it, and how functions read it. */
const forms = [
  'module.exports = { A: $A, B: $B, C: $C };',
  'const A = $A;\nconst B = $B;\nmodule.exports = { A, B, C: $C };',
  'const inner = { A: $A, B: $B };\nmodule.exports = { A: inner.A, B: inner.B, C: $C };',
  'const inner = { A: $A };\nmodule.exports = { ...inner, B: $B, C: $C };',
  'const inner = { A: $A, B: $B };\nconst table = { inner, C: $C };\nmodule.exports = { A: table.inner.A, B: inner.B, C: table.C };',
  'const made = { A: $A, B: $B, C: $C };\nmade.B = made.A + made.B;\nmodule.exports = made;',
  'module.exports = { A: $A, B: $B, get C() { return this.A + $C; } };',
  'module.exports = { A: $A, B: $B, C: $C, sum() { return this.A + this.B; } };',
  'const kept = (module.exports = { A: $A, B: $B, C: $C });\nmodule.exports.sum = () => kept.A + kept.B;',
  "module.exports = { ['A']: $A, B: $B, C: $C };",
  'exports.A = $A;\nexports.B = $B;\nexports.C = $C;',
  'const c = { A: $A, B: $B };\nmodule.exports = { A: c.A, B: Object.keys(c).length + $B, C: $C };',
];

const ways = [
  "const c = require('./constants');\n",
  "const { A, B, C } = require('./constants');\nconst c = { A, B, C };\n",
  "const all = require('./constants');\nconst c = all;\n",
  "const c = { ...require('./constants') };\n",
  "const holder = { c: require('./constants') };\nconst { c } = holder;\n",
  "const pick = (o) => o;\nconst c = pick(require('./constants'));\n",
];

const readers = [
  'return c.A;',
  'return c.B;',
  'return c.C;',
  'return [c.A, c.C].join();',
  'const { B } = c; return B;',
  "return c[['A', 'B'][0]];",
  'return Object.keys(c).join();',
  'return JSON.stringify(c);',
  'let sum = 0; for (const key in c) sum += Number(c[key]); return sum;',
  "return 'D' in c;",
  'return c.D;',
  'return typeof c.sum === "function" ? c.sum() : null;',
  'const again = c; return again.A;',
  'const inside = { c }; return inside.c.B;',
  'return ((o) => o.C)(c);',
];

const source = (form: number, values: readonly number[], added: boolean): string => {
  const text = names.reduce((sum, name, i) => sum.replaceAll(`$${name}`, String(values[i])), forms[form] ?? '');
  return added ? text.replace(/(module\.exports = \{ )/, '$1D: 7, ') : text;
};

const readerFile = (way: number): string =>
  `${ways[way] ?? ''}module.exports = {\n${readers.map((body, i) => `f${i}: function f${i}() { ${body} },`).join('\n')}\n};\n`;

const testFile = `const f = require('../src/readers');\n${readers.map((_, i) => `it('t${i}', () => { f.f${i}(); });`).join('\n')}\n`;

/** What a module exports when the engine runs it. */
function load(text: string, required: unknown): Record<string, () => unknown> {
  const module = { exports: {} };
  new Function('module', 'exports', 'require', text)(module, module.exports, () => required);
  return module.exports;
}

/** What the readers return. */
function run(constants: string, reading: string): readonly string[] {
  const loaded = load(reading, load(constants, null));
  return readers.map((_, i) => JSON.stringify(loaded[`f${i}`]?.()) ?? 'undefined');
}

const runs: readonly WrittenTestRun[] = readers.map((_, i) => ({
  file: 'test/all.test.js',
  titles: [`t${i}`],
  runs: [`test/all.test.js#<fn${i + 1}>`, `src/readers.js#f${i}`, ...(i === 14 ? ['src/readers.js#f14.<fn1>'] : [])],
}));

function select(before: string, after: string, reading: string): readonly (string | undefined)[] {
  const sources = { 'src/constants.js': before, 'src/readers.js': reading, 'test/all.test.js': testFile };
  const edit = (texts: Record<string, string>): void => {
    texts['src/constants.js'] = after;
  };
  return selectWritten(edit, runs, sources).selected;
}

describe('a change of an object of constants', () => {
  test('selects every test of a function that returns something else', () => {
    const value = fc.integer({ min: 0, max: 3 });
    const values = fc.tuple(value, value, value);
    fc.assert(
      fc.property(
        fc.nat(forms.length - 1),
        fc.nat(ways.length - 1),
        values,
        values,
        fc.boolean(),
        (form, way, a, b, added) => {
          const before = source(form, a, false);
          const after = source(form, b, added);
          const reading = readerFile(way);
          const [was, is] = [run(before, reading), run(after, reading)];
          const needed = readers.flatMap((_, i) => (was[i] === is[i] ? [] : [`t${i}`]));
          expect(select(before, after, reading)).toEqual(expect.arrayContaining(needed));
        },
      ),
      { numRuns: 80 },
    );
  }, 60_000);

  test.each([
    { what: 'a value', form: 0, from: [1, 2, 3], to: [1, 2, 4], added: false, not: ['t0', 't1', 't4'] },
    {
      what: 'a variable that stands for it',
      form: 1,
      from: [1, 2, 3],
      to: [1, 5, 3],
      added: false,
      not: ['t0', 't2', 't3'],
    },
    {
      what: 'a new property',
      form: 0,
      from: [1, 2, 3],
      to: [1, 2, 3],
      added: true,
      not: ['t0', 't1', 't2', 't3', 't4'],
    },
  ])('selects no test that only takes other properties by name: $what', ({ form, from, to, added, not }) => {
    const reading = readerFile(0);
    const selected = select(source(form, from, false), source(form, to, added), reading);
    for (const title of not) expect(selected).not.toContain(title);
    expect(selected).toContain(added ? 't10' : to[2] === 4 ? 't2' : 't1');
  });
});
