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
      'a variable of the module',
      'let last: Promise<number> | undefined; export function f(a: Promise<number>, b: Promise<number>) { last = $; } export function get() { return last; }',
    ],
  ])('shows in %s', async (_, source) => {
    const compared = await compareSources(source.replace('$', 'a'), source.replace('$', 'b'), 'f');
    expect(knownOf(compared)).toBe('differs');
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
