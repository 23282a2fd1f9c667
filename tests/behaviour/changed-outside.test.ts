import { afterAll, describe, expect, it } from 'vitest';
import { nothingCalled, nothingChanges } from '#behaviour/changes-by-outside';
import { comparedBy, toldBy } from './told-of';
import { VersionComparer } from './version-comparer';

const comparer = new VersionComparer();
afterAll(() => comparer.dispose());

const compared = comparedBy.bind(null, comparer);
const told = toldBy.bind(null, comparer);

const context =
  'interface C { user: string | null; tags: string[]; seen: Map<string, number>; at: Date; in: { v: number } }';
const next = 'c: C, next: (c: C) => void';

describe('what a function handed in changes of what it is given', () => {
  it.each([
    [
      'a property',
      'export function f(o: { a: number }, cb: (o: { a: number }) => void) { const a = o.a; cb(o); return □; }',
      ['a', 'o.a'],
      'f({ a: 0 }, (...args) => { args[0].a = 1; }): returns o.a → returns (o after cb(#0)).a',
    ],
    [
      'a property of an object that the program has made',
      'export function f(cb: (e: { stop: boolean }) => void) { const e = { stop: false }; cb(e); return □; }',
      ['false', 'e.stop'],
      'f((...args) => { args[0].stop = true; }): returns false → returns (argument 1 after cb(#0)).stop',
    ],
    [
      'a property that it adds',
      'export function f(cb: (e: { n?: number }) => void) { const e: { n?: number } = {}; cb(e); return □; }',
      ['undefined', 'e.n'],
      'f((...args) => { args[0].n = null; }): returns undefined → returns (argument 1 after cb(#0)).n',
    ],
    [
      'a list',
      `${context} export function f(${next}) { const n = c.tags.length; next(c); return □; }`,
      ['n', 'c.tags.length'],
      'f({ user: "", tags: [""], seen: new Map([]), at: new Date(0), in: { v: 0 } }, (...args) => { args[0].tags = []; }): returns c.tags.length → returns (c after next(#0)).tags.length',
    ],
    [
      'elements of the list that it is given',
      'export function f(xs: number[], cb: (xs: number[]) => void) { const n = xs.length; cb(xs); return □; }',
      ['n', 'xs.length'],
      'f([0], (...args) => { args[0].splice(0, args[0].length); }): returns xs.length → returns (xs after cb(#0)).length',
    ],
    [
      'a map',
      'export function f(m: Map<string, number>, cb: (m: Map<string, number>) => void) { const n = m.size; cb(m); return □; }',
      ['n', 'm.size'],
      'f(new Map([["", 0]]), (...args) => { args[0].clear(); }): returns m.size → returns (m after cb(#0)).size',
    ],
    [
      'a date',
      'export function f(d: Date, cb: (d: Date) => void) { const n = d.getTime() > 5; cb(d); return □; }',
      ['n', 'd.getTime() > 5'],
      'f(new Date(NaN), (...args) => { args[0].setTime(6); }): returns false → returns true',
    ],
    [
      'its this',
      'export function f(it: { n: number; next(): void }) { const n = it.n; it.next(); return □; }',
      ['n', 'it.n'],
      'f({ n: 0, next: function (...args) { this.n = 1; } }): returns it.n → returns (it after it.next(#0)).n',
    ],
    [
      'what the program writes before',
      'export function f(o: { a: number }, cb: (o: { a: number }) => void) { o.a = 1; cb(o); □ }',
      ['', 'o.a = 1;'],
      'f({ a: 0 }, (...args) => { args[0].a = 0; }): leaves o.a as it is → o.a = 1',
    ],
  ] as const)('%s', async (_, text, [before, now], expected) => {
    expect(await told(text, before, now)).toBe(expected);
  });
});

describe('what functions of the outside may change besides', () => {
  it.each([
    [
      'an object that they are not given',
      'export function f(o: { a: number }, cb: () => void) { const a = o.a; cb(); return □; }',
      ['a', 'o.a'],
    ],
    [
      'a list that is gone through',
      'export function f(ls: (() => void)[]) { for (const l of □) l(); }',
      ['ls', '[...ls]'],
    ],
    [
      'a list that is given to be read only',
      'export function f(xs: readonly number[], cb: (xs: readonly number[]) => void) { const n = xs.length; cb(xs); return □; }',
      ['n', 'xs.length'],
    ],
    [
      'what they see of an object that they are not given',
      'export function f(o: { a: number }, cb: () => void) { o.a = □; try { cb(); } finally { o.a = 2; } }',
      ['1', '3'],
    ],
    [
      'what a package is given',
      "import { set } from 'some-package'; export function f(o: { a: number }) { const a = o.a; set(o); return □; }",
      ['a', 'o.a'],
    ],
  ] as const)('is stated where it makes a difference: %s', async (_, text, [before, now]) => {
    const { behaviours, gaps, unconfirmed, remarks } = await compared(text, before, now);
    expect([behaviours, gaps.filter(({ kind }) => kind === 'unknown'), unconfirmed]).toEqual([[], [], []]);
    expect(remarks).toContain(nothingChanges);
  });

  it.each([
    [
      'at the same place',
      'export function f(o: { a: number }, cb: () => void) { cb(); return □; }',
      ['o.a + 1', '1 + o.a'],
    ],
    [
      'before the call',
      'export function f(o: { a: number; b: number }, cb: () => void) { const s = □; cb(); return s; }',
      ['o.a + o.b', 'o.b + o.a'],
    ],
    [
      'of an object that nobody else has',
      'export function f(o: { a: number }, cb: () => void) { const e = { a: o.a }; cb(); return □; }',
      ['e.a + 1', '1 + e.a'],
    ],
    [
      'in a loop',
      'export function f(xs: number[], cb: (x: number) => void) { let n = 0; for (const x of xs) { n = □; cb(x); } return n; }',
      ['n + x', 'x + n'],
    ],
  ] as const)('is not stated where it makes none: what is read %s', async (_, text, [before, now]) => {
    const { behaviours, gaps, remarks } = await compared(text, before, now);
    expect([behaviours, gaps.filter(({ kind }) => kind === 'unknown')]).toEqual([[], []]);
    expect(remarks).not.toContain(nothingChanges);
  });

  it.each([
    [
      'bytes of the program',
      'export function f(fill: (b: Uint8Array) => void) { const b = new Uint8Array(2); fill(b); return □; }',
      ['0', 'b[0]'],
      'functions of the outside change no bytes',
    ],
    [
      'where a regular expression goes on',
      'export function f(use: (r: RegExp) => void) { const r = /a/g; use(r); return □; }',
      ['0', 'r.lastIndex'],
      'functions of the outside change no regular expression objects',
    ],
  ] as const)(
    'is stated of what is not known to be changed by others: %s',
    async (_, text, [before, now], assumption) => {
      const { behaviours, gaps } = await compared(text, before, now);
      expect(behaviours).toEqual([]);
      expect(new Set(gaps.map(({ why }) => (why.kind === 'note' ? why.note.what : why.kind)))).toEqual(
        new Set([assumption]),
      );
      expect(gaps.every(({ kind }) => kind === 'assumed')).toBe(true);
    },
  );

  it('is stated where they may call code that changes what the program keeps', async () => {
    const text =
      'let n = 0; export function inc() { n++; } export function f(cb: () => void) { const was = n; cb(); return □; }';
    const { behaviours, remarks } = await compared(text, 'was', 'n');
    expect(behaviours).toEqual([]);
    expect(remarks).toContain(nothingCalled);
  });

  it('is stated beside differences of other inputs', async () => {
    const text =
      'export function f(o: { a: number }, cb: (o: { a: number }) => void) { const a = o.a; cb(o); return a □ 1; }';
    const { behaviours, remarks } = await compared(text, '+', '-');
    expect(behaviours.length).toBeGreaterThan(0);
    expect(remarks).toContain(nothingChanges);
  });
});
