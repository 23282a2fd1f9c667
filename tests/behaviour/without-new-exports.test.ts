import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { untouched, type Texts } from './untouched-in';

/** Ways to export `p` and `q`, with what else only one version exports. */
const exporting: readonly ((more: string) => string)[] = [
  (more) => `exports.p = 1;\nexports.q = (x) => x + 1;\n${more === '' ? '' : `exports.extra = ${more};`}`,
  (more) => `module.exports = { p: 1, q(x) { return x; }, ${more === '' ? '' : `extra: ${more}`} };`,
  (more) =>
    `exports = module.exports = {};\nconst p = exports.p = [1];\n${more === '' ? '' : `exports.extra = ${more};\n`}exports.q = (x) => p[x];`,
  (more) =>
    `const made = { p: 1, ${more === '' ? '' : `extra: ${more}, `}q: () => Object.keys(made).length };\nmodule.exports = made;`,
  (more) =>
    `exports.p = 1;\n${more === '' ? '' : `exports.extra = ${more};`}\nexports.q = function () { return Object.keys(this).length; };`,
  (more) =>
    `const add = (to, name, value) => { to[name] = value; };\nadd(exports, 'p', 1);\nexports.q = () => 1;\n${more === '' ? '' : `add(exports, 'extra', ${more});`}`,
  (more) =>
    `const self = this;\nexports.p = 1;\n${more === '' ? '' : `exports.extra = ${more};`}\nexports.q = () => self.extra;`,
  (more) => `exports.p = 1;\n${more === '' ? '' : `exports.extra = ${more};`}\nexports.q = () => this.extra;`,
  (more) =>
    `exports.p = 1;\nexports.q = Object.prototype.hasOwnProperty;\n${more === '' ? '' : `exports.extra = ${more};`}`,
  (more) =>
    `exports.p = 1;\n${more === '' ? '' : `exports.extra = ${more};`}\nexports.q = (x) => exports[x ? 'extra' : 'p'];`,
  (more) =>
    `exports.p = 1;\n${more === '' ? '' : `exports.extra = ${more};`}\nexports.q = () => { exports.late = 1; return exports.extra === undefined ? 0 : 1; };`,
];

const extras = ['5', '() => 1', '[1]', '{ a: 1 }'];

/** Ways to get at them, as `b`. */
const getting: readonly string[] = [
  "const b = require('./b.js');",
  "const b = require('./b.js');",
  "const { p, q } = require('./b.js');\nconst b = { p, q };",
  "const b = require('./b.js'), all = [b];",
  "const { q, ...rest } = require('./b.js');\nconst b = { q, p: rest.p, rest };",
  "let b = require('./b.js');",
  "const { q, p, extra } = require('./b.js');\nconst b = { q, p };",
  "const b = { p: require('./b.js').p, q: require('./b.js').q };",
];

/** What functions do with `b`, or with the module itself. */
const using: readonly string[] = [
  'return b.p;',
  'return b.p;',
  'return b.q(x);',
  'return b.q(x);',
  'const { q } = b; return q("extra");',
  "const { p, q } = require('./b.js'); return [p, q(1)];",
  "return require('./b.js').p;",
  'return typeof b.q;',
  'return Object.keys(b);',
  "return b[x ? 'p' : 'extra'];",
  'return b.extra;',
  'return Object.keys({ ...b });',
  'let n = 0; for (const key in b) n += key.length; return n;',
  "return 'extra' in b;",
  "return b.hasOwnProperty('extra');",
  'return JSON.stringify(b);',
  'return b;',
  'return b.valueOf().extra;',
  "const { extra } = require('./b.js'); return extra === undefined;",
  "return [require('./b.js')].map((each) => each.extra)[0] === undefined;",
  'b.p = 3; return b.p;',
  'return b.q.call(b, x);',
  'return module.children ? 1 : 0;',
  "const get = require; return Object.keys(get('./b.js'));",
  'return Object.keys(require(`./b.js`));',
  "return Object.keys(require(['./b.js'][0]));",
];

interface Versions {
  readonly base: Texts;
  readonly head: Texts;
}

const versions: fc.Arbitrary<Versions> = fc
  .record({
    exported: fc.nat(exporting.length - 1),
    extra: fc.nat(extras.length - 1),
    got: fc.nat(getting.length - 1),
    used: fc.array(fc.nat(using.length - 1), { minLength: 1, maxLength: 2 }),
    isRemoved: fc.boolean(),
  })
  .map(({ exported, extra, got, used, isRemoved }) => {
    const functions = used.map((each, at) => `exports.f${at} = function f${at}(x) { ${using[each] ?? ''} };`);
    const write = exporting[exported] ?? ((): string => '');
    const user = [getting[got] ?? '', ...functions].join('\n');
    const [without, with_] = [write(''), write(extras[extra] ?? '')];
    return {
      base: { 'a.js': user, 'b.js': isRemoved ? with_ : without },
      head: { 'a.js': user, 'b.js': isRemoved ? without : with_ },
    };
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
    const show = (value) => typeof value === 'function' ? 'function' : typeof value === 'object' && value !== null
      ? '{' + Object.keys(value).map((key) => key + ': ' + show(value[key])).join(', ') + '}' : String(value);
    [0, 1].map((x) => {
      for (const path of Object.keys(loaded)) delete loaded[path];
      try { return show(load('a.js')[name](x)); } catch (error) { return 'throws ' + error.message; }
    }).join('; ');`;
  return String(runInNewContext(script, { texts, name }));
}

it('functions that do not see an export which only one version has do the same', () => {
  let told = 0;
  let differing = 0;
  fc.assert(
    fc.property(versions, ({ base, head }) => {
      for (const name of untouched(base, head)) {
        told++;
        expect(seen(head, name), JSON.stringify([base, head, name], null, 1)).toBe(seen(base, name));
      }
      if (['f0', 'f1'].some((name) => seen(head, name) !== seen(base, name))) differing++;
    }),
    { numRuns: Number(process.env['GENERATED_RUNS'] ?? '60') },
  );
  expect(told).toBeGreaterThan(5);
  expect(differing).toBeGreaterThan(5);
});

const helpers = (more: string): string => `class Kind {}\nexports.kind = Kind;\nexports.p = (x) => x + 1;\n${more}`;
const user = (use: string): string =>
  `const b = require('./b.js');\nexports.f0 = function f0(x) { return b.p(x); };\nexports.g = (x) => ${use};\n`;

it('a function that is added to what others use leaves these alone', () => {
  const before = { 'a.js': user('x'), 'b.js': helpers('') };
  expect(untouched(before, { 'a.js': user('b.more(x)'), 'b.js': helpers('exports.more = (x) => x;') })).toEqual(['f0']);
});

it('an export that code names which is as it was is no new one to that code', () => {
  const before = { 'a.js': user('b.more ? b.more(x) : x'), 'b.js': helpers('') };
  expect(untouched(before, { ...before, 'b.js': helpers('exports.more = (x) => -x;') })).toEqual(['f0']);
});

it.each([
  ['`this` of what is called', 'exports.p = function () { return Object.keys(this).length; };'],
  ['what finds it out for another object', 'exports.p = Object.prototype.hasOwnProperty;'],
  ['what looks at exports', 'exports.p = (x) => Object.keys(exports)[x];'],
  ['another name for exports', 'const own = exports; exports.p = (x) => Object.keys(own)[x];'],
  ['what the module is', 'exports.p = (x) => Object.keys(module.exports)[x];'],
  ['`this` of the module', 'const own = this; exports.p = (x) => Object.keys(own)[x];'],
  ['an accessor', "Object.defineProperty(exports, 'p', { get() { return () => Object.keys(this).length; } });"],
])('an export that is seen by %s is seen', (_, text) => {
  const before = { 'a.js': user('x'), 'b.js': `class Kind {}\n${text}` };
  expect(untouched(before, { ...before, 'b.js': `class Kind {}\n${text}\nexports.more = 1;` })).toEqual([]);
});

it.each([
  ['another name for it', "const get = require; return Object.keys(get('./b.js')).length;"],
  ['a template', 'return Object.keys(require(`./b.js`)).length;'],
  ['a name that is put together', "return Object.keys(require('./' + 'b.js')).length;"],
])('an export that is asked for by `require` as %s is seen', (_, body) => {
  const text = `const b = require('./b.js');\nexports.f0 = function f0(x) { ${body} };\nexports.g = (x) => b.p(x);\n`;
  const before = { 'a.js': text, 'b.js': helpers('') };
  expect(untouched(before, { ...before, 'b.js': helpers('exports.more = 1;') })).not.toContain('f0');
});
