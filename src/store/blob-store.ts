import { mkdirSync } from 'node:fs';
import { open, type RootDatabase } from 'lmdb';

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

/** Most bytes that a store may grow to. */
const mapSize = 4 * 1024 ** 3;

/** A store in a folder; null where none can be kept (read-only disk, no room), which is no reason to fail. */
export function openBlobStore(folder: string): BlobStore | null {
  let database: RootDatabase<Uint8Array, string>;
  try {
    mkdirSync(folder, { recursive: true });
    database = open<Uint8Array, string>({ path: `${folder}/blobs.mdb`, encoding: 'binary', mapSize, noMemInit: true });
  } catch {
    return null;
  }
  return {
    get: (key) => database.getBinary(key),
    put(entries) {
      if (entries.length === 0) return;
      try {
        database.transactionSync(() => {
          for (const [key, blob] of entries) database.putSync(key, blob);
        });
      } catch {
        // Out of room or locked by a process that died: the next run computes the entries again.
      }
    },
    close: () => database.close(),
  };
}
