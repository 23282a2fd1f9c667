import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type * as Lmdb from 'lmdb';
import { fitFile, isIntact, stretchFile } from './is-intact';
import { lockFolder, sweepLocks } from './lock-folder';
import { closeAlone, whileOpening } from './opening-lock';

/**
 * What must not be lost: blobs by the hash of their content, and names that lead to them, in one file. All that one
 * `update` writes is there afterwards, or none of it. Any number of processes may read while one writes; who opens it for
 * writing waits for others that did.
 */
export interface RecordStore {
  readonly file: string;
  /** Bytes on disk. */
  readonly size: number;
  /** Undefined for a name that leads nowhere. */
  hashOf(name: string): string | undefined;
  names(prefix: string): readonly string[];
  get(hash: string): Uint8Array | undefined;
  update(write: (batch: RecordBatch) => void): void;
  /** Drops what no name leads to, and gives the room back; `keeps` lists the blobs that a named one needs. */
  collect(keeps: (hash: string) => Iterable<string>): Promise<Collected>;
  close(): Promise<void>;
}

export interface RecordBatch {
  /** Returns the hash of the content. */
  put(content: Uint8Array): string;
  name(name: string, hash: string): void;
  forget(name: string): void;
  /** Content that nothing named needs any more. */
  drop(hash: string): void;
}

export interface Collected {
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly dropped: number;
}

export type Opened =
  | { readonly kind: 'open'; readonly store: RecordStore }
  /** Nothing was ever kept here, and nothing may be. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-new'; readonly file: string; readonly version: number }
  | { readonly kind: 'damaged'; readonly file: string }
  | { readonly kind: 'unusable'; readonly file: string; readonly reason: string };

/** Step i leads from version i + 1 to i + 2. */
export type Migration = (names: Lmdb.Database<string, string>, blobs: Lmdb.Database<Uint8Array, string>) => void;

const migrations: readonly Migration[] = [];

/** Most bytes that a store may grow to. */
const mapSize = 16 * 1024 ** 3;

const versionName = '#version';

export interface StoreAccess {
  readonly access: 'read' | 'write';
  /** Those of the program itself unless a test has others. */
  readonly migrations?: readonly Migration[];
}

export function openRecordStore(folder: string, access: StoreAccess): Opened {
  const file = join(folder, 'recordings.mdb');
  const exists = existsSync(file);
  if (access.access === 'read' && !exists) return { kind: 'absent' };
  if (exists && !isIntact(file)) return { kind: 'damaged', file };
  try {
    return access.access === 'write' ? openLocked(folder, file, access) : openToRead(folder, file, access);
  } catch (error) {
    return { kind: 'unusable', file, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** The hash by which a content is kept. */
export function hashOfContent(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function openLocked(folder: string, file: string, { migrations: steps = migrations }: StoreAccess): Opened {
  makeFolder(folder);
  const lock = lockFolder(folder, 'writer');
  if (lock.kind === 'busy') return { kind: 'unusable', file, reason: `process ${lock.by} is writing to it` };
  try {
    const opened = openToWrite(folder, file, steps, lock.release);
    if (opened.kind !== 'open') lock.release();
    return opened;
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openToWrite(folder: string, file: string, steps: readonly Migration[], release: () => void): Opened {
  sweepLocks(folder);
  rmSync(copyOf(file), { force: true });
  const database = whileOpening(folder, () => openDatabase(file, false));
  const version = statedVersion(database);
  if (version !== undefined && version > steps.length + 1) {
    closeUnused(folder, database);
    return { kind: 'too-new', file, version };
  }
  migrate(database, steps, version ?? steps.length + 1);
  return { kind: 'open', store: storeOver(file, database, release) };
}

function openToRead(folder: string, file: string, access: StoreAccess): Opened {
  const database = whileOpening(folder, () => openDatabase(file, true));
  const newest = (access.migrations ?? migrations).length + 1;
  const version = statedVersion(database) ?? newest;
  if (version === newest) return { kind: 'open', store: storeOver(file, database, () => undefined) };
  closeUnused(folder, database);
  return version > newest ? { kind: 'too-new', file, version } : openLocked(folder, file, access);
}

/** Nothing was written: there is nothing to wait for, and it is closed on return. */
function closeUnused(folder: string, { root }: Database): void {
  whileOpening(folder, () => void root.close());
}

interface Database {
  readonly root: Lmdb.RootDatabase;
  readonly names: Lmdb.Database<string, string>;
  readonly blobs: Lmdb.Database<Uint8Array, string>;
}

function openDatabase(file: string, readOnly: boolean): Database {
  const { open } = createRequire(import.meta.url)('lmdb') as typeof Lmdb;
  const root = open({ path: file, mapSize, noMemInit: true, readOnly });
  try {
    return {
      root,
      names: root.openDB<string, string>({ name: 'names', encoding: 'string' }),
      blobs: root.openDB<Uint8Array, string>({ name: 'blobs', encoding: 'binary' }),
    };
  } catch (error) {
    void root.close();
    throw error;
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  // Keeps itself out of git, wherever it lies.
  const ignore = join(folder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
}

function statedVersion({ names }: Database): number | undefined {
  const stated = names.get(versionName);
  return stated === undefined ? undefined : Number(stated);
}

function migrate({ root, names, blobs }: Database, steps: readonly Migration[], from: number): void {
  root.transactionSync(() => {
    for (const step of steps.slice(from - 1)) step(names, blobs);
    names.putSync(versionName, String(steps.length + 1));
  });
}

function storeOver(file: string, opened: Database, release: () => void): RecordStore {
  let database = opened;
  return {
    file,
    get size() {
      return statSync(file).size;
    },
    hashOf: (name) => database.names.get(name),
    names: (prefix) =>
      [...database.names.getKeys({ start: prefix })].filter((key) => key.startsWith(prefix) && key !== versionName),
    get: (hash) => unpacked(hash, database.blobs.getBinary(hash)),
    update: (write) => fitted(database, file, () => update(database, write)),
    async collect(keeps) {
      const bytesBefore = statSync(file).size;
      const dropped = fitted(database, file, () => dropUnnamed(database, keeps));
      database = await compacted(database, file);
      return { bytesBefore, bytesAfter: statSync(file).size, dropped };
    },
    close: () => closeAlone(dirname(file), database.root).finally(release),
  };
}

/** Writes such that the file is as long as it says at any moment: it may be looked at, and the process ended, between any two steps. */
function fitted<T>({ root }: Database, file: string, write: () => T): T {
  root.transactionSync(() => stretchFile(file));
  try {
    return write();
  } finally {
    root.transactionSync(() => fitFile(file));
  }
}

function update({ root, names, blobs }: Database, write: (batch: RecordBatch) => void): void {
  root.transactionSync(() => {
    write({
      put(content) {
        const hash = hashOfContent(content);
        if (!blobs.doesExist(hash)) blobs.putSync(hash, deflateRawSync(content, { level: 3 }));
        return hash;
      },
      name: (name, hash) => void names.putSync(name, hash),
      forget: (name) => void names.removeSync(name),
      drop: (hash) => void blobs.removeSync(hash),
    });
  });
}

/** What is not as it was written is as good as none. */
function unpacked(hash: string, bytes: Uint8Array | undefined): Uint8Array | undefined {
  if (bytes === undefined) return undefined;
  try {
    const content = inflateRawSync(bytes);
    return hashOfContent(content) === hash ? content : undefined;
  } catch {
    return undefined;
  }
}

function dropUnnamed({ root, names, blobs }: Database, keeps: (hash: string) => Iterable<string>): number {
  return root.transactionSync(() => {
    const kept = new Set<string>();
    for (const { key, value } of names.getRange()) {
      if (key === versionName) continue;
      kept.add(value);
      for (const hash of keeps(value)) kept.add(hash);
    }
    const dropped = [...blobs.getKeys()].filter((hash) => !kept.has(hash));
    for (const hash of dropped) blobs.removeSync(hash);
    return dropped.length;
  });
}

/** The database never shrinks in place: a copy without the gaps takes its place. Killed on the way, it is as it was. */
async function compacted({ root }: Database, file: string): Promise<Database> {
  const copy = copyOf(file);
  rmSync(copy, { force: true });
  await root.backup(copy, true);
  await closeAlone(dirname(file), root);
  flush(copy);
  return whileOpening(dirname(file), () => {
    rmSync(`${file}-lock`, { force: true });
    renameSync(copy, file);
    return openDatabase(file, false);
  });
}

const copyOf = (file: string): string => `${file}-compact`;

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
