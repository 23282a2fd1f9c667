import { storeAboveLimit } from '#core/suite-diagnostics';
import { findRepository } from '#project/repository';
import type { GcResult, RecordingName } from '#result/record-result';
import type { RecordStore } from '#store/record-store';
import { forgetRecordings, partsOfRecording, type RecordingOrigin } from '#suite/kept-recording';
import { openRecordings, rankedRecordings } from '#suite/recordings';
import type { GcOptions } from './options';

/** Drops what is not needed any more, and recordings beyond a limit: `wingbeat gc`. */
export async function collectGarbage(options: GcOptions): Promise<GcResult> {
  const root = findRepository(options.cwd);
  const readable = openRecordings(root, 'read');
  if (readable === null) return nothingKept;
  await readable.close();
  const store = openRecordings(root, 'write');
  if (store === null) return nothingKept;
  try {
    return await collect(store, root, options);
  } finally {
    await store.close();
  }
}

const nothingKept: GcResult = {
  schemaVersion: 1,
  file: null,
  bytesBefore: 0,
  bytesAfter: 0,
  dropped: 0,
  recordings: { kept: [], dropped: [] },
  diagnostics: [],
};

async function collect(
  store: RecordStore,
  root: string,
  { keep = Infinity, maxBytes = Infinity }: GcOptions,
): Promise<GcResult> {
  const ranked = rankedRecordings(store, root);
  const bytesBefore = store.size;
  let kept = Math.min(ranked.length, keep);
  let dropped = await collectAfter(store, ranked.slice(kept));
  // How large a recording is shows only without it, because recordings share what they have in common.
  for (; kept > 1 && store.size > maxBytes; kept--) {
    dropped += await collectAfter(store, ranked.slice(kept - 1, kept));
  }
  const diagnostics = store.size > maxBytes ? [storeAboveLimit(store.file, store.size, maxBytes)] : [];
  return {
    schemaVersion: 1,
    file: store.file,
    bytesBefore,
    bytesAfter: store.size,
    dropped,
    recordings: { kept: ranked.slice(0, kept).map(named), dropped: ranked.slice(kept).map(named) },
    diagnostics,
  };
}

async function collectAfter(store: RecordStore, forgotten: readonly RecordingOrigin[]): Promise<number> {
  forgetRecordings(store, forgotten);
  const { dropped } = await store.collect((hash) => partsOfRecording(store, hash));
  return dropped;
}

function named({ description, branch, madeAt }: RecordingOrigin): RecordingName {
  return { description, branch, madeAt: new Date(madeAt).toISOString() };
}
