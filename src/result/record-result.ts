import type { Diagnostic } from '#core/diagnostics';
import type { TestName } from './tests-result';

/** What `wingbeat record` did. */
export interface RecordResult {
  readonly schemaVersion: 1;
  readonly command: string;
  readonly runners: readonly string[];
  /** What the recording is of, in words. */
  readonly description: string;
  /** Tests of the recording as it is now, and how many of them were run for it. */
  readonly tests: number;
  readonly ran: number;
  readonly passed: number;
  readonly failed: readonly TestName[];
  readonly skipped: number;
  /** Test files, files of the project that were loaded, functions that a test ran. */
  readonly files: number;
  readonly modules: number;
  readonly functions: { readonly run: number; readonly total: number };
  readonly milliseconds: number;
  readonly storeBytes: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** What `wingbeat gc` did. */
export interface GcResult {
  readonly schemaVersion: 1;
  readonly file: string | null;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Pieces that no recording needed. */
  readonly dropped: number;
  readonly recordings: { readonly kept: readonly RecordingName[]; readonly dropped: readonly RecordingName[] };
  readonly diagnostics: readonly Diagnostic[];
}

export interface RecordingName {
  /** What it is of, in words: a commit, or a working tree on top of one. */
  readonly description: string;
  /** Null when none was checked out. */
  readonly branch: string | null;
  readonly madeAt: string;
}
