import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { untouched, type Texts } from './untouched-in';

/** Ways to make tables `t` and `list` of some values, by name and by number. */
const making: readonly ((entries: readonly (readonly [string, string])[]) => string)[] = [
  (entries) =>
    `let n = 0;\nconst t = exports.t = {};\nconst list = exports.list = [];\nconst add = (name, value) => { t[name] = n++; list.push(value); };\n${entries.map(([name, value]) => `add('${name}', ${value});`).join('\n')}`,
  (entries) =>
    `exports.t = { ${entries.map(([name], at) => `${name}: ${at}`).join(', ')} };\nexports.list = [${entries.map(([, value]) => value).join(', ')}];`,
  (entries) =>
    `const all = { ${entries.map(([name, value]) => `${name}: ${value}`).join(', ')} };\nexports.t = { ${entries.map(([name]) => `${name}: '${name}'`).join(', ')} };\nexports.list = all;`,
  (entries) =>
    `const one = { v: 1 };\nexports.t = { ${entries.map(([name], at) => `${name}: ${at}`).join(', ')} };\nexports.list = [${entries.map(([, value]) => (value === '[1]' ? 'one' : value)).join(', ')}];`,
];

const values = ['1', "'a'", '[1]', '{ v: 1 }', '() => 1', 'function () { return Object.keys(this).length; }', '/a/g'];

/** Ways to get at them. */
const getting: readonly string[] = [
  "const { t, list } = require('./b.js');",
  "const { t, list } = require('./b.js');",
  "const b = require('./b.js');\nconst { t, list } = b;",
  "const t = require('./b.js').t;\nlet list = require('./b.js').list;",
  "const { t, list } = require('./b.js');\nconst both = { t, list };",
];

/** What functions do with them. */
const using: readonly string[] = [
  'return list[t.A];',
  'return list[t.B];',
  'return list[t.C];',
  'return t.A;',
  'return t.B;',
  'return list[x ? t.A : t.C];',
  'return list[x ? t.A : t.B];',
  'return list[x ? t.A : x];',
  'const { A, C } = t; return [list[A], list[C]];',
  'const { A = 5 } = t; return A;',
  'const { A, ...rest } = t; return rest;',
  'return list[0];',
  'return list[2];',
  'return list.length;',
  'return typeof list[t.A];',
  'return String((list)[t.A]);',
  'return list[t.A]();',
  '(list[t.A]) = x; return x;',
  'delete (list[t.A]); return list[t.A];',
  'list[t.A] = 7; return f1(x);',
  't.A = t.C; return f1(x);',
  'const t = { A: x }; return list[t.A];',
  'return ((t) => list[t.A])({ A: x });',
  'return f1(x);',
  'return [f1(x), list[t.A]];',
  'const value = list[t.A]; if (Array.isArray(value)) value.push(2); return [list[t.C], list[t.B]];',
  'const value = list[t.A]; value.lastIndex = 1; return list[t.A].lastIndex + list[t.C].lastIndex;',
  'return Object.keys(t);',
  'return list.map(String);',
  'return t;',
  "return 'B' in t;",
  'return [...Object.values(list)].length;',
  "return require('./b.js').list[t.A];",
  'return held.key;',
  'return list[held.key];',
  "held.key = 'B'; return list[held.key];",
  'return list[name];',
  'other = t.B; return list[other];',
  "if (typeof both === 'object') both.t.A = x; return list[t.A];",
  "if (typeof both === 'object') both.t.A = x; return f1(x);",
  'keys.add(t); for (const each of keys) each.A = 1; return f1(x);',
  'return new Kind().m();',
  'return x ? x.m() : new Kind().own;',
];

const around = `const keys = new Set([t]);\nconst held = { key: 'A' };\nconst name = 'A';\nlet other = 0;\nclass Kind { own = list[t.A]; m() { return list[t.C]; } }\n`;

interface Versions {
  readonly base: Texts;
  readonly head: Texts;
}

/** What becomes of the entries: another value, one more in between, one less, another order. */
const changing: readonly ((entries: Entries, value: string) => Entries)[] = [
  (entries, value) => entries.map(([name, was]) => [name, name === 'B' ? value : was] as const),
  (entries, value) => entries.map(([name, was]) => [name, name === 'A' ? value : was] as const),
  ([first, ...rest], value) => (first === undefined ? [] : [first, ['N', value] as const, ...rest]),
  (entries) => entries.filter(([name]) => name !== 'B'),
  (entries) => entries.toReversed(),
];

type Entries = readonly (readonly [string, string])[];

const versions: fc.Arbitrary<Versions> = fc
  .record({
    made: fc.nat(making.length - 1),
    held: fc.array(fc.nat(values.length - 1), { minLength: 3, maxLength: 3 }),
    changed: fc.nat(changing.length - 1),
    value: fc.nat(values.length - 1),
    got: fc.nat(getting.length - 1),
    used: fc.array(fc.nat(using.length - 1), { minLength: 2, maxLength: 3 }),
    isArrow: fc.boolean(),
    isBack: fc.boolean(),
  })
  .map(({ made, held, changed, value, got, used, isArrow, isBack }) => {
    const functions = used.map((each, at) => {
      const body = using[each] ?? '';
      return isArrow
        ? `const f${at} = (x) => { ${body} };\nexports.f${at} = f${at};`
        : `function f${at}(x) { ${body} }\nexports.f${at} = f${at};`;
    });
    const before = ['A', 'B', 'C'].map((name, at) => [name, values[held[at] ?? 0] ?? '1'] as const);
    const now = changing[changed]?.(before, values[value] ?? '1') ?? before;
    const text = (entries: Entries): string => making[made]?.(entries) ?? '';
    const user = [getting[got] ?? '', around, ...functions].join('\n');
    const [first, second] = isBack ? [now, before] : [before, now];
    return { base: { 'a.js': user, 'b.js': text(first) }, head: { 'a.js': user, 'b.js': text(second) } };
  });

/** What calls of a function of `a.js` give, on fresh modules. */
function seen(texts: Texts, name: string): string {
  const script = `
    const loaded = {};
    const load = (path) => {
      if (loaded[path]) return loaded[path].exports;
      const module = loaded[path] = { exports: {} };
      const require = (specifier) => load(specifier.slice(2));
      new Function('exports', 'require', 'module', texts[path]).call(module.exports, module.exports, require, module);
      return module.exports;
    };
    const show = (value) => value instanceof RegExp ? String(value) + value.lastIndex
      : typeof value === 'function' ? 'function' + value.length
      : typeof value === 'object' && value !== null
      ? '{' + Object.keys(value).map((key) => key + ': ' + show(value[key])).join(', ') + '}' : String(value);
    [0, 1, 2].map((x) => {
      for (const path of Object.keys(loaded)) delete loaded[path];
      let depth = 0;
      try { return show(load('a.js')[name](x)); } catch (error) { return 'throws ' + error.name; }
    }).join('; ');`;
  return String(runInNewContext(script, { texts, name }));
}

it('functions that read nothing else than before of what modules have made do the same', () => {
  let told = 0;
  let differing = 0;
  fc.assert(
    fc.property(versions, ({ base, head }) => {
      for (const name of new Set([...untouched(base, head), ...untouched(base, head, true)])) {
        told++;
        expect(seen(head, name), JSON.stringify([base, head, name], null, 1)).toBe(seen(base, name));
      }
      if (['f0', 'f1', 'f2'].some((name) => seen(head, name) !== seen(base, name))) differing++;
    }),
    { numRuns: Number(process.env['GENERATED_RUNS'] ?? '120') },
  );
  expect(told).toBeGreaterThan(20);
  expect(differing).toBeGreaterThan(20);
});

const table = (more: string): string =>
  `const t = exports.t = {};\nconst list = exports.list = [];\nlet n = 0;\nconst add = (name, value) => { t[name] = n++; list.push(value); };\nadd('A', /a/);\n${more}add('B', /b/);\n`;
const reader = (body: string): string =>
  `const { t, list } = require('./b.js');\nclass Kind { m() { return list[t.A]; } }\nexports.kind = Kind;\nexports.f0 = function f0(x) { ${body} };\n`;

it.each([
  ['an element by the name of its number', 'return list[t.B].test(x);', ['f0']],
  ['one of two', 'return list[x ? t.A : t.B].test(x);', ['f0']],
  ['an element by its number', 'return list[0];', ['f0']],
  ['what is not alike', 'return list[1];', []],
  ['whatever it is asked for', 'return list[x];', []],
  ['the table', 'return t;', []],
])('where an element is put in between, a function may read %s', (_, body, expected) => {
  const before = { 'a.js': reader(body), 'b.js': table('') };
  expect(untouched(before, { ...before, 'b.js': table("add('N', /n/);\n") })).toEqual(expected);
});

const keyed = (change: string): string =>
  `const { t, list } = require('./b.js');\nconst both = [t];\nconst f1 = (x) => { ${change} };\nexports.f0 = function f0(x) { f1(x); return list[t.A]; };\n`;
const second = (value: string): string => `exports.t = { A: 0 };\nexports.list = [1, ${value}];\n`;

it.each([
  ['x++;', ['f1', 'f0']],
  ['both[0].A = 1;', ['f1']],
])('keys are no constants where a function may change the table that they are in: %s', (change, expected) => {
  const before = { 'a.js': keyed(change), 'b.js': second('2') };
  expect(untouched(before, { ...before, 'b.js': second('3') })).toEqual(expected);
});

it('what classes have from a table counts, for inputs may inherit it', () => {
  const text = `const { t } = require('./b.js');\nclass Kind {}\nKind.n = t.B;\nexports.kind = Kind;\nexports.f0 = function f0(x) { return x.constructor.n; };\n`;
  const before = { 'a.js': text, 'b.js': table('') };
  expect(untouched(before, { ...before, 'b.js': table("add('N', /n/);\n") })).toEqual([]);
});

const exporting = (more: string): string => `export const table = { a: 1, ${more}b: 2 };\n`;
const importing = (key: string): string =>
  `import { table as taken } from './b';\nexport function f0() { return taken.${key}; }\nexport function f1() { return taken; }\n`;

it.each([
  ['b', ['f0']],
  ['n', []],
])('variables of modules are followed by import: %s', (key, expected) => {
  const before = { 'a.ts': importing(key), 'b.ts': exporting('') };
  expect(untouched(before, { ...before, 'b.ts': exporting('n: 3, ') })).toEqual(expected);
});

const ofPackage = (name: string): string =>
  `import { p } from '${name}';\nimport { table } from './b';\nexport function f0(): unknown { return [p, table.a]; }\n`;

it.each([
  ['x', ['f0']],
  ['y', []],
])('what is imported of packages is alike by its name: %s', (now, expected) => {
  const before = { 'a.ts': ofPackage('x'), 'b.ts': exporting('') };
  expect(untouched(before, { 'a.ts': ofPackage(now), 'b.ts': exporting('n: 3, ') })).toEqual(expected);
});
