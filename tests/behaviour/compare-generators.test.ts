import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compared-function';
import { compareSources } from './compare-sources';

async function compare(base: string, head: string): Promise<ComparedFunction> {
  return compareSources(base, head, 'f', {});
}

function told({ behaviours }: ComparedFunction): string[] {
  return behaviours.map(({ before, now, witness }) => `${before} → ${now}, ${witness.call}`);
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}

describe('generators', () => {
  it.each(['', 'async '])('are the same when they give the same values: %s', async (async) => {
    const base = `export ${async}function* f(n: number) { yield n; if (n > 3) yield { n }; return 1; }`;
    const head = `export ${async}function* f(n: number) { yield n; if (!(n > 3)) return 1; const o = { n }; yield o; return 1; }`;
    expect(isSame(await compare(base, head))).toBe(true);
  });

  it.each(['', 'async '])('differ in a value, in how many there are, and in how they end: %s', async (async) => {
    const base = `export ${async}function* f(n: number) { yield 1; yield 2; }`;
    const heads = [
      `export ${async}function* f(n: number) { yield 1; yield n === 4 ? 3 : 2; }`,
      `export ${async}function* f(n: number) { yield 1; yield 2; if (n === 4) yield 3; }`,
      `export ${async}function* f(n: number) { yield 1; yield 2; if (n === 4) throw new Error('no'); }`,
      `export ${async}function* f(n: number) { yield 1; yield 2; if (n === 4) return 5; }`,
    ];
    for (const head of heads) expect(told(await compare(base, head))).toEqual([expect.stringMatching(/, f\(4\)$/)]);
  });

  it('differ in what a value was when it was given, though it ends alike', async () => {
    const base = 'export function* f() { const o = { n: 1 }; yield o; o.n = 2; }';
    const head = 'export function* f() { const o = { n: 2 }; yield o; o.n = 2; }';
    expect(told(await compare(base, head))).toHaveLength(1);
  });

  it('are not called the same when calls are made earlier or later', async () => {
    const base = 'export function* f() { console.log(1); yield 1; }';
    const head = 'export function* f() { yield 1; console.log(1); }';
    const found = await compare(base, head);
    expect(found.behaviours).toEqual([]);
    expect(isSame(found)).toBe(false);
  });

  it('are told from async ones', async () => {
    const base = 'export function* f() { yield 1; }';
    const head = 'export async function* f() { yield 1; }';
    expect(isSame(await compare(base, head))).toBe(false);
  });
});
