import { afterAll, describe, expect, it } from 'vitest';
import { verdictOf, type Verdict } from './verdict-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());
const budgetMs = 20_000;

async function verdict(base: string, head: string): Promise<Verdict> {
  return verdictOf(await comparer.open(base, head).everyPath(budgetMs));
}

/** With one text for another. */
async function changed(text: string, part: string, other: string): Promise<Verdict> {
  expect(text).toContain(part);
  return verdict(text, text.replace(part, other));
}

const data = 'interface Data { p: number; q?: string; i: { p: number } }\n';

describe('versions that were once taken for the same', () => {
  it('differ in what an object held when it was handed to a function', async () => {
    const text = `${data}export function f(o: Data, g: (o: Data) => void) { try { o.p = 1; g(o); } finally { o.p = 2; } }`;
    expect(await changed(text, 'o.p = 1', 'o.p = 3')).toBe('differs');
  });

  it('differ in what part of an object held then, which one of them looks at later', async () => {
    expect(
      await verdict(
        `${data}export function f(o: Data, g: (o: Data) => void) { try { o.i.p = 2; g(o); } catch {} }`,
        `${data}export function f(o: Data, g: (o: Data) => void) { try { g(o); } catch {} o.i.p = 2; }`,
      ),
    ).toBe('differs');
  });

  it('differ in the array of a rest parameter that is returned', async () => {
    const text = 'export function f(...r: [number?]) { r.push(1); return r; }';
    expect(await changed(text, 'push(1)', 'push(2)')).toBe('differs');
  });

  it('differ where a function that is handed in gives something else the second time', async () => {
    expect(
      await verdict(
        'export function f(g: (n: number) => number) { g(1); return g(1); }',
        'export function f(g: (n: number) => number) { const r = g(1); g(1); return r; }',
      ),
    ).toBe('differs');
  });

  it('differ in what is in a collection of the module', async () => {
    const text = `const s = new Map([['x', { c: 0 }]]); export function f(n: number) { s.get('x')!.c = n; }`;
    expect(await changed(text, 'c = n', 'c = n + 1')).toBe('differs');
  });

  it('differ in what an arrow function takes for this', async () => {
    const text =
      'class B { constructor(public v: number) {} get() { return () => this.v; } } export function f(n: number) { return new B(n + 1).get(); }';
    expect(await changed(text, 'n + 1', 'n + 3')).toBe('differs');
  });
});

describe('versions of which it is not known whether a later call shows a difference', () => {
  it.each([
    [
      'a variable around a function',
      'const next = (() => { let n = 0; return () => { n += 1; return 0; }; })(); export function f() { next(); }',
      'n += 1',
    ],
    [
      'a private field',
      'class B { #v = 0; set(v: number) { this.#v = v + 1; } } const b = new B(); export function f(n: number) { b.set(n); }',
      'v + 1',
    ],
    ['the global object', 'export function f(n: number) { (globalThis as any).zz = n + 1; }', 'n + 1'],
    ['a prototype of the language', 'export function f(n: number) { (Array.prototype as any).zz = n + 1; }', 'n + 1'],
    [
      'a property under a symbol',
      'const k = Symbol(); export function f(n: number) { return { [k]: n + 1 }; }',
      'n + 1',
    ],
    [
      'a hidden property',
      "export function f(n: number) { return Object.defineProperty({}, 'x', { value: n + 1 }); }",
      'n + 1',
    ],
  ])('are not called the same: %s', async (_, text, part) => {
    expect(await changed(text, part, `${part} + 2`)).toBe('unknown');
  });

  it('are not called the same where one freezes what it was given', async () => {
    const text = `${data}export function f(o: Data) { Object.freeze(o); }`;
    expect(await changed(text, 'Object.freeze(o);', '')).toBe('unknown');
  });
});

/** Both ways of searching find that the versions differ. */
async function differs(base: string, head: string): Promise<void> {
  const compared = comparer.open(base, head);
  expect(verdictOf(await compared.everyPath(budgetMs))).toBe('differs');
  expect(verdictOf(await compared.directed(budgetMs))).toBe('differs');
}

describe('versions that differ where the search is directed by the change', () => {
  it('in code that moved behind a call that may throw', async () => {
    await differs(
      'const k = { s: 0 }; export function f(h: () => void) { for (const j of [1, 2]) { k.s += j; } h(); return 1; }',
      'const k = { s: 0 }; export function f(h: () => void) { h(); for (const j of [1, 2]) { k.s += j; } return 1; }',
    );
  });

  it.each([
    ['the global object', '(globalThis as any).cfg = 1; export function f() { return (globalThis as any).cfg; }'],
    ['a prototype', 'function B() {} B.prototype.size = 1; export function f() { return new (B as any)().size; }'],
    [
      'a private field',
      'class B { #v = 1; get() { return this.#v; } } const b = new B(); export function f() { return b.get(); }',
    ],
    ['a symbol', 'const k = Symbol(); const o: any = { [k]: 1 }; export function f() { return o[k]; }'],
    ['a variable around a function', 'const get = ((n) => () => n)(1); export function f() { return get(); }'],
    [
      'a property that is hidden',
      "const o = Object.defineProperty({}, 'x', { value: 1 }) as any; export function f() { return o.x; }",
    ],
    ['an entry of a map', "const m = new Map([['x', { c: 1 }]]); export function f() { return m.get('x')?.c; }"],
    ['a static field', 'class B { static v = 1; } export function f() { return B.v; }'],
    [
      'this of an arrow function',
      'const get = new (class { v = 1; get = () => this.v; })().get; export function f() { return get(); }',
    ],
  ])('in what loading leaves in %s', async (_, text) => {
    await differs(text, text.replace('1', '2'));
  });
});

describe('versions that behave alike', () => {
  it.each([
    [
      'a counter around a function',
      'const next = (() => { let n = 0; return () => { n += 1; return n; }; })(); export function f() { return next(); }',
      'n += 1',
      'n = 1 + n',
    ],
    [
      'a private field',
      'class B { #v = 0; set(v: number) { this.#v = v * 2; } } const b = new B(); export function f(n: number) { b.set(n); }',
      'v * 2',
      'v + v',
    ],
    [
      'a private field of a class that is numbered differently',
      'class B { #v = 0; set(v: number) { this.#v = v; } } const b = new B(); export function f(n: number) { b.set(n); }',
      'class B',
      'class A { #w = 1; get() { return this.#w; } } class B',
    ],
    [
      'an object as it was handed on',
      `${data}export function f(o: Data, g: (o: Data) => void) { o.i.p = 1; g(o); }`,
      'o.i.p = 1',
      'const { i } = o; i.p = 1',
    ],
    [
      'a static counter',
      'class B { static v = 0; } export function f(n: number) { B.v = n; }',
      'B.v = n',
      'B.v = 1 * n',
    ],
  ])('are the same: %s', async (_, text, part, other) => {
    expect(await changed(text, part, other)).toBe('same');
  });
});

describe('kinds of differences that read the same', () => {
  it('are told apart by what they are differences of', async () => {
    // The variable around `next` differs for all inputs, and shows in none; what is left of `o` shows.
    const text = `${data}const next = (() => { let last = 0; return (v: number) => { last = v; }; })();
      export function f(b: boolean, n: number, o: Data) { if (b) delete o.q; next(n); }`;
    const head = text.replace('if (b)', 'if (!b)').replace('last = v', 'last = v + v');
    const found = await comparer.open(text, head).everyPath(budgetMs);
    const cases = found.behaviours.flatMap(({ when }) =>
      when.map((list) => list.map((each) => each.text).join(' && ')),
    );
    expect(cases.every((each) => each.includes('"q" in o'))).toBe(true);
    expect(found.gaps.length).toBeGreaterThan(0);
  });
});
