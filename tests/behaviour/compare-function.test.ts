import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { unsolved } from '#behaviour/grouped-differences';
import { compareSources, type CompareSourcesOptions } from './compare-sources';
import { versionsOf } from './versions-of';

/** One line for each behaviour: when, before, now, and the call that shows it. */
function told({ behaviours }: ComparedFunction): string[] {
  return behaviours.map(({ when, before, now, witness }) => {
    const cases = when.map((conditions) => conditions.map(({ text }) => text).join(' && '));
    return `${cases.join(' | ')}: ${before} → ${now}, ${witness.call}`;
  });
}

async function compare(base: string, head: string, options: CompareSourcesOptions = {}): Promise<ComparedFunction> {
  return compareSources(base, head, 'f', options);
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}

function withClass(by: number): string {
  return `export class P { x = 0; next(): number { return this.x + ${by}; } } export function f(p: P) { return p.next(); }`;
}

describe('compareFunction', () => {
  it('finds the one number for which a comparison changed', async () => {
    const found = await compare(
      'export function f(x: number) { return x > 3 ? 1 : 2; }',
      'export function f(x: number) { return x >= 3 ? 1 : 2; }',
    );
    expect(told(found)).toEqual(['x >= 3 && !(x > 3): returns 2 → returns 1, f(3)']);
    expect(found.gaps).toEqual([]);
  });

  it('says same where code is only written differently', async () => {
    const found = await compare(
      'export function f(x: number, y: number) { if (x > y) return x; return y + 1; }',
      'export function f(a: number, b: number) { const least = b + 1; return !(a > b) ? least : a; }',
    );
    expect(isSame(found)).toBe(true);
  });

  it('says which inputs of the declared types it did not try', async () => {
    const found = await compare(
      'export function f(it: Iterable<number>) { for (const x of it) return x; return 0; }',
      'export function f(it: Iterable<number>) { const r = it[Symbol.iterator]().next(); return r.done ? 0 : r.value; }',
    );
    expect(isSame(found)).toBe(true);
    expect(found.remarks).toEqual(['Iterable<number>: taken for an array']);
  });

  it('says that a parameter is given which can be left out since', async () => {
    const found = await compare(
      'export function f(a: number, b: number) { return a + b; }',
      'export function f(a: number, b = 0) { return a + b; }',
    );
    expect(isSame(found)).toBe(true);
    expect(found.remarks).toEqual(['b is given, as it had to be before']);
  });

  it('tells −0 from 0, and NaN not from NaN', async () => {
    const zero = await compare(
      'export function f(x: number) { return x * 0; }',
      'export function f(x: number) { return 0; }',
    );
    expect(zero.behaviours.length).toBeGreaterThan(0);
    const nan = await compare(
      'export function f(x: number) { return x !== x ? x : 0; }',
      'export function f(x: number) { return x !== x ? NaN : 0; }',
    );
    expect(isSame(nan)).toBe(true);
  });

  it('tells a property that is missing from one that is undefined', async () => {
    const found = await compare(
      "export function f(o: { x?: number }) { return 'x' in o; }",
      'export function f(o: { x?: number }) { return o.x !== undefined; }',
    );
    expect(told(found)).toEqual(['"x" in o && o.x === undefined: returns true → returns false, f({ x: undefined })']);
    const missing = await compare(
      'export function f(o: { x?: number }) { return { x: 1, ...o }; }',
      'export function f(o: { x?: number }) { return { ...o }; }',
    );
    expect(told(missing)).toEqual(['!("x" in o): returns { x: 1 } → returns {}, f({})']);
  });

  it('takes errors to have any name', async () => {
    const named = await compare(
      'export function f(e: Error) { return e.name; }',
      "export function f(e: Error) { return 'Error'; }",
    );
    expect(told(named)).toEqual([
      `e.name !== 'Error': returns e.name → returns 'Error', f(Object.assign(new Error(), { name: "" }))`,
    ]);
  });

  it('sees what is done to arguments', async () => {
    const found = await compare(
      'export function f(a: { x: number }) { a.x = 1; }',
      'export function f(a: { x: number }) { a.x = 2; }',
    );
    expect(told(found)).toEqual([': a.x = 1 → a.x = 2, f({ x: 0 })']);
    const kept = await compare(
      'export function f(a: { x: number }) { return a.x; }',
      'export function f(a: { x: number }) { const x = a.x; a.x = x; return x; }',
    );
    expect(isSame(kept)).toBe(true);
  });

  it('sees calls to the outside, with what they were given then', async () => {
    const found = await compare(
      'export function f(x: number) { const o = { x }; console.log(o); o.x = 0; }',
      'export function f(x: number) { const o = { x }; o.x = 0; console.log(o); }',
    );
    expect(found.behaviours).toHaveLength(1);
    const order = await compare(
      'export function f(g: (n: number) => void) { g(1); g(2); }',
      'export function f(g: (n: number) => void) { g(2); g(1); }',
    );
    expect(order.behaviours.length).toBeGreaterThan(0);
    const alike = await compare(
      'export function f(g: (n: number) => number, x: number) { return g(x) + 1; }',
      'export function f(h: (n: number) => number, x: number) { const y = h(x); return 1 + y; }',
    );
    expect(isSame(alike)).toBe(true);
  });

  it('sees variables of the module', async () => {
    const found = await compare(
      'let count = 0; export function f() { count += 1; }',
      'let count = 0; export function f() { count += 2; }',
    );
    expect(told(found)).toEqual([': count = 1 → count = 2, f()']);
  });

  it('compares errors by type and message', async () => {
    const found = await compare(
      "export function f(s: string) { if (s === '') throw new Error('empty'); return s.length; }",
      "export function f(s: string) { if (s === '') throw new TypeError('empty'); return s.length; }",
    );
    expect(found.behaviours).toHaveLength(1);
    const renamed = await compare(
      "export function f(s: string) { if (s === '') throw new Error('empty'); return s.length; }",
      "export function f(s: string) { if (s.length === 0) { const e = new Error('empty'); throw e; } return s.length; }",
    );
    expect(isSame(renamed)).toBe(true);
  });

  it('tells a promise from a value', async () => {
    const found = await compare(
      'export function f(x: number) { return x; }',
      'export async function f(x: number) { return x; }',
    );
    expect(found.behaviours).toHaveLength(1);
  });

  it('says of what no solver has decided that it is not known whether it differs', async () => {
    const found = await compare(
      "export function f(s: string, e: string) { return e !== '' && s.slice(-e.length) === e; }",
      "export function f(s: string, e: string) { return e !== '' && s.endsWith(e); }",
      { solver: 'none' },
    );
    expect([...found.behaviours, ...found.gaps]).toEqual([]);
    expect(new Set(found.unconfirmed)).toEqual(new Set([unsolved]));
  });

  it('says how far it looked where a loop has no end in sight', async () => {
    const found = await compare(
      'export function f(n: number) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }',
      'export function f(n: number) { let s = 0; for (let i = 0; i < n; i++) s = i + s; return s; }',
    );
    expect(found.behaviours).toEqual([]);
    expect(new Set(found.gaps.map(({ kind }) => kind))).toEqual(new Set(['bound']));
  });

  it('does not call same what keeps something for later calls', async () => {
    const found = await compare(
      'export function f(x: number) { return x + 1; }',
      'let last: number | null = null; export function f(x: number) { return last ??= x + 1; }',
    );
    expect(isSame(found)).toBe(false);
  });

  it('compares the classes of instances that are handed in', async () => {
    const found = await compare(withClass(1), withClass(2));
    expect(told(found)).toHaveLength(1);
  });
});

describe('inputs of several types', () => {
  it.each([
    [
      'objects told apart by a property',
      "export function f(a: { type: 'inc' } | { type: 'add'; by: number }) { return a.type === 'add' ? □ : 0; }",
      "a.type === 'add'",
      'f({ type: "add", by: 0 })',
    ],
    [
      'objects told apart by what they have',
      "export function f(a: { x: number } | { y: string }) { return 'y' in a ? □ : 0; }",
      '"y" in a',
      'f({ y: "" })',
    ],
    [
      'a property that may be missing in one of them',
      "export function f(o: { k: 'a'; v: number } | { k: 'b'; v?: number }) { return o.v === undefined ? □ : 0; }",
      "o.k === 'b' && o.v === undefined",
      'f({ k: "b" })',
    ],
    [
      'arrays',
      "export function f(xs: number[] | string[]) { return typeof xs[0] === 'string' ? □ : 0; }",
      'Array.isArray(xs) && xs.length > 0',
      'f([""])',
    ],
    [
      'tuples and arrays',
      'export function f(t: [number, number?] | number[]) { return t.length === 3 ? □ : 0; }',
      'Array.isArray(t) && t.length === 3',
      'f([0, 0, 0])',
    ],
    [
      'functions',
      "export function f(g: (() => number) | (() => string)) { return typeof g() === 'string' ? □ : 0; }",
      "typeof g === 'function' && g(#0) returns",
      'f(() => (""))',
    ],
  ])('are each tried: %s', async (_, text, when, call) => {
    const { behaviours } = await compareSources(...versionsOf(text, 1, 2), 'f');
    const said = behaviours.map((each) => each.when.map((all) => all.map((one) => one.text).join(' && ')).join(' | '));
    expect([said, behaviours.map(({ witness }) => witness.call)]).toEqual([[when], [call]]);
  });
});

describe('a static method', () => {
  it.each([
    ['A.make', 'export class A { v = 1; static make() { return new □().v; } }', 'this', 'A'],
    ['A.next', 'export class A { static n = 0; static next() { return □.n + 1; } }', 'this', 'A'],
    [
      'A.#up',
      'export class A { static #n = 1; static #up(by: number) { return □.#n + by; } static f() { return this.#up(1); } }',
      'this',
      'A',
    ],
  ])('is called on its class: %s', async (name, source, before, now) => {
    const { behaviours, gaps, unconfirmed } = await compareSources(...versionsOf(source, before, now), name);
    expect([behaviours, gaps, unconfirmed]).toEqual([[], [], []]);
  });

  it('is run on its class', async () => {
    const source = 'export class A { static n = 1; static next() { return this.n + □; } }';
    const { behaviours } = await compareSources(...versionsOf(source, 1, 2), 'A.next');
    expect(behaviours.map(({ before, now, witness }) => [before, now, witness.call])).toEqual([
      ['returns 2', 'returns 3', 'A.next()'],
    ]);
  });
});
