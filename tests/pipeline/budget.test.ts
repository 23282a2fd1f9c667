import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compare } from '../../src/pipeline';

const examples = resolve(import.meta.dirname, '../../examples/orders');

/** Compares two files by a clock on which the budget is spent with one reading, the `last`, if not before. */
async function compareUntil(last: number) {
  let readings = 0;
  const started: string[] = [];
  const begun = performance.now();
  const now = (): number => (++readings > last ? 1_000_000 : performance.now() - begun);
  const result = await compare({
    cwd: examples,
    old: 'before.ts',
    new: 'after.ts',
    cache: false,
    budgetMs: 10_000,
    clock: { begun: 0, now },
    onProgress: (stage, done) => {
      if (readings > last && done > 0 && stage === 'compare behaviour') started.push(`${stage} ${done}`);
    },
  });
  return { result, readings, started };
}

it('nothing is begun once the time is over, whenever that is, and the result is marked', async () => {
  const { readings: all } = await compareUntil(Infinity);
  const moments = [0, 1, 8, 30, 90, 180].map((part) => Math.floor((part / 250) * all));
  for (const last of moments) {
    const { result, started } = await compareUntil(last);
    // What was at work when the time ran out may still be reported, and nothing after it.
    expect({ last, started: started.length <= 1 }).toEqual({ last, started: true });
    expect({ last, complete: result.complete }).toEqual({ last, complete: false });
    expect({ last, cause: result.partial?.cause }).toEqual({ last, cause: 'time' });
    expect(result.partial?.missing).not.toEqual([]);
    for (const { verdict } of result.functions) {
      if (verdict.kind === 'differs') expect(verdict.witness.replayed).toBe(true);
    }
  }
}, 120_000);

it('the time is counted from when the clock has begun', async () => {
  const result = await compare({
    cwd: examples,
    old: 'before.ts',
    new: 'after.ts',
    cache: false,
    budgetMs: 60_000,
    clock: { begun: -60_000, now: () => 0 },
  });
  expect(result.complete).toBe(false);
  expect(result.functions.every(({ verdict }) => verdict.kind === 'unknown')).toBe(true);
});

it('a result that the number of paths has ended is not said to want time', async () => {
  const options = { cwd: examples, old: 'before.ts', new: 'after.ts', cache: false, budgetMs: 60_000 };
  const { complete, functions } = await compare({ ...options, maxPaths: 1 });
  const rest = functions.map(({ verdict }) => (verdict.kind === 'differs' ? verdict.elsewhere : verdict));
  expect(rest).toContainEqual(expect.objectContaining({ reason: 'there were more paths than 1 (--max-paths)' }));
  expect(complete).toBe(true);
});

describe('with time left, nothing is said to want time', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-budget-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [
      'where the other version has too many paths behind one',
      `export function f(${flags(':boolean')}): number { let n = 0; ${flags('', (each) => `if (${each}) n++;`)} return n < 0 ? 1 : 2; }`,
      `export function f(${flags(':boolean')}): number { return 2; }`,
      'there were more paths than 20 (--max-paths)',
    ],
    [
      'where no instance can be made',
      'export class A { #x = 1; constructor() { throw new Error(); } m(v: number) { return v + this.#x; } }',
      'export class A { #x = 1; constructor() { throw new Error(); } m(v: number) { return this.#x + v; } }',
      'no input is known that it can be called with',
    ],
    [
      'where no input is allowed',
      '/** @pre v > 3\n * @pre v < 2 */ export function f(v: number) { return v; }',
      '/** @pre v > 3\n * @pre v < 2 */ export function f(v: number) { return v + 1; }',
      'no input is known that it can be called with',
    ],
  ])('%s', async (_, before, now, reason) => {
    writeFileSync(join(folder, 'before.ts'), before);
    writeFileSync(join(folder, 'after.ts'), now);
    const options = { cwd: folder, old: 'before.ts', new: 'after.ts', cache: false, budgetMs: 60_000, maxPaths: 20 };
    const { complete, partial, functions } = await compare(options);
    expect(functions.map(({ verdict }) => verdict)).toEqual([expect.objectContaining({ kind: 'unknown', reason })]);
    expect({ complete, partial }).toEqual({ complete: true, partial: undefined });
  });
});

/** Seven parameters, each written in some way. */
function flags(type: string, written = (name: string): string => `${name}${type}`): string {
  return Array.from({ length: 7 }, (_, index) => written(`f${index}`)).join(type === '' ? ' ' : ', ');
}
