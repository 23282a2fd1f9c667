import { describe, expect, it } from 'vitest';
import { compareModules } from '#change/compare-modules';
import { showsStrictness } from '#change/shows-strictness';
import { lowerSource } from '#ir/lower-module';
import { Observer } from '#replay/child/observe';
import { sameObserved } from '#replay/same-observed';

/** Functions of a CommonJS module; `f` is the one to look at. */
const plain = [
  'function f(a, b) { return a === b ? a + 1 : [b, typeof undeclared]; }',
  'const f = (a, b) => { let sum = a; sum += b; for (const x of [a, b]) sum = x; return sum; }',
  'const f = function (a) { try { return a.b.c; } catch (error) { return error.message; } }',
  'function f(a) { const { x = 1, ...rest } = a ?? {}; return [x, rest]; }',
  'const g = (a) => [a, this === module.exports]; function f(a) { return g(a); }',
  'function f(a) { return new (class { v = a; get w() { return this.v; } })().w; }',
  'function f(a, b) { a = b; return a; }',
  'const f = (a) => [typeof this, a];',
];
const showing = [
  'function f() { return typeof this; }',
  'function f() { return (() => typeof this)(); }',
  'function f(a) { a = 2; return arguments[0]; }',
  'function f(a) { Object.freeze(a).x = 1; return a; }',
  'function f(a) { Object.freeze(a).x++; return a; }',
  'function f(a) { [Object.freeze(a).x] = [1]; return a; }',
  'function f(a) { return delete Object.freeze(a).x; }',
  'function f(a) { created = a; return created; }',
  'const o = { m() { return typeof this; } }; const f = o.m;',
  'const o = { get m() { return typeof this; } }; function f() { return o.m; }',
  'function f() { return eval("var x1 = 1; typeof this"); }',
  'function f() { return f.caller; }',
];

const strictly = (text: string): string => `'use strict';\n${text}`;

function lowered(text: string) {
  const { module } = lowerSource('a.cjs', text);
  if (module === null) throw new Error('it cannot be read');
  return module;
}

function statusesOf(text: string): string[] {
  const changes = compareModules([lowered(text)], [lowered(strictly(text))]);
  return changes.functions.flatMap(({ status, head }) => (head?.fn.kind === 'module' ? [] : [status]));
}

const look = (value: unknown) => new Observer().observe(value);

/** What a call did in one version. */
function run(text: string, self: unknown, args: readonly unknown[]) {
  const module = { exports: {} };
  const make = new Function('module', 'exports', `${text}\n;return f;`) as (...given: unknown[]) => () => unknown;
  try {
    const f = Reflect.apply(make, module.exports, [module, module.exports]);
    return { ends: 'returns', value: look(Reflect.apply(f, self, args)), args: args.map(look) };
  } catch (error) {
    return { ends: 'throws', value: look(error), args: args.map(look) };
  }
}

const values = (): unknown[] => [undefined, null, 0, 'text', { x: 1 }, [1, 2], Symbol.iterator];

describe('a function that is made strict', () => {
  it.each(plain)('is unchanged where nothing shows it: %s', (text) => {
    expect(new Set(statusesOf(text))).toEqual(new Set(['unchanged']));
    for (const self of [undefined, 5, { x: 1 }]) {
      for (let i = 0; i < values().length; i++) {
        for (let k = 0; k < values().length; k++) {
          const [before, now] = [text, strictly(text)].map((version) => run(version, self, [values()[i], values()[k]]));
          if (before === undefined || now === undefined) throw new Error('two versions');
          expect(now.ends).toBe(before.ends);
          expect(sameObserved(now.value, before.value)).toBe(true);
          expect(now.args.every((arg, at) => sameObserved(arg, before.args[at] ?? arg))).toBe(true);
        }
      }
    }
  });

  it.each(showing)('is changed where something may: %s', (text) => {
    expect(statusesOf(text)).toContain('changed');
    const module = lowered(text);
    expect(module.functions.some((fn) => fn.kind !== 'module' && showsStrictness(module, fn))).toBe(true);
  });

  it('does not change its module, which may say what it exports', () => {
    const text = 'const f = (a) => a; module.exports = f;';
    const changes = compareModules([lowered(text)], [lowered(strictly(text))]);
    expect(changes.functions.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    const inside = 'function f(a) { DIRECTIVE return a; } module.exports.f = f;';
    const own = compareModules(
      [lowered(inside.replace('DIRECTIVE', ''))],
      [lowered(inside.replace('DIRECTIVE', "'use strict';"))],
    );
    expect(own.functions.map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    const writing = compareModules([lowered('exports.a = 1;')], [lowered(strictly('exports.a = 1;'))]);
    expect(writing.functions.map(({ status }) => status)).toEqual(['changed']);
  });

  it('is not looked at where both versions are strict or neither is', () => {
    const text = 'function f() { this.x = 1; }';
    const changes = compareModules([lowered(text)], [lowered(text)]);
    expect(changes.functions.every(({ status }) => status === 'unchanged')).toBe(true);
  });
});
