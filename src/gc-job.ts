import { findRepository } from '#project/repository';
import type { GcResult } from '#result/record-result';
import { partsOfRecording } from '#suite/kept-recording';
import type { JobOptions } from './options';
import { openRecordings } from '#suite/recordings';

/** Drops what no recording needs any more: `wingbeat gc`. */
export async function collectGarbage(options: JobOptions): Promise<GcResult> {
  const root = findRepository(options.cwd);
  const readable = openRecordings(root, 'read');
  if (readable === null) return { schemaVersion: 1, file: null, bytesBefore: 0, bytesAfter: 0, dropped: 0 };
  await readable.close();
  const store = openRecordings(root, 'write');
  if (store === null) return { schemaVersion: 1, file: null, bytesBefore: 0, bytesAfter: 0, dropped: 0 };
  try {
    const collected = await store.collect((hash) => partsOfRecording(store, hash));
    return { schemaVersion: 1, file: store.file, ...collected };
  } finally {
    await store.close();
  }
}
