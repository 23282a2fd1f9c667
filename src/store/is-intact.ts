import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

/** Where LMDB's two meta pages keep what is needed here, in bytes from the start of the page. */
const offsets = { magic: 24, pageSize: 48, lastPage: 144, transaction: 152, end: 160 } as const;
const magic = 0xbeefc0de;

/**
 * Whether LMDB may open a database file. It maps the file into memory and trusts it: opening something else, or a file
 * that was cut off, ends the process, which no `try` can catch.
 */
export function isIntact(path: string): boolean {
  if (!existsSync(path)) return true;
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).size === 0) return true;
    const needed = bytesCounted(file);
    // Pages are written before the meta page that counts them, so the size is asked for last.
    return needed !== null && fstatSync(file).size >= needed;
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a database file as long as it says it is. Pages that a transaction took and gave back are counted and never written,
 * so that a file in order may look like one that was cut off. Call it inside of a transaction, when nobody else writes.
 */
export function fitFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const needed = bytesCounted(file);
    if (needed !== null && fstatSync(file).size !== needed) ftruncateSync(file, needed);
  } finally {
    closeSync(file);
  }
}

/** Makes a database file longer than most transactions need, without taking the room: one that is ended after it leaves a file in order. */
export function stretchFile(path: string): void {
  truncateSync(path, statSync(path).size + stretch);
}

const stretch = 256 * 1024 ** 2;

function bytesCounted(file: number): number | null {
  const first = readMeta(file, 0);
  const second = first === null ? null : readMeta(file, first.pageSize);
  if (first === null || second === null) return null;
  const newest = second.transaction > first.transaction ? second : first;
  return (Number(newest.lastPage) + 1) * newest.pageSize;
}

interface MetaPage {
  readonly pageSize: number;
  readonly lastPage: bigint;
  readonly transaction: bigint;
}

function readMeta(file: number, position: number): MetaPage | null {
  const page = Buffer.alloc(offsets.end);
  if (readSync(file, page, 0, page.length, position) < page.length) return null;
  if (page.readUInt32LE(offsets.magic) !== magic) return null;
  return {
    pageSize: page.readUInt32LE(offsets.pageSize),
    lastPage: page.readBigUInt64LE(offsets.lastPage),
    transaction: page.readBigUInt64LE(offsets.transaction),
  };
}
