import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isIntact } from '#store/is-intact';
import { openRecordStore, type Migration, type RecordStore } from '#store/record-store';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wingbeat-records-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(access: 'read' | 'write', migrations?: readonly Migration[]): RecordStore {
  const opened = openRecordStore(folder, { access, ...(migrations === undefined ? {} : { migrations }) });
  if (opened.kind !== 'open') throw new Error(JSON.stringify(opened));
  return opened.store;
}

const bytes = (text: string): Uint8Array => Buffer.from(text);
const text = (content: Uint8Array | undefined): string | undefined =>
  content === undefined ? undefined : Buffer.from(content).toString();

async function write(name: string, content: string): Promise<void> {
  const store = open('write');
  store.update((batch) => batch.name(name, batch.put(bytes(content))));
  await store.close();
}

const noise = (seed: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (Math.imul(i + seed, 2_654_435_761) >>> 13) & 255);
const large = (seed: number): Uint8Array => noise(seed, 400_000);

const rename: Migration = (names) => {
  const hash = names.get('a');
  if (hash !== undefined) names.putSync('b', hash);
  names.removeSync('a');
};

describe('a store of recordings', () => {
  test('is in order after whatever was written and dropped', async () => {
    const hashes: string[] = [];
    let state = 7;
    const below = (limit: number): number => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 1) % limit;
    for (let round = 0; round < 15; round++) {
      const store = open('write');
      store.update((batch) => {
        for (let i = below(90); i >= 0; i--) {
          const length = below(12) === 0 ? below(300_000) : below(600);
          hashes.push(batch.put(noise(below(1e6), length)));
        }
        for (let i = below(140); i >= 0 && hashes.length > 3; i--) {
          for (const hash of hashes.splice(below(hashes.length), 1)) if (!hashes.includes(hash)) batch.drop(hash);
        }
        batch.name('x', hashes[0] ?? '');
      });
      expect(isIntact(store.file)).toBe(true);
      await store.close();
      expect(isIntact(join(folder, 'recordings.mdb'))).toBe(true);
    }
    const store = open('read');
    expect(hashes.filter((hash) => store.get(hash) === undefined)).toEqual([]);
    expect(store.size).toBeLessThan(20_000_000);
    await store.close();
  });

  test('keeps what was named, in one file that stays out of git', async () => {
    await write('recording/a', 'first');
    const store = open('read');
    expect(text(store.get(store.hashOf('recording/a') ?? ''))).toBe('first');
    expect(store.names('recording/')).toEqual(['recording/a']);
    expect(store.hashOf('recording/b')).toBeUndefined();
    await store.close();
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('is not made by reading', () => {
    expect(openRecordStore(join(folder, 'none'), { access: 'read' })).toEqual({ kind: 'absent' });
  });

  test('keeps all or nothing of an update', async () => {
    await write('a', 'before');
    const store = open('write');
    expect(() =>
      store.update((batch) => {
        batch.name('a', batch.put(bytes('after')));
        throw new Error('killed');
      }),
    ).toThrow('killed');
    expect(text(store.get(store.hashOf('a') ?? ''))).toBe('before');
    await store.close();
  });

  test('gives back the room of what no name leads to', async () => {
    const store = open('write');
    let kept = '';
    store.update((batch) => {
      for (let seed = 0; seed < 20; seed++) kept = batch.put(large(seed * 1_000_003));
      const part = batch.put(bytes('part'));
      batch.name('a', batch.put(bytes(`whole of ${part}`)));
      batch.name('b', kept);
    });
    const collected = await store.collect((hash) => {
      const found = /whole of (\w+)/.exec(text(store.get(hash)) ?? '');
      return found?.[1] === undefined ? [] : [found[1]];
    });
    expect(collected.dropped).toBe(19);
    expect(collected.bytesAfter).toBeLessThan(collected.bytesBefore / 4);
    expect(store.get(kept)).toEqual(Buffer.from(large(19 * 1_000_003)));
    store.update((batch) => batch.name('c', batch.put(bytes('later'))));
    await store.close();
    const again = open('read');
    expect(text(again.get(again.hashOf('c') ?? ''))).toBe('later');
    await again.close();
  });

  test('brings an older store up to date, once, and leaves a newer one alone', async () => {
    await write('a', 'x');
    const migrated = open('read', [rename]);
    expect(migrated.names('')).toEqual(['b']);
    await migrated.close();
    const again = open('write', [
      () => {
        throw new Error('ran twice');
      },
    ]);
    expect(text(again.get(again.hashOf('b') ?? ''))).toBe('x');
    await again.close();
    for (const access of ['read', 'write'] as const) {
      expect(openRecordStore(folder, { access })).toMatchObject({ kind: 'too-new', version: 2 });
    }
  });

  test('says so when its file is something else or was cut off', async () => {
    await write('a', 'x'.repeat(100_000));
    const file = join(folder, 'recordings.mdb');
    truncateSync(file, Math.floor(statSync(file).size / 2));
    expect(openRecordStore(folder, { access: 'read' })).toMatchObject({ kind: 'damaged' });
    writeFileSync(file, 'not a database');
    expect(openRecordStore(folder, { access: 'write' })).toMatchObject({ kind: 'damaged' });
  });

  test('lets a reader see one state while another process writes the next', async () => {
    await write('a', 'one');
    const reader = open('read');
    const script = `
      import { openRecordStore } from '#store/record-store';
      const { store } = openRecordStore(process.argv[1], { access: 'write' });
      store.update((batch) => batch.name('a', batch.put(Buffer.from('two'))));
      await store.close();`;
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '-e', script, folder],
      { encoding: 'utf8', cwd: join(import.meta.dirname, '../..') },
    );
    expect([status, stderr]).toEqual([0, '']);
    await reader.close();
    const later = open('read');
    expect(text(later.get(later.hashOf('a') ?? ''))).toBe('two');
    await later.close();
  });

  test('is taken over from a writer that died', async () => {
    await write('a', 'one');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    writeFileSync(join(folder, 'writer'), `${dead} ${hostname()}`);
    await write('a', 'two');
    const store = open('read');
    expect(text(store.get(store.hashOf('a') ?? ''))).toBe('two');
    await store.close();
  });

  test('is taken over from a machine that it was carried away from', async () => {
    const lock = join(folder, 'writer');
    writeFileSync(lock, `${process.pid} elsewhere`);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(lock, longAgo, longAgo);
    await write('a', 'one');
    expect(existsSync(lock)).toBe(false);
  });

  test('loses nothing when others read and write while its room is given back', { timeout: 120_000 }, async () => {
    for (const name of ['a', 'b', 'still']) await write(name, name.repeat(5000));
    const jobs = [
      ['write', 'a', '60'],
      ['write', 'b', '60'],
      ['collect', '', '30'],
      ['read', '', '100'],
      ['read', '', '100'],
    ] as const;
    const codes = await Promise.all(jobs.map(async ([job, name, rounds]) => exitOf(churn(job, name, rounds))));
    expect(codes).toEqual(jobs.map(() => 0));
    const store = open('read');
    expect(store.names('')).toEqual(['a', 'b', 'still']);
    for (const name of ['a', 'b']) expect(text(store.get(store.hashOf(name) ?? ''))).toMatch(`${name} 59 `);
    await store.close();
  });

  test('loses nothing when it is killed while its room is given back', { timeout: 120_000 }, async () => {
    for (const name of ['a', 'b']) await write(name, name.repeat(200_000));
    for (let round = 0; round < 6; round++) {
      const process = churn('collect', '', '1000');
      await once(process, 'message');
      await new Promise((done) => setTimeout(done, round * 7));
      process.kill('SIGKILL');
      await once(process, 'exit');
      const store = open('read');
      for (const name of ['a', 'b']) expect(text(store.get(store.hashOf(name) ?? ''))).toBe(name.repeat(200_000));
      await store.close();
    }
    await write('c', 'later');
    expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'recordings.mdb', 'recordings.mdb-lock']);
  });
});

function churn(job: string, name: string, rounds: string): ChildProcess {
  return fork(join(import.meta.dirname, 'churn-records.ts'), [folder, job, name, rounds], {
    execArgv: ['--import', 'tsx'],
  });
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}
