import { describe, expect, it } from 'vitest';
import { analyzeChange } from '../../src/pipeline';
import { TemporaryRepository } from '../project/temporary-repository';

/** What is known of `entry`, which calls a changed function, and which the search alone cannot follow to its end. */
async function entryOf(before: string, after: string, call: string): Promise<string> {
  const repository = new TemporaryRepository();
  const caller = `import { part } from './part'; export function entry(n: number) { n.toLocaleString(); return ${call}; }`;
  repository.commit({ 'package.json': '{ "type": "module" }', 'entry.ts': caller, 'part.ts': before });
  repository.write({ 'part.ts': after });
  const { entryPoints } = await analyzeChange({ cwd: repository.root, base: 'HEAD', cache: false, budgetMs: 60_000 });
  const found = entryPoints.find(({ id }) => id === 'entry.ts#entry');
  return found?.verdict.kind ?? 'missing';
}

describe('entry points that run nothing changed but functions which are the same', () => {
  it.each([
    [
      'written differently',
      'export function part(n: number) { return n < 0 ? 0 : n * 2; }',
      'export function part(n: number) { if (n < 0) return 0; return 2 * n; }',
      'part(n) + 1',
    ],
    [
      'with a part taken out of it',
      'export function part(n: number) { return n < 0 ? 0 : n * 2; }',
      'function twice(n: number) { return 2 * n; } export function part(n: number) { return n < 0 ? 0 : twice(n); }',
      '[n].map(part)',
    ],
    [
      'that makes functions',
      'export function part(n: number) { return (m: number) => n + m; }',
      'export function part(n: number) { return (m: number) => m + n; }',
      'part(n)(1)',
    ],
  ])('are the same: %s', async (_, before, after, call) => {
    expect(await entryOf(before, after, call)).toBe('same');
  });

  it.each([
    [
      'the changed function gives another object each time',
      'const zero = { v: 0 }; export function part(_n: number) { return zero; }',
      'export function part(_n: number) { return { v: 0 }; }',
      'part(n) === part(n)',
    ],
    [
      'the changed function takes another number of turns',
      'export async function part(n: number) { return n; }',
      'export async function part(n: number) { return await Promise.resolve(n); }',
      'Promise.race([part(n), Promise.resolve().then(() => 0)])',
    ],
    [
      'the changed function keeps something between calls',
      'let last = 0; export function part(n: number) { const was = last; last = n; return was; }',
      'const kept = { last: 0 }; export function part(n: number) { const was = kept.last; kept.last = n; return was; }',
      'part(n) + part(n)',
    ],
    [
      'a method came that unchanged code calls',
      'class A { m() { return 1; } } class B extends A {} export const part = (n: number): number => (n < 0 ? new A() : new B()).m();',
      'class A { m() { return 1; } } class B extends A { m() { return 2; } } export const part = (n: number): number => (n < 0 ? new A() : new B()).m();',
      'part(n)',
    ],
    [
      'it asks for the number of parameters',
      'export function part(n: number) { return n; }',
      'export function part(n: number, ..._more: number[]) { return n; }',
      'part.length',
    ],
    [
      'another function has changed as well',
      'export function part(n: number) { return n + 1; } part.other = (n: number) => n;',
      'export function part(n: number) { return 1 + n; } part.other = (n: number) => n + 1;',
      'part(n) + part.other(n)',
    ],
  ])('are not taken to be the same where %s', async (_, before, after, call) => {
    expect(await entryOf(before, after, call)).not.toBe('same');
  });
});
