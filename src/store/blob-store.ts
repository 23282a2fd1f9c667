import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type * as Lmdb from 'lmdb';
import { BlobUses, defaultStoreLimits, reservedPrefix, type StoreLimits } from './blob-uses';
import { fitFile, isIntact } from './is-intact';
import { closeAlone, whileOpening } from './opening-lock';

/**
 * Content-addressed blobs that outlive a run. The store knows nothing of what they mean: a key names its
 * content, so an entry never changes, and losing one costs time but no answer.
 */
export interface BlobStore {
  get(key: string): Uint8Array | undefined;
  /** Returns when the blobs are safely written, or not at all: a full disk loses nothing that was there. */
  put(entries: readonly (readonly [key: string, blob: Uint8Array])[]): void;
  close(): Promise<void>;
}

/** As one file, and only when a store is opened: loading it module by module takes twice as long. */
const loadLmdb = (): typeof Lmdb => createRequire(import.meta.url)('lmdb') as typeof Lmdb;

/** Room to drop entries in when a store has grown beyond its limit. */
const mapSize = 4 * 1024 ** 3;

/** Longer keys, in UTF-16 units, are kept by their hash: the database takes 1978 bytes. */
const keyLimit = 400;

/** A store in a folder; null where none can be kept (read-only disk, no room), which is no reason to fail. */
export function openBlobStore(folder: string, limits: StoreLimits = defaultStoreLimits): BlobStore | null {
  const path = join(folder, 'blobs.mdb');
  let database: Lmdb.RootDatabase<Uint8Array, string>;
  let uses: BlobUses;
  try {
    mkdirSync(folder, { recursive: true });
    [database, uses] = whileOpening(folder, () => {
      if (!isIntact(path)) for (const file of [path, `${path}-lock`]) rmSync(file, { recursive: true, force: true });
      const opened = loadLmdb().open<Uint8Array, string>({
        path,
        encoding: 'binary',
        mapSize,
        noMemInit: true,
        maxDbs: 2,
      });
      return [opened, new BlobUses(opened, limits)];
    });
  } catch {
    return null;
  }
  return {
    get(key) {
      try {
        const short = shortKey(key);
        const blob = unsealed(database.getBinary(short));
        if (blob !== undefined) uses.touch(short);
        return blob;
      } catch {
        return undefined; // a damaged page is as good as none
      }
    },
    put(entries) {
      if (entries.length === 0) return;
      const write = (): void => {
        for (const [key, blob] of entries) {
          const short = shortKey(key);
          database.putSync(short, sealed(blob));
          uses.wrote(short, blob.byteLength);
        }
      };
      attempt(() => database.transactionSync(write));
    },
    async close() {
      attempt(() => {
        const stale = uses.stale();
        if (stale.length > 0) database.transactionSync(() => uses.refresh(stale));
        if (uses.isOver) database.transactionSync(() => uses.dropOldest());
        if (!isIntact(path)) database.transactionSync(() => fitFile(path));
      });
      await closeAlone(folder, database);
    },
  };
}

/** Out of room or locked by a process that died: the next run computes the entries again. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // a transaction that fails has written nothing
  }
}

/** A blob with its check sum behind it, so that what lies in front keeps its alignment. */
function sealed(blob: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(blob.byteLength + sealSize);
  bytes.set(blob);
  bytes.writeUInt32LE(crc32(blob), blob.byteLength);
  return bytes;
}

/** Undefined for what is not as it was written. */
function unsealed(bytes: Buffer | undefined): Uint8Array | undefined {
  if (bytes === undefined || bytes.byteLength < sealSize) return undefined;
  const blob = bytes.subarray(0, bytes.byteLength - sealSize);
  return crc32(blob) === bytes.readUInt32LE(blob.byteLength) ? blob : undefined;
}

const sealSize = 4;

function shortKey(key: string): string {
  return key.length <= keyLimit && !key.startsWith(reservedPrefix)
    ? key
    : `#${createHash('sha256').update(key).digest('hex')}`;
}
