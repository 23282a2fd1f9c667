import { describe, expect, it } from 'vitest';
import { compareSources } from './compare-sources';
import { verdictOf, type Verdict } from './verdict-of';

interface Known {
  readonly verdict: Verdict;
  readonly remarks: readonly string[];
}

async function known(base: string, head: string, name: string, path = 'a.js'): Promise<Known> {
  const compared = await compareSources({ [path]: base }, { [path]: head }, name, { path });
  return { verdict: verdictOf(compared), remarks: compared.remarks };
}

/** A class whose field `last` starts as 0, and a method that treats one more value in the base. */
function counter(members: string, get: string, field = 'last = 0;'): string {
  return `export class C { ${field} ${members} get() { return ${get}; } }\n`;
}

describe('a default value says nothing of what JavaScript is called with', () => {
  it.each([
    ['(n = 0) { return n * 2; }', '(n = 0) { return n + n; }'],
    ['(deep = false) { return deep ? 1 : 2; }', '(deep = false) { return deep === true ? 1 : 2; }'],
    ['({ n = 0 } = {}) { return n + 1; }', '({ n = 0 } = {}) { return 1 + n; }'],
  ])('%s → %s differs', async (base, head) => {
    expect((await known(`export function f${base}\n`, `export function f${head}\n`, 'f')).verdict).toBe('differs');
  });

  it('the same for anything needs no assumption', async () => {
    const found = await known(
      'export function f(n = 0) { return n > 5; }\n',
      'export function f(n = 0) { return 5 < n; }\n',
      'f',
    );
    expect(found).toEqual({ verdict: 'same', remarks: [] });
  });

  it('it does in TypeScript', async () => {
    const found = await known(
      'export function f(n = 0) { return n * 2; }\n',
      'export function f(n = 0) { return n + n; }\n',
      'f',
      'a.ts',
    );
    expect(found.verdict).toBe('same');
  });
});

describe('the first value of a field', () => {
  const stays = ['last: taken to stay like its first value'];

  it('is stated where a verdict rests on it', async () => {
    expect(await known(counter('', 'this.last ?? 1'), counter('', 'this.last'), 'C.get')).toEqual({
      verdict: 'same',
      remarks: stays,
    });
    const inConstructor = 'constructor() { this.last = 0; }';
    expect(
      await known(counter(inConstructor, 'this.last ?? 1', ''), counter(inConstructor, 'this.last', ''), 'C.get'),
    ).toEqual({ verdict: 'same', remarks: stays });
  });

  it('is not where nothing does', async () => {
    expect(await known(counter('', '[this.last]'), counter('', 'Array.of(this.last)'), 'C.get')).toEqual({
      verdict: 'same',
      remarks: [],
    });
  });

  it.each([
    ['given', 'set(value) { this.last = value; }'],
    ['given to a function inside', 'set(values) { values.forEach((value) => { this.last = value; }); }'],
    ['written', 'clear() { this.last = null; }'],
    ['written as undefined', 'clear() { this.last = undefined; }'],
  ])('is not alone where the class puts something else there: %s', async (_, members) => {
    const found = await known(counter(members, 'this.last ?? 1'), counter(members, 'this.last'), 'C.get');
    expect(found.verdict).toBe('differs');
  });

  it('is not taken for a reason to put anything into an instance that its class does not', async () => {
    const items = 'items = [];';
    const base = `export class C { ${items} add(x) { this.items.push(x); return this.items.length; } }\n`;
    const head = `export class C { ${items} add(x) { return this.items.push(x); } }\n`;
    const compared = await compareSources({ 'a.js': base }, { 'a.js': head }, 'C.add', { path: 'a.js' });
    expect(compared.behaviours).toEqual([]);
    expect(compared.gaps.map(({ kind }) => kind)).not.toContain('unknown');
    expect(compared.remarks).toEqual(['items: taken to stay like its first value']);
  });
});

describe('what `this` is, nobody says', () => {
  it.each([
    ['exports.f = function () { □return this === undefined; };', 'this: taken for an object that it is called on'],
    [
      'function f() { □return this === undefined || this === globalThis; } exports.f = f;',
      'this: taken for undefined, as where it is called by itself',
    ],
  ])('and that it is taken for something is stated: %s', async (source, assumption) => {
    const found = await known(source.replace('□', ''), source.replace('□', "'use strict'; "), 'f');
    expect(found.remarks).toContain(assumption);
  });
});

function withExports(value: string): string {
  return `exports.debug = false; exports.one = () => 1; exports.f = function () { return ${value}; };`;
}

describe('what CommonJS code looks up in its own exports', () => {
  it.each([
    ['data', 'exports.debug ? 1 : 0', 'exports.debug ? 2 : 0', ['no other code changes exports.debug of a.js']],
    ['a function that one version calls', 'exports.one()', '1', ['no other code changes exports.one of a.js']],
    ['a function that both call', 'exports.one() + 1', '1 + module.exports.one()', []],
  ])('others may set: %s', async (_, was, is, remarks) => {
    expect(await known(withExports(was), withExports(is), 'f')).toEqual({ verdict: 'same', remarks });
  });
});

describe('what CommonJS code looks up in the exports of another module', () => {
  const other = { 'b.js': 'exports.one = () => 1; exports.two = () => 2;' };

  it.each([
    ['one version takes it when it is loaded', "const { one } = require('./b');", 'one()', ['exports.one of b.js']],
    ['both look it up', "const b = require('./b'); const more = 1;", 'b.one() * more', []],
  ])('others may set where %s', async (_, loads, value, names) => {
    const base = "const b = require('./b'); exports.f = function () { return b.one(); };";
    const head = `${loads} exports.f = function () { return ${value}; };`;
    const found = await compareSources({ 'a.js': base, ...other }, { 'a.js': head, ...other }, 'f', { path: 'a.js' });
    expect(verdictOf(found)).toBe('same');
    expect(found.remarks).toEqual(names.map((name) => `no other code changes ${name}`));
  });
});
