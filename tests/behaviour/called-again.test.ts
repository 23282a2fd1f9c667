import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';
import { versionsOf } from './versions-of';

function calls({ behaviours }: ComparedFunction): string[] {
  return behaviours.map(({ witness }) => witness.call);
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}

function counter(most: number): string {
  return `let n = 0; export function f() { n++; return n > ${most}; }`;
}

function adder(next: string): string {
  return `let n = 0; export function f(by: number) { ${next}; return n; }`;
}

function limited(op: string): string {
  return `let limit = 0; export function set(to: number) { limit = to; } export function f() { return limit ${op} 5; }`;
}

function gate(result: number): string {
  return `let isOpen = false; export function open() { isOpen = true; } export function f() { if (isOpen) return ${result}; return 0; }`;
}

function gated(a: number, n: number): string {
  return `let n = 0; export function f(a: number) { n++; if (a > ${a}) return n > ${n}; return 0; }`;
}

function cache(key: string): string {
  return `const seen = new Map<number, number>(); export function f(x: number) { if (seen.has(x)) return -1; seen.set(${key}, 1); return x; }`;
}

function list(method: string): string {
  return `const seen: string[] = []; export function f(x: string) { ${method}; return seen.length > 9; }`;
}

/** A counter behind something that no variable of the module says: where the count is kept, and how it is asked for. */
const hidden: readonly (readonly [what: string, kept: string, next: string])[] = [
  [
    'a variable around a function',
    'const make = () => { let n = 0; return () => n++; }; const next = make();',
    'next()',
  ],
  [
    'an object that another function is given',
    'const s = { n: 0 }; function bump(o: { n: number }) { return o.n++; }',
    'bump(s)',
  ],
  ['a property of a class, by its fields', 'class A { static n = 0; id = A.n++; }', 'new A().id'],
  ['a global variable', 'const g = globalThis as any; g.count = 0;', 'g.count++'],
  ['another module', "import { next } from './b';", 'next()'],
];

/** What a function of the module changes, and another reads, in ways that are not written there: what, before and after. */
const changedByOthers: readonly (readonly [what: string, source: string])[] = [
  [
    'by a method',
    'class C { n = 0; add() { this.n++; } get() { return this.n; } } const c = new C(); export function set() { c.add(); } export function f() { return c.get() > 0 ? □ : 0; }',
  ],
  [
    'as a property of a class that its fields change',
    'class A { static n = 0; id = A.n++; } export function set() { return new A(); } export function f() { return A.n > 0 ? □ : 0; }',
  ],
  [
    'by another name',
    'const c = { n: 0 }; const d = c; export function set() { d.n = 1; } export function f() { return c.n > 0 ? □ : 0; }',
  ],
  [
    'by an operator whose value is used',
    'const c = { n: 0 }; export function set() { return c.n++; } export function f() { return c.n > 0 ? □ : 0; }',
  ],
];

function texts(kept: string, next: string, at: number): Record<string, string> {
  return {
    'a.ts': `${kept} export function f() { return ${next} === ${at}; }`,
    'b.ts': 'let n = 0; export function next() { return n++; }',
  };
}

function asMember(at: number): string {
  return `let n = 0; export const a = { b: { f() { return n++ === ${at}; } } };`;
}

function withMethod(limit: number): string {
  return `const q: number[] = []; export const api = { add() { q.push(1); } }; export function f() { return q.length > ${limit}; }`;
}

function withResult(files: Record<string, string>, result: number): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replace('□', String(result))]));
}

describe('what a module keeps between calls', () => {
  it.each(hidden)('may be in %s', async (_, kept, next) => {
    expect(calls(await compareSources(texts(kept, next, 2), texts(kept, next, -1), 'f', {}))).toEqual([
      'f(); f(); f()',
    ]);
  });

  it.each([
    ['a property of its exports', 'exports.f = function () { return count.n++ === □; };'],
    ['all that it exports', 'module.exports = function f() { return count.n++ === □; };'],
    ['a variable that is exported', 'const f = () => count.n++ === □; exports.f = f;'],
  ])('shows by calls of a function that CommonJS has as %s', async (_, source) => {
    const [base, head] = ['1', '-1'].map((at) => ({ 'a.js': `const count = { n: 0 }; ${source.replace('□', at)}` }));
    expect(calls(await compareSources(base ?? {}, head ?? {}, 'f', { path: 'a.js' }))).toEqual(['f(); f()']);
  });

  it('is stated where it is not known how to call a function after others', async () => {
    const [base, head] = ['0', '1'].map((is) => ({
      'a.js': `let v = 1; Object.defineProperty(exports, 'v', { get() { return v > 3 ? ${is} : v; } }); exports.set = (x) => { v = x; };`,
    }));
    const { remarks } = await compareSources(base ?? {}, head ?? {}, 'get', { path: 'a.js' });
    expect(remarks).toContain('nothing was called before: what earlier calls leave behind was not looked at');
  });

  it.each(changedByOthers)('may be changed %s', async (_, source) => {
    expect(calls(await compareSources(...versionsOf(source, 1, 2), 'f', {}))).toEqual(['f(); set(); f()']);
  });

  it.each([
    [
      'a method',
      { 'a.ts': 'let n = 0; export class Q { next() { return n++; } } export function f() { return n > 2 ? □ : 0; }' },
      'n of a.ts',
    ],
    [
      'a method far inside of an object',
      {
        'a.ts':
          'const q: number[] = []; export const api = { q: { add() { q.push(1); } } }; export function f() { return q.length > 2 ? □ : 0; }',
      },
      'q of a.ts',
    ],
    [
      'another module',
      {
        'a.ts': "import { state } from './state'; export function f() { return state.n > 0 ? □ : 0; }",
        'state.ts': 'export const state = { n: 0 };',
        'other.ts': "import { state as s } from './state'; export function add() { s.n++; }",
      },
      'state of state.ts',
    ],
    [
      'a function that another module has to itself',
      {
        'a.ts': "import * as s from './again'; export function f() { return s.count() > 0 ? □ : 0; }",
        'again.ts': "export * from './state';",
        'state.ts': 'let n = 0; export function count() { return n; } export function add() { n++; }',
      },
      'n of state.ts',
    ],
  ])('is said to be changed by nothing else where it is by %s', async (_, files, what) => {
    const [base, head] = [withResult(files, 1), withResult(files, 2)];
    const { remarks, behaviours } = await compareSources(base, head, 'f', {});
    expect(behaviours).toEqual([]);
    expect(remarks).toEqual([`no other code changes ${what}`]);
  });

  it('is said to be asked for by one call at a time', async () => {
    const source =
      'let isBusy = false; export async function f() { if (isBusy) return □; isBusy = true; await null; isBusy = false; return 0; }';
    const { remarks } = await compareSources(...versionsOf(source, 1, 2), 'f', {});
    expect(remarks).toEqual(['no call begins before the promises of earlier ones have settled']);
  });

  it('is not spoken of where it is read only', async () => {
    const source = "const table = { a: 1, b: 2 }; export function f(k: 'a' | 'b') { return □; }";
    const { remarks } = await compareSources(...versionsOf(source, 'table[k] + 1', '1 + table[k]'), 'f', {});
    expect(remarks).toEqual([]);
  });

  it('is said not to be looked at where nothing is known to call again', async () => {
    const found = await compareSources(asMember(2), asMember(3), 'f', {});
    expect(found.remarks).toContainEqual(expect.stringMatching(/^nothing was called before/));
  });

  it('shows after calls of a method of an object that changes it', async () => {
    const [base, head] = [withMethod(0), withMethod(1)];
    expect(calls(await compareSources(base, head, 'f', {}))).toEqual(['f(); api.add(); f()']);
  });

  it('shows after some calls', async () => {
    expect(calls(await compareSources(counter(1), counter(2), 'f', {}))).toEqual(['f(); f()']);
  });

  it('is not the same where only many calls can tell', async () => {
    const found = await compareSources(counter(6), counter(7), 'f', {});
    expect(isSame(found)).toBe(false);
    expect(found.gaps.map(({ why }) => why)).toContainEqual({
      kind: 'doubt',
      what: 'it may differ after more than 3 calls',
    });
  });

  it('is proved to be kept alike', async () => {
    const found = await compareSources(adder('n += by'), adder('n = n + by'), 'f', {});
    expect(isSame(found)).toBe(true);
  });

  it('is said not to be looked at where a first call differs already', async () => {
    const found = await compareSources(gated(3, 4), gated(4, 5), 'f', {});
    expect(calls(found)).toEqual(['f(4)']);
    expect(found.remarks).toContainEqual(expect.stringMatching(/^nothing was called before/));
    const plain = await compareSources(gated(3, 4).replace('n++;', ''), gated(4, 4).replace('n++;', ''), 'f', {});
    expect(plain.remarks).toEqual([]);
  });

  it('may be changed by another function', async () => {
    const found = await compareSources(limited('>'), limited('>='), 'f', {});
    expect(calls(found)).toEqual(['f(); set(5); f()']);
  });

  it('may lead to code that a first call never reaches', async () => {
    expect(calls(await compareSources(gate(1), gate(2), 'f', {}))).toEqual(['f(); open(); f()']);
  });

  it('may be in a collection', async () => {
    const found = await compareSources(cache('x'), cache('x + 1'), 'f', {});
    expect(found.behaviours.length).toBeGreaterThan(0);
  });

  it('is said to have been tried so often only', async () => {
    const found = await compareSources(list('seen.push(x)'), list('seen[seen.length] = x'), 'f', {});
    expect(found.behaviours).toEqual([]);
    expect(found.remarks).toEqual(['there are at most 3 further calls, one after the other']);
  });
});
