import { WingbeatError } from '#core/diagnostics';
import { noRecording, recordingDamaged, recordingTooNew, storeUnusable } from '#core/suite-diagnostics';
import { recordFolder } from '#store/record-folder';
import { openRecordStore, type RecordStore } from '#store/record-store';
import { readRecording, type KeptRecording } from './kept-recording';

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

/** The last recording, or null. */
export async function lastRecording(root: string): Promise<KeptRecording | null> {
  const store = openRecordings(root, 'read');
  try {
    return store === null ? null : readRecording(store);
  } finally {
    await store?.close();
  }
}

export async function requireRecording(root: string): Promise<KeptRecording> {
  const kept = await lastRecording(root);
  if (kept === null) throw new WingbeatError(noRecording(recordFolder(root, process.env)));
  return kept;
}

/** For jobs that go on without one: null also where it cannot be read. */
export async function readableRecording(root: string): Promise<KeptRecording | null> {
  try {
    return await lastRecording(root);
  } catch (error) {
    if (error instanceof WingbeatError) return null;
    throw error;
  }
}
