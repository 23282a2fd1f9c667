import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { functionDescriptions } from '#change/function-description';
import { compare, lowerText } from './compare';

/** Scripts that leave a function with `mark` in it as `found`. */
const scripts = [
  'var found = function named(a, b) { mark; };',
  'var found = function (a, b = 1, c) { mark; };',
  'var found = (a, ...rest) => { mark; };',
  'var found = (((a) => { mark; }));',
  'var found = (0, (a) => { mark; });',
  'var found; found = ({ a }, [b]) => { mark; };',
  'var found; found ??= (a) => { mark; };',
  'var other = [(a) => { mark; }]; var found = other[0];',
  'function found(a, b) { mark; }',
  'async function* other(a) { mark; } var found = other;',
  'var { found = (a) => { mark; } } = {};',
  'var [found = function (a) { mark; }] = [];',
  'var found = { key: (a) => { mark; } }.key;',
  "var found = { 'a key'(a) { mark; } }['a key'];",
  'var found = { 12(a) { mark; } }[12];',
  'var found = (function (given = (a) => { mark; }) { return given; })();',
  'var found = class { constructor(a, b = 1) { mark; } };',
  'var found = class Named { static { mark; } };',
  'class Other { method(a) { mark; } } var found = new Other().method;',
  'class Other { field = (a) => { mark; }; } var found = new Other().field;',
  'class Other { static #own(a) { mark; } static get() { return Other.#own; } } var found = Other.get();',
  'var host = {}; host.member = function (a) { mark; }; var found = host.member;',
  'class Base { constructor(a) {} } var found = class Derived extends Base { static { mark; } };',
];

describe('what a program sees of a function', () => {
  it.each(scripts)('%s', (script) => {
    const context: { mark: number; found?: { name: string; length: number; toString(): string } } = { mark: 1 };
    runInNewContext(script, context);
    const module = lowerText('a.js', script);
    const describeFunction = functionDescriptions(module);
    const marked = module.functions
      .map((fn) => describeFunction(fn))
      .filter((found) => found?.text.includes('mark'))
      .toSorted((a, b) => (a?.text.length ?? 0) - (b?.text.length ?? 0));
    const { name, length } = context.found!;
    expect({ name: marked[0]?.name ?? '', length: marked[0]?.length }).toEqual({ name, length });
    expect(String(context.found)).toContain(marked[0]?.text);
  });

  it('leaves out what is only known at run time, and what is no function', () => {
    const module = lowerText('a.ts', "const k = 'x';\nexport default { [k]: () => 1 };\nexport namespace N { f(); }");
    const describeFunction = functionDescriptions(module);
    expect(module.functions.map((fn) => describeFunction(fn)?.name)).toEqual([undefined, null, undefined]);
  });

  it('does not count types', () => {
    const module = lowerText('a.ts', 'const f = (function (this: Date, a: string, b?: number) {}) as Function;');
    expect(functionDescriptions(module)(module.functions[1]!)).toMatchObject({ name: 'f', length: 2 });
  });
});

function seen(base: string, head: string): unknown {
  return compare(base, head).described.map(({ head: { fn }, name, length, text }) => [fn.name, name, length, text]);
}

describe('a change of what is seen', () => {
  it('is told, and is no change of the function', () => {
    const changes = compare('const one = (a) => a; one(1);', 'const two = (a) => a; two(1);');
    expect(changes.functions.every(({ status }) => status === 'unchanged')).toBe(true);
    expect(changes.described.map(({ name }) => name)).toEqual([['one', 'two']]);
  });

  it('is found in parameters, texts and the names of classes', () => {
    expect(seen('function f(a) {}', 'function f(a, b) {}')).toEqual([['f', null, [1, 2], true]]);
    expect(seen('function f(a, b) {}', 'function f(a, b = 1) {}')).toEqual([['f', null, [2, 1], true]]);
    expect(seen('function f() { return 1; }', 'function f() { return 1 }')).toEqual([['f', null, null, true]]);
    expect(seen('class A { m() {} }', 'class B { m() {} }')).toEqual([['B.constructor', ['A', 'B'], null, true]]);
    expect(seen('function f() {}', '// moved\nfunction f() {}')).toEqual([]);
  });
});
