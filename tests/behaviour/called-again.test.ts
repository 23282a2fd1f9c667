import { describe, expect, it } from 'vitest';
import type { ComparedFunction } from '#behaviour/compare-function';
import { compareSources } from './compare-sources';

function calls({ behaviours }: ComparedFunction): string[] {
  return behaviours.map(({ witness }) => witness.call);
}

function isSame({ behaviours, gaps, unconfirmed, problem, complete }: ComparedFunction): boolean {
  return behaviours.length === 0 && gaps.length === 0 && unconfirmed.length === 0 && problem === null && complete;
}

describe('what a module keeps between calls', () => {
  it('shows after some calls', async () => {
    const text = (most: number): string => `let n = 0; export function f() { n++; return n > ${most}; }`;
    expect(calls(await compareSources(text(1), text(2), 'f', {}))).toEqual(['f(); f()']);
  });

  it('is not the same where only many calls can tell', async () => {
    const text = (most: number): string => `let n = 0; export function f() { n++; return n > ${most}; }`;
    const found = await compareSources(text(6), text(7), 'f', {});
    expect(isSame(found)).toBe(false);
    expect(found.gaps.map(({ why }) => why)).toContainEqual({
      kind: 'doubt',
      what: 'it may differ after more than 3 calls',
    });
  });

  it('is proved to be kept alike', async () => {
    const text = (next: string): string => `let n = 0; export function f(by: number) { ${next}; return n; }`;
    const found = await compareSources(text('n += by'), text('n = n + by'), 'f', {});
    expect(isSame(found)).toBe(true);
  });

  it('may be changed by another function', async () => {
    const text = (op: string): string =>
      `let limit = 0; export function set(to: number) { limit = to; } export function f() { return limit ${op} 5; }`;
    const found = await compareSources(text('>'), text('>='), 'f', {});
    expect(calls(found)).toEqual(['f(); set(5); f()']);
  });

  it('may lead to code that a first call never reaches', async () => {
    const text = (result: number): string =>
      `let isOpen = false; export function open() { isOpen = true; } export function f() { if (isOpen) return ${result}; return 0; }`;
    expect(calls(await compareSources(text(1), text(2), 'f', {}))).toEqual(['f(); open(); f()']);
  });

  it('may be in a collection', async () => {
    const text = (key: string): string =>
      `const seen = new Map<number, number>(); export function f(x: number) { if (seen.has(x)) return -1; seen.set(${key}, 1); return x; }`;
    const found = await compareSources(text('x'), text('x + 1'), 'f', {});
    expect(found.behaviours.length).toBeGreaterThan(0);
  });

  it('is said to have been tried so often only', async () => {
    const text = (method: string): string =>
      `const seen: string[] = []; export function f(x: string) { ${method}; return seen.length > 9; }`;
    const found = await compareSources(text('seen.push(x)'), text('seen[seen.length] = x'), 'f', {});
    expect(found.behaviours).toEqual([]);
    expect(found.remarks).toEqual(['there are at most 3 further calls, one after the other']);
  });
});
