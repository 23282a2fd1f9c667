import { describe, expect, test } from 'vitest';
import { checkedProject } from './checked-project';

/** Suites in small: what their runs show must be in the static graphs. One text per kind of call, with a test that makes it. */
const sources: Readonly<Record<string, string>> = {
  closures: `
export const counter = () => { let n = 0; const step = () => ++n; return { step, twice() { step(); return step(); } }; };
export function run() { const { step, twice } = counter(); step(); return twice(); }`,
  classes: `
class Base { size = initial(); constructor(extra = fallback()) { this.extra = extra; } area() { return this.side() ** 2; } side() { return this.size; } }
function initial() { return 2; }
function fallback() { return 1; }
class Derived extends Base { side() { return super.side() + 1; } static make() { return new this(); } }
class Again extends Derived { #own = 1; get own() { return this.#own; } set own(v) { this.#own = v; } }
export function run() { const a = Again.make(); a.own = a.own + 1; return a.area() + new Derived(3).area(); }`,
  arrays: `
const double = (x) => x * 2;
const byValue = (a, b) => a - b;
const add = (a, b) => a + b;
export function run() { return [3, 1].map(double).sort(byValue).reduce(add, 0) + Array.from([1], double)[0] + [[1]].flatMap((x) => x.map(double))[0]; }`,
  collections: `
const handlers = new Map([['a', (x) => first(x)]]);
const more = new Map(Object.entries({ b: (x) => second(x) }));
const kept = new Set([() => third()]);
function first(x) { return x; }
function second(x) { return x; }
function third() { return 1; }
export function run() {
  handlers.set('c', (x) => first(x));
  for (const one of kept) one();
  for (const [, handler] of more) handler(1);
  more.forEach((handler) => handler(2));
  return handlers.get('a')(1) + more.get('b')(2) + [...handlers.values()].map((f) => f(1)).length;
}`,
  tables: `
const table = { add: (a, b) => a + b, sub(a, b) { return a - b; } };
const list = [() => 1, () => 2];
export function run(name = 'sub') {
  const { add, ...rest } = table;
  const copy = { ...rest, mul: (a, b) => a * b };
  return add(1, 2) + copy[name](3, 1) + copy.mul(1, 2) + list.at(0)() + list[1]() + Object.values(table)[0](1, 2) + Object.entries(table).map(([, f]) => f(1, 2))[0];
}`,
  through: `
function plain(a, b) { return this === undefined ? a : this.base + a + (b ?? 0); }
const curry = (f) => (a) => (b) => f(a, b);
const compose = (...fs) => (x) => fs.reduce((value, f) => f(value), x);
export function run() {
  const bound = plain.bind({ base: 1 }, 2);
  return bound(1) + plain.call({ base: 1 }, 2) + plain.apply({ base: 1 }, [2]) + Reflect.apply(plain, { base: 0 }, [1])
    + curry((a, b) => a + b)(1)(2) + compose((x) => x + 1, (x) => x * 2)(1);
}`,
  generators: `
function* inner() { yield one(); }
function* outer() { yield* inner(); yield two(); }
function one() { return 1; }
function two() { return 2; }
class Bag { constructor() { this.items = [1]; } *[Symbol.iterator]() { for (const item of this.items) yield this.check(item); } check(x) { return x; } }
export function run() { const [a, b] = outer(); const iterator = outer(); iterator.next(); return a + b + [...new Bag()].length; }`,
  promises: `
const wait = (x) => new Promise((done) => setTimeout(() => done(x), 1));
async function load() { const x = await wait(1); return use(x); }
function use(x) { return x; }
export async function run() {
  const all = await Promise.all([load(), load().then(use)]);
  try { await Promise.reject(new Error('no')).catch(handle); } finally { use(0); }
  for await (const x of stream()) use(x);
  return all.length;
}
function handle() { return use(2); }
async function* stream() { yield use(3); }`,
  prototypes: `
function Old(x) { this.x = x; }
Old.prototype.get = function get() { return this.own(); };
Old.prototype.own = function () { return this.x; };
function Young(x) { Old.call(this, x); }
Young.prototype = Object.create(Old.prototype);
Object.assign(Young.prototype, { extra() { return this.get(); } });
Young.made = (x) => new Young(x);
const mixin = (Parent) => class extends Parent { mixed() { return this.named(); } };
class Named { named() { return 'n'; } }
class Both extends mixin(Named) {}
export function run() { return Young.made(1).extra() + new Both().mixed(); }`,
  errors: `
class Wrong extends Error { constructor(text) { super(text); this.note = describe(text); } }
function describe(text) { return text; }
function check(x) { if (x) throw new Wrong('w'); return x; }
function guarded(f) { try { return f(); } catch (error) { return recover(error); } finally { clean(); } }
function recover(error) { return error.note; }
function clean() {}
export function run() { return guarded(() => check(1)) + guarded(() => check(0)); }`,
  texts: `
const tag = (strings, ...values) => strings.join(String(values.length));
export function run() {
  return tag\`a\${1}b\` + 'abc'.replace(/b/, (x) => upper(x)) + JSON.parse('[1]', (key, value) => seen(value)) + 'a-b'.split('-').map(upper).join('');
}
function upper(x) { return x.toUpperCase(); }
function seen(x) { return x; }`,
  accessors: `
const holder = { get value() { return read(); }, set value(x) { write(x); }, nested: { get deep() { return read(); } } };
function read() { return 1; }
function write() {}
export function run() { holder.value = 1; holder.value += 1; const { value, nested: { deep } } = holder; return value + deep + { ...holder }.value; }`,
};

/** More functions in one variable than points-to keeps there. */
const many = Array.from({ length: 70 }, (_, i) => `f${i}() { return step${i % 7}(); }`);
const steps = Array.from({ length: 7 }, (_, i) => `function step${i}() { return ${i}; }`);

const project = {
  'package.json': '{"type":"module"}',
  ...Object.fromEntries(Object.entries(sources).map(([name, text]) => [`${name}.js`, text])),
  'all.test.js': [
    "import test from 'node:test';",
    ...Object.keys(sources).map((name) => `import { run as ${name} } from './${name}.js';`),
    ...Object.keys(sources).map((name) => `test('${name}', () => ${name}());`),
  ].join('\n'),
};

test('functions of a table with more than a variable holds are called from where the table is used', () => {
  const { calls, after } = checkedProject({
    'package.json': '{"type":"module"}',
    'lib.js': `
const table = { ${many.join(', ')} };
${steps.join('\n')}
export function run(name) { return table[name](); }
export function all() { return Object.values(table).map((f) => f()); }
`,
    'all.test.js':
      "import test from 'node:test';\nimport { all, run } from './lib.js';\ntest('runs', () => { all(); run('f69'); });\n",
  });
  expect(calls.observed).toBeGreaterThan(140);
  expect(calls.missing).toEqual([]);
  expect(after.missing).toEqual([]);
  expect(after.implied).toBe(0);
});

describe('a suite of every kind of call', () => {
  const checked = checkedProject(project);

  test('shows calls and orders', () => {
    expect(checked.functions).toBeGreaterThan(100);
    expect(checked.calls.observed).toBeGreaterThan(100);
    expect(checked.after.observed).toBeGreaterThan(400);
  });

  test('all calls are in the call graph', () => {
    expect(checked.calls.missing).toEqual([]);
  });

  test('all orders can be found in the control flow of all functions', () => {
    expect(checked.after.missing).toEqual([]);
  });
});

test('what the static graphs lack is found, with its place and cause', () => {
  const { calls, after } = checkedProject({
    'package.json': '{"type":"module"}',
    'lib.js': `
export const shown = { toString() { return text(); } };
function text() { return 'x'; }
export function show() {
  return \`\${[[shown]]}\`;
}
export function made(code) { return new Function('f', 'return f()')(called); }
function called() { return 1; }
`,
    'all.test.js': "import test from 'node:test';\nimport { show } from './lib.js';\ntest('shows', () => show());\n",
  });
  expect(calls.missing).toEqual([
    { from: 'show (lib.js:4)', to: 'toString (lib.js:2)', blame: 'conversion', sites: [], times: 1 },
  ]);
  expect(after.implied).toBeGreaterThan(0);
  expect(after.missing).toEqual([]);
});
