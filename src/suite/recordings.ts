import { WingbeatError } from '#core/diagnostics';
import { noRecording, recordingDamaged, recordingTooNew, storeUnusable } from '#core/suite-diagnostics';
import { headOf, isReachable } from '#project/head';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { recordFolder } from '#store/record-folder';
import { openRecordStore, type RecordStore } from '#store/record-store';
import {
  forgetRecordings,
  listRecordings,
  readNearest,
  type KeptRecording,
  type RecordingOrigin,
} from './kept-recording';
import { rankRecordings } from './rank-recordings';
import { sourceTexts } from './source-texts';

/** The store of a project's recordings; null when nothing was ever kept and nothing is to be written. */
export function openRecordings(root: string, access: 'read' | 'write'): RecordStore | null {
  const opened = openRecordStore(recordFolder(root, process.env), { access });
  switch (opened.kind) {
    case 'open':
      return opened.store;
    case 'absent':
      return null;
    case 'damaged':
      throw new WingbeatError(recordingDamaged(opened.file));
    case 'too-new':
      throw new WingbeatError(recordingTooNew(opened.file, opened.version));
    case 'unusable':
      throw new WingbeatError(storeUnusable(opened.file, opened.reason));
  }
}

/** The recording that is nearest to the source as it is now, or null. */
export async function nearestRecording(root: string): Promise<KeptRecording | null> {
  const store = openRecordings(root, 'read');
  try {
    return store === null ? null : readNearest(store, () => sourceTexts(root, openWorkingTree(root)));
  } finally {
    await store?.close();
  }
}

export async function requireRecording(root: string): Promise<KeptRecording> {
  const kept = await nearestRecording(root);
  if (kept === null) throw new WingbeatError(noRecording(recordFolder(root, process.env)));
  return kept;
}

/** For jobs that go on without one: null also where it cannot be read. */
export async function readableRecording(root: string): Promise<KeptRecording | null> {
  try {
    return await nearestRecording(root);
  } catch (error) {
    if (error instanceof WingbeatError) return null;
    throw error;
  }
}

/** Those most worth keeping first. */
export function rankedRecordings(store: RecordStore, root: string): RecordingOrigin[] {
  return rankRecordings(listRecordings(store), headOf(root).branch, (commit) => isReachable(root, commit));
}

/** One for each branch that somebody works on; more only lets the file grow. */
const mostRecordings = 8;

/** Forgets recordings beyond what is kept without being asked, and tells which. */
export function forgetOldest(store: RecordStore, root: string): RecordingOrigin[] {
  const forgotten = rankedRecordings(store, root).slice(mostRecordings);
  forgetRecordings(store, forgotten);
  return forgotten;
}
