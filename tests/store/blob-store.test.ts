import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBlobStore, type BlobStore } from '#store/blob-store';

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

async function withStore(use: (store: BlobStore) => void): Promise<void> {
  const store = openBlobStore(folder);
  if (store === null) throw new Error('a temporary folder can hold a store');
  use(store);
  await store.close();
}

function bytes(store: BlobStore, key: string): number[] {
  return [...(store.get(key) ?? [])];
}
