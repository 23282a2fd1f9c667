import type * as Lmdb from 'lmdb';

type Blobs = Lmdb.RootDatabase<Uint8Array, string>;

/** How much a store keeps. */
export interface StoreLimits {
  /** Beyond so many bytes entries are dropped, those first that were not used for the longest time. */
  readonly most: number;
  /** Minutes after which it is written down anew that an entry is in use. */
  readonly freshFor: number;
  /** The time, in minutes. */
  readonly now: () => number;
}

/** A day of work on a repository of half a million lines leaves some hundred megabytes behind. */
export const defaultStoreLimits: StoreLimits = {
  most: 1024 ** 3,
  freshFor: 60,
  now: () => Math.floor(Date.now() / 60_000),
};

/** No key of a blob starts like this. */
export const reservedPrefix = '@';

/**
 * When each blob of a store was used, so that those that nobody asks for any more can go: entries are named by all that
 * they depend on, and most of those of yesterday's sources are never found again.
 */
export class BlobUses {
  private readonly uses: Lmdb.Database<Uint8Array, string>;
  private readonly touched = new Set<string>();

  constructor(
    private readonly blobs: Blobs,
    private readonly limits: StoreLimits,
  ) {
    this.uses = blobs.openDB<Uint8Array, string>({ name: `${reservedPrefix}uses`, encoding: 'binary' });
  }

  /** A blob was found; see `stale`. */
  touch(key: string): void {
    this.touched.add(key);
  }

  /** Inside a transaction: a blob was written. */
  wrote(key: string, size: number): void {
    this.uses.putSync(key, encodeUse({ minute: this.limits.now(), size }));
  }

  /** Of what was found since the last time, that which was last noted long ago. */
  stale(): readonly (readonly [key: string, use: Uint8Array])[] {
    const minute = this.limits.now();
    const found: (readonly [string, Uint8Array])[] = [];
    for (const key of this.touched) {
      const use = decodeUse(this.uses.getBinary(key));
      if (use !== undefined && minute - use.minute >= this.limits.freshFor)
        found.push([key, encodeUse({ minute, size: use.size })]);
    }
    this.touched.clear();
    return found;
  }

  /** Inside a transaction. Another process may have dropped some meanwhile. */
  refresh(stale: readonly (readonly [key: string, use: Uint8Array])[]): void {
    for (const [key, use] of stale) if (this.uses.doesExist(key)) this.uses.putSync(key, use);
  }

  /** Whether the blobs take more room than they may. */
  get isOver(): boolean {
    return sizeOf(this.blobs.getStats()) > this.limits.most;
  }

  /** Inside a transaction: what was not used for the longest time goes, until half of the room is free. */
  dropOldest(): void {
    const known = new Map<string, Use>();
    for (const { key, value } of this.uses.getRange()) {
      const use = decodeUse(value);
      if (use !== undefined) known.set(key, use);
    }
    let kept = 0;
    for (const { size } of known.values()) kept += size;
    const unknown = [...this.blobs.getKeys()].filter((key) => !known.has(key) && !key.startsWith(reservedPrefix));
    for (const key of unknown) this.blobs.removeSync(key);
    for (const [key, { size }] of [...known].toSorted(([, a], [, b]) => a.minute - b.minute)) {
      if (kept <= this.limits.most / 2) return;
      this.blobs.removeSync(key);
      this.uses.removeSync(key);
      kept -= size;
    }
  }
}

interface Use {
  readonly minute: number;
  readonly size: number;
}

function encodeUse({ minute, size }: Use): Uint8Array {
  const bytes = Buffer.alloc(useSize);
  bytes.writeUInt32LE(minute, 0);
  bytes.writeUInt32LE(size, 4);
  return bytes;
}

function decodeUse(bytes: Uint8Array | undefined): Use | undefined {
  if (bytes === undefined || bytes.byteLength !== useSize) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, useSize);
  return { minute: view.getUint32(0, true), size: view.getUint32(4, true) };
}

const useSize = 8;

/** What a database takes in its file, in bytes, without pages that are free. */
function sizeOf(stats: object): number {
  const { pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } = stats as Record<string, number>;
  return (pageSize ?? 0) * ((treeBranchPageCount ?? 0) + (treeLeafPageCount ?? 0) + (overflowPages ?? 0));
}
