import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compare-function';
import { compareSources } from './compare-sources';

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

describe('what a module keeps between calls', () => {
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
