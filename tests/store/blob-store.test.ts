import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobStore, type BlobStore } from '#store/blob-store';
import type { StoreLimits } from '#store/blob-uses';

const root = mkdtempSync(join(tmpdir(), 'wingbeat-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'store-'));
});

describe('a blob store', () => {
  test('gives back what was put, also after it was closed', async () => {
    const blob = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
    await withStore((store) => {
      store.put([
        ['a', blob],
        ['b', new Uint8Array([1, 2, 3])],
      ]);
      expect(bytes(store, 'a')).toEqual([...blob]);
    });
    await withStore((store) => {
      expect(bytes(store, 'a')).toEqual([...blob]);
      expect(bytes(store, 'b')).toEqual([1, 2, 3]);
      expect(store.get('c')).toBeUndefined();
    });
  });

  test('keeps entries under keys of any length and any text', async () => {
    const named = [
      ' ',
      'ä\n\0',
      ...[399, 401, 5000].map((n) => 'x'.repeat(n)),
      `${'x'.repeat(5000)}y`,
      '漢'.repeat(400),
    ];
    await withStore((store) => store.put(named.map((key, i) => [key, new Uint8Array([i])])));
    await withStore((store) => expect(named.map((key) => bytes(store, key))).toEqual(named.map((_, i) => [i])));
  });

  test('is null where no folder can be made', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(openBlobStore(join(folder, 'file', 'store'))).toBeNull();
  });

  test('takes nothing from an empty list', async () => {
    await withStore((store) => {
      store.put([]);
      expect(store.get('a')).toBeUndefined();
    });
  });

  test.each<[string, (path: string) => void]>([
    ['is something else', (path) => writeFileSync(path, Buffer.alloc(50_000, 7))],
    ['is short text', (path) => writeFileSync(path, 'not a database')],
    ['was cut off', (path) => truncateSync(path, 20_000)],
    ['was cut to its first page', (path) => truncateSync(path, 4096)],
    ['is empty', (path) => truncateSync(path, 0)],
  ])('starts anew when its file %s', async (_, damage) => {
    await withStore((store) => store.put([['a', new Uint8Array(100_000)]]));
    damage(join(folder, 'blobs.mdb'));
    await withStore((store) => {
      expect(store.get('a')).toBeUndefined();
      store.put([['b', new Uint8Array([5])]]);
    });
    await withStore((store) => expect(bytes(store, 'b')).toEqual([5]));
  });

  test('does not give back an entry whose bytes have changed', async () => {
    const blob = Uint8Array.from({ length: 100_000 }, (_, i) => i % 251);
    await withStore((store) => store.put([['a', blob]]));
    const path = join(folder, 'blobs.mdb');
    const file = readFileSync(path);
    const at = file.indexOf(Buffer.from(blob.subarray(1000, 1500)));
    expect(at).toBeGreaterThan(0);
    file[at] = 255;
    writeFileSync(path, file);
    await withStore((store) => expect(store.get('a')).toBeUndefined());
  });

  test('keeps its file when nothing is wrong with it', async () => {
    for (let round = 0; round < 5; round++) {
      await withStore((store) => store.put([[`k${round}`, new Uint8Array(20_000).fill(round)]]));
    }
    await withStore((store) => {
      for (let round = 0; round < 5; round++) expect(store.get(`k${round}`)?.[0]).toBe(round);
    });
    expect(readFileSync(join(folder, 'blobs.mdb')).length).toBeGreaterThan(100_000);
  });

  test('is shared by processes that write at the same time', async () => {
    const writers = ['one', 'two', 'three'].map(async (name) => {
      const child = fork(join(import.meta.dirname, 'write-blobs.ts'), [folder, name], {
        execArgv: ['--import', 'tsx'],
      });
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    });
    expect(await Promise.all(writers)).toEqual([0, 0, 0]);
    await withStore((store) => {
      for (const name of ['one', 'two', 'three']) {
        for (let i = 0; i < 200; i++) expect(store.get(`${name} ${i}`)?.length).toBe(i + 1);
      }
      expect(bytes(store, 'common').length).toBe(64);
    });
  });
});

describe('a blob store that has grown beyond its limit', () => {
  const keys = Array.from({ length: 12 }, (_, i) => `k${i}`);

  test('drops what was not used for the longest time, and keeps what was', async () => {
    for (const [i, key] of keys.slice(0, 9).entries()) {
      await withStore((store) => store.put([[key, part(i)]]), limitsAt(i * 100));
    }
    // What is asked for is in use, however old it is.
    await withStore((store) => expect(held(store, ['k0', 'k2'])).toEqual(['k0', 'k2']), limitsAt(1000));
    await withStore((store) => store.put(keys.slice(9).map((key) => [key, part(9)])), limitsAt(1100));
    await withStore((store) => {
      const left = held(store, keys);
      expect(left).toEqual(['k0', 'k2', 'k9', 'k10', 'k11']);
      expect(store.get('k2')).toEqual(Buffer.from(part(2)));
    }, limitsAt(1200));
  });

  test('keeps all of it while there is room', async () => {
    await withStore((store) => store.put(keys.slice(0, 9).map((key, i) => [key, part(i)])), limitsAt(0));
    await withStore((store) => expect(held(store, keys)).toHaveLength(9), limitsAt(1e6));
  });

  test('takes new entries again, without growing, and drops those of earlier formats', async () => {
    for (let round = 0; round < 10; round++) {
      await withStore(
        (store) => store.put([0, 1, 2].map((i) => [`format${round}:${i}`, part(i)])),
        limitsAt(round * 1000),
      );
    }
    await withStore((store) => {
      expect(store.get('format9:0')).toEqual(Buffer.from(part(0)));
      expect(store.get('format0:0')).toBeUndefined();
    }, limitsAt(1e6));
    expect(statSync(join(folder, 'blobs.mdb')).size).toBeLessThan(2.5 * most);
  });

  test('also drops entries of which no use was noted', async () => {
    const { open } = await import('lmdb');
    const before = open<Uint8Array, string>({ path: join(folder, 'blobs.mdb'), encoding: 'binary' });
    before.transactionSync(() => {
      for (const key of keys) before.putSync(key, part(1));
    });
    await before.close();
    await withStore((store) => store.put([['new', part(5)]]), limitsAt(5));
    await withStore((store) => {
      expect(held(store, keys)).toEqual([]);
      expect(store.get('new')).toEqual(Buffer.from(part(5)));
    }, limitsAt(6));
  });

  test('can be read and written by another process that has it open while it drops', async () => {
    const other = openBlobStore(folder, limitsAt(0));
    if (other === null) throw new Error('a temporary folder can hold a store');
    other.put([['mine', part(1)]]);
    expect(other.get('mine')?.[0]).toBe(1);
    await inAnotherProcess(keys.length);
    // The other process may have dropped it, but what is given is right.
    expect([undefined, 1]).toContain(other.get('mine')?.[0]);
    other.put([['later', part(7)]]);
    expect(other.get('later')?.[0]).toBe(7);
    await other.close();
    await withStore((store) => expect(held(store, ['later'])).toEqual(['later']), limitsAt(1));
  });
});

const most = 1_000_000;

/** A tenth of the room. */
function part(fill: number): Uint8Array {
  return new Uint8Array(most / 10).fill(fill);
}

function held(store: BlobStore, keys: readonly string[]): string[] {
  return keys.filter((key) => store.get(key) !== undefined);
}

function limitsAt(minute: number): StoreLimits {
  return { most, freshFor: 60, now: () => minute };
}

async function inAnotherProcess(parts: number): Promise<void> {
  const child = fork(join(import.meta.dirname, 'fill-store.ts'), [folder, String(parts)], {
    execArgv: ['--import', 'tsx'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
}

async function withStore(use: (store: BlobStore) => void, limits?: StoreLimits): Promise<void> {
  const store = openBlobStore(folder, limits);
  if (store === null) throw new Error('a temporary folder can hold a store');
  use(store);
  await store.close();
}

function bytes(store: BlobStore, key: string): number[] {
  return [...(store.get(key) ?? [])];
}
