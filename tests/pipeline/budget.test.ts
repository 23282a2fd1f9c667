import { resolve } from 'node:path';
import { expect, it } from 'vitest';
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
