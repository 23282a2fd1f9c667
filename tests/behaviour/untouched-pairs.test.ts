import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { handingVersions, loadingVersions } from './arbitrary-handing-program';
import { untouched } from './untouched-in';

/** What is seen of a call on a fresh module, and of calls of whatever it has given away. */
function seen(text: string, name: string): string {
  const script = `
    let fuel = 0;
    const trace = [];
    const note = (name) => { if (fuel-- <= 0) throw new Error('enough'); trace.push(name); };
    const given = { p: 1 };
    const functions = [];
    const show = (value, within) => {
      if (typeof value === 'function' && !functions.includes(value)) functions.push(value);
      if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
      if (within.includes(value)) return 'again ' + within.indexOf(value);
      const inner = Object.keys(value).map((key) => key + ': ' + show(value[key], [...within, value]));
      return (typeof value) + ' {' + inner.join(', ') + '}';
    };
    const call = (made) => {
      fuel = 60;
      try { trace.push(show(made(), [])); } catch (error) { trace.push('throws ' + (error instanceof Error ? error.message : show(error, []))); }
      trace.push(show(given, []));
    };
    for (const x of [0, 1]) {
      const exports = {};
      fuel = 60;
      try { new Function('exports', 'note', text)(exports, note); } catch {}
      trace.length = x === 0 ? 0 : trace.length;
      call(() => exports[name](x, given));
      for (let at = 0; at < functions.length && at < 25; at++) call(() => functions[at](x, given));
      functions.length = 0;
    }
    trace.join('\\n');`;
  return String(runInNewContext(script, { text, name }));
}

it.each([
  ['do the same, and so does what they give away', handingVersions],
  ['do the same where functions run as the module is loaded', loadingVersions],
])('functions that are said to be untouched %s', (_, versions) => {
  let told = 0;
  let asked = 0;
  fc.assert(
    fc.property(versions, ({ base, head }) => {
      for (const name of untouched({ 'a.js': base }, { 'a.js': head })) {
        told++;
        expect(seen(head, name), `--- base\n${base}\n--- head\n${head}\n${name}`).toBe(seen(base, name));
      }
      asked += ['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6'].filter(
        (name) => seen(head, name) !== seen(base, name),
      ).length;
    }),
    { numRuns: Number(process.env['GENERATED_RUNS'] ?? '30') },
  );
  // Both happen: some are untouched, and some do differ.
  expect(told).toBeGreaterThan(5);
  expect(asked).toBeGreaterThan(5);
});

const reader = "const { names } = require('./b.js');\nexports.f0 = function f0(x) { return names[x]; };\n";
const table = (make: string): string =>
  `class Kind {}\nexports.kind = Kind;\nexports.names = {};\nconst make = ${make};\nmake('p', 1);\nmake('q', 2);\n`;

it('what has changed and runs while modules are loaded leaves a function alone where it leaves the same behind', () => {
  const before = { 'a.js': reader, 'b.js': table('(name, value) => { exports.names[name] = value; }') };
  const alike = { ...before, 'b.js': table('(name, value) => { const key = name; exports.names[key] = value; }') };
  const other = { ...before, 'b.js': table('(name, value) => { exports.names[name] = -value; }') };
  for (const whole of [false, true]) {
    expect(untouched(before, alike, whole)).toEqual(['f0']);
    expect(untouched(before, other, whole)).toEqual([]);
  }
});

it('a change of another module that loads differently leaves a function alone that cannot get at it', () => {
  const before = {
    'a.js': reader,
    'b.js': table('(name, value) => { exports.names[name] = value; }'),
    'c.js': 'exports.c = 1;',
  };
  expect(untouched(before, { ...before, 'c.js': 'exports.c = 2;' })).toEqual(['f0']);
});

const declared = (kind: string): string =>
  `export class Shape { size = 1 }\nObject.assign(Shape.prototype, { kind: '${kind}' });\n`;

it('modules that a function knows by their types alone are not taken to have loaded alike', () => {
  const using =
    "import type { Shape } from './b';\nexport function f0(shape: Shape) { return (shape as { kind?: string }).kind; }\n";
  expect(untouched({ 'a.ts': using, 'b.ts': declared('x') }, { 'a.ts': using, 'b.ts': declared('y') })).toEqual([]);
});

const sharing = (b: string): string =>
  `const a = { n: 0 };\n${b}\nexports.f0 = function f0() { a.n++; return b.n; };\n`;

it.each([
  ['const b = { n: 0 };', 'const b = a;'],
  ['const b = a;', 'const b = { n: 0 };'],
])('a function is touched where two names come to stand for one object, or no longer do: %s', (before, now) => {
  expect(untouched({ 'a.js': sharing(before) }, { 'a.js': sharing(now) })).toEqual([]);
});

const inheriting = (n: number, more: string): string =>
  `const make = (n) => class { get n() { return n; } };\nconst a = new (make(${n}))();\n${more}exports.f0 = function f0() { return a.n; };\n`;

it('a function is touched where what it reads inherits something else', () => {
  expect(untouched({ 'a.js': inheriting(1, '') }, { 'a.js': inheriting(1, '0;') })).toEqual(['f0']);
  expect(untouched({ 'a.js': inheriting(1, '') }, { 'a.js': inheriting(2, '') })).toEqual([]);
});

function withParameters(params: string): Record<string, string> {
  const text = `
    const g = (${params}) => a + 1;
    export function f1(x) { return [x].map((y) => g(y, 2)); }
    export function f2(${params}) { return a; }`;
  return { 'a.js': text };
}

it('functions whose parameters come or go are untouched where nobody reads these', () => {
  expect(untouched(withParameters('a, b'), withParameters('a'))).toEqual(['f1', 'f2']);
  expect(untouched(withParameters('a'), withParameters('a, b = g(a)'))).toEqual([]);
});
