import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';
import { verdictOf, type Verdict } from './verdict-of';

const two = 'a: Promise<string>, b: Promise<string>';

/** Of `f` with some parameters, what it gave before and gives now. */
const versions: readonly (readonly [what: string, verdict: Verdict, params: string, base: string, head: string])[] = [
  ['one in place of another in an object', 'differs', two, '{ data: a }', '{ data: b }'],
  ['one in place of another in a list', 'differs', two, '[a, b]', '[b, a]'],
  ['one that never settles', 'differs', two, '{ data: a }', '{ data: new Promise<string>(() => {}) }'],
  ['one whose rejection is caught', 'differs', two, '{ data: a }', "{ data: a.catch(() => '') }"],
  ['one that was waited for', 'same', two, '{ data: a }', '{ data: a.then((text) => text) }'],
  ['one by way of another function', 'same', two, '[a, b]', '[a, b].map(async (each) => await each)'],
];

/** Whatever is stated. */
function knownOf(compared: ComparedFunction): Verdict {
  return verdictOf({ ...compared, gaps: compared.gaps.filter(({ kind }) => kind === 'unknown') });
}

describe('a promise that was handed in, inside of what is given', () => {
  it.each(versions)('%s: %s', async (_, verdict, params, base, head) => {
    const compared = await compareSources(
      `export function f(${params}) { return ${base}; }`,
      `export function f(${params}) { return ${head}; }`,
      'f',
    );
    expect(knownOf(compared)).toBe(verdict);
  });

  it.each([
    [
      'an argument',
      'export function f(box: { p: Promise<number> }, a: Promise<number>, b: Promise<number>) { box.p = $; }',
    ],
    [
      'what a callback is given',
      'export function f(a: Promise<number>, b: Promise<number>, out: (p: Promise<number>) => void) { out($); }',
    ],
    [
      'a list that a callback is given',
      'export function f(a: Promise<number>, b: Promise<number>, out: (all: Promise<number>[]) => void) { out([$]); }',
    ],
    [
      'a variable of the module',
      'let last: Promise<number> | undefined; export function f(a: Promise<number>, b: Promise<number>) { last = $; } export function get() { return last; }',
    ],
  ])('shows in %s', async (_, source) => {
    const compared = await compareSources(source.replace('$', 'a'), source.replace('$', 'b'), 'f');
    expect(knownOf(compared)).toBe('differs');
  });
});

it('is the same for a callback when it is waited for first', async () => {
  const source = 'export function f(a: Promise<number>, out: (p: Promise<number>) => void) { out($); }';
  const compared = await compareSources(source.replace('$', 'a'), source.replace('$', 'a.then((n) => n)'), 'f');
  expect(knownOf(compared)).toBe('same');
});

describe('a promise that a callback is given before it has settled', () => {
  const source = `
    async function load(box: { n: number }) { await null; box.n = $; return box; }
    export function f(out: (p: Promise<unknown>) => void) { out(load({ n: 0 })); }
    export function g(out: (all: Promise<unknown>[]) => void) { out([load({ n: 0 }).then(({ n }) => n)]); }
    export function h(out: (p: Promise<unknown>) => void) { out(load({ n: 0 }).then(({ n }) => { if (n === 2) throw n; return 1; })); }
    export function* yielding() { yield load({ n: 0 }); }
    export function same(out: (p: Promise<unknown>) => void) { out(load({ n: 0 }).then(({ n }) => n > 0)); }`;

  it.each(['f', 'g', 'h', 'yielding'])('differs by what becomes of it: %s', async (name) => {
    const { behaviours, unconfirmed, gaps } = await compareSources(
      source.replace('$', '1'),
      source.replace('$', '2'),
      name,
    );
    expect(behaviours.length).toBeGreaterThan(0);
    expect([...unconfirmed, ...gaps.filter(({ kind }) => kind === 'unknown')]).toEqual([]);
  });

  it('is the same where the same becomes of it', async () => {
    expect(knownOf(await compareSources(source.replace('$', '1'), source.replace('$', '2'), 'same'))).toBe('same');
  });
});

describe('a promise that was handed in and is given back', () => {
  const plain = 'export function f(p: Promise<string>): Promise<string> { return p; }';
  const waiting = 'export async function f(p: Promise<string>): Promise<string> { return await p; }';

  it.each([
    [plain, waiting],
    [waiting, plain],
  ])('is the same as one that is waited for first', async (base, head) => {
    expect(knownOf(await compareSources(base, head, 'f'))).toBe('same');
  });

  it('differs from one that is waited for where an error is thrown at once', async () => {
    const { behaviours, unconfirmed, gaps } = await compareSources(
      'export function f(load: () => Promise<string>): Promise<string> { return load(); }',
      'export async function f(load: () => Promise<string>): Promise<string> { return load(); }',
      'f',
    );
    expect(behaviours.map(({ when }) => when.map((all) => all.map(({ text }) => text)))).toEqual([
      [['!load(#0) returns']],
    ]);
    expect([...unconfirmed, ...gaps]).toEqual([]);
  });
});

describe('what a promise is fulfilled with', () => {
  it('is not asked for a method `then`', async () => {
    const { behaviours } = await compareSources(
      'export async function f<T>(p: Promise<T>): Promise<{ value: T }> { return { value: await p }; }',
      'export async function f<T>(p: Promise<T>): Promise<{ value: T | null }> { return { value: (await p) || null }; }',
      'f',
    );
    expect(behaviours.length).toBeGreaterThan(0);
    expect(JSON.stringify(behaviours.map(({ when }) => when.map((all) => all.map(({ text }) => text))))).not.toContain(
      '.then',
    );
  });
});
