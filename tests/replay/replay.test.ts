import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openTexts } from '#project/text-snapshot';
import { printObserved } from '#replay/print-observed';
import { Replayer } from '#replay/replay';

const root = fileURLToPath(new URL('../..', import.meta.url));
const replayer = new Replayer({ timeoutMs: 20_000, memoryMb: 64 });
afterAll(() => replayer.dispose());

/** Two versions of a file that is not on disk. */
const version = (factor: number) =>
  openTexts(root, {
    'src/absent/scale.ts': `
const cache = new Map<number, number>();
let used = 0;
const limit = 10;
export const scale = (n: number) => { used++; cache.set(n, n * ${factor}); return cache.get(n); };
export const same = (a: object, b: object) => a === b;`,
  });

test('sources come from the snapshot, one process serves several', async () => {
  const input = {
    setup: ['const n = 2;', 'function twice(x) { return x * 2; }'],
    receiver: null,
    args: ['twice(n) + limit'],
  };
  const run = (factor: number) =>
    replayer.run({ files: version(factor), path: 'src/absent/scale.ts', functionName: 'scale' }, [input]);
  const [before] = await run(2);
  const [after] = await run(3);
  expect(before?.completion).toEqual({ kind: 'returns', value: { kind: 'primitive', value: 28 } });
  expect(after?.completion).toEqual({ kind: 'returns', value: { kind: 'primitive', value: 42 } });
  expect(after?.moduleState.map(([name, value]) => `${name} = ${printObserved(value)}`)).toEqual([
    'cache = new Map([[14, 42]])',
    'used = 1',
  ]);
});

test('a process that is started ahead serves the first run, and is replaced when it ended before', async () => {
  const ahead = new Replayer({ timeoutMs: 20_000, memoryMb: 64 });
  try {
    const target = { files: version(3), path: 'src/absent/scale.ts', functionName: 'scale' };
    const run = async () => (await ahead.run(target, [{ setup: [], receiver: null, args: ['2'] }]))[0]?.completion;
    const started = ahead.start(root);
    expect(started).toBeGreaterThan(0);
    expect(await run()).toEqual({ kind: 'returns', value: { kind: 'primitive', value: 6 } });
    expect(ahead.start(root)).toBe(started);
    process.kill(started ?? 0, 'SIGKILL');
    await expect.poll(() => isAlive(started ?? 0), { timeout: 10_000 }).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await run()).toEqual({ kind: 'returns', value: { kind: 'primitive', value: 6 } });
    expect(ahead.start(root)).not.toBe(started);
  } finally {
    await ahead.dispose();
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('only the state that was asked for is looked at', async () => {
  const target = {
    files: version(1),
    path: 'src/absent/scale.ts',
    functionName: 'scale',
    state: ['used', 'limit', 'absent'],
  };
  const [outcome] = await replayer.run(target, [{ setup: [], receiver: null, args: ['1'] }]);
  expect(outcome?.moduleState.map(([name]) => name)).toEqual(['used', 'limit']);
});

test('an object of the set-up can be given twice', async () => {
  const target = { files: version(1), path: 'src/absent/scale.ts', functionName: 'same' };
  const outcomes = await replayer.run(target, [
    { setup: ['const o = { self: null };', 'o.self = o;'], receiver: null, args: ['o', 'o'] },
    { setup: [], receiver: null, args: ['{}', '{} // not the same'] },
  ]);
  expect(outcomes.map(({ completion }) => completion)).toEqual([
    { kind: 'returns', value: { kind: 'primitive', value: true } },
    { kind: 'returns', value: { kind: 'primitive', value: false } },
  ]);
});

test('what does not exist is not callable', async () => {
  const input = { setup: [], receiver: null, args: [] };
  const [outcome] = await replayer.run({ files: version(1), path: 'src/absent/scale.ts', functionName: 'f' }, [input]);
  const [other] = await replayer.run({ files: version(1), path: 'src/absent/none.ts', functionName: 'f' }, [input]);
  expect(outcome?.completion).toEqual({ kind: 'not-callable', reason: 'src/absent/scale.ts has no function f' });
  expect(other?.completion).toEqual({ kind: 'not-callable', reason: 'src/absent/none.ts cannot be read as source' });
});

test('a replayer that was disposed of does nothing more', async () => {
  const short = new Replayer({ timeoutMs: 20_000, memoryMb: 64 });
  await short.dispose();
  const target = { files: version(1), path: 'src/absent/scale.ts', functionName: 'scale' };
  await expect(short.run(target, [{ setup: [], receiver: null, args: ['1'] }])).rejects.toThrow('disposed');
});
