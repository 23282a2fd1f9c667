import type { Diagnostic } from '#core/diagnostics';
import type { Revision } from './revision';

/** Which tests a change affects: `wingbeat tests`. */
export interface TestsResult {
  readonly schemaVersion: 1;
  /** What the change began from. */
  readonly base: Revision;
  readonly head: Revision;
  readonly recording: { readonly description: string; readonly madeAt: string };
  /** Tests of the recording that are still there. */
  readonly total: number;
  /** In the order of files, and in a file as they are run. */
  readonly selected: readonly SelectedTestResult[];
  /** Tests that were never recorded. */
  readonly fresh: readonly NewTestsResult[];
  readonly gone: readonly TestName[];
  /** As recorded: of all tests, and of the selected ones. */
  readonly milliseconds: { readonly total: number; readonly selected: number };
  readonly files: { readonly total: number; readonly selected: number };
  /** With `--run`. */
  readonly run?: TestRunResult;
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

export interface TestName {
  /** `file > titles`, with a number behind it where several tests of a file have the same titles. */
  readonly id: string;
  readonly file: string;
  readonly name: string;
}

export interface SelectedTestResult extends TestName {
  readonly milliseconds: number;
  readonly because: readonly SelectionReason[];
}

export interface SelectionReason {
  readonly kind: string;
  /** What changed: a function, a file, a package. */
  readonly subject: string;
  /** What the test has to do with it. */
  readonly effect: string;
  /** The functions on the way from the test to it, where calls lead there. */
  readonly path: readonly string[];
}

export interface NewTestsResult {
  readonly file: string;
  /** Null: any test of the file may be new. */
  readonly name: string | null;
  /** It is the name of a group, and tests in it may be new. */
  readonly isGroup?: true;
  readonly why: string;
}

export interface TestRunResult {
  readonly passed: number;
  readonly failed: readonly TestName[];
  /** Tests that were not selected and were run all the same, and those of them that failed. */
  readonly audited: number;
  readonly missed: readonly TestName[];
  readonly exitCode: number;
}
