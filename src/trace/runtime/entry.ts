import type { TraceSettings } from './settings';

/** Lines of a process's journal; `collect` reads what the runtime writes. Numbers count from zero in one process. */
export type Entry =
  | ProcessEntry
  | ModuleEntry
  | { readonly t: 'import'; readonly from: string; readonly to: string }
  | { readonly t: 'package'; readonly from: string; readonly name: string }
  | SuiteEntry
  | BeginEntry
  | EndEntry
  /** What began as a test ends as none: what ran in it belongs to the tests that are a part of it. */
  | { readonly t: 'group'; readonly execution: number }
  | SegmentEntry
  | ReadEntry
  | CallEntry
  | VariableEntry
  | TextEntry
  | { readonly t: 'together'; readonly executions: readonly number[] }
  | { readonly t: 'note'; readonly kind: 'not-instrumented'; readonly message: string }
  /** All that was asked of the process is done: its runner may end it. */
  | { readonly t: 'rest' }
  | { readonly t: 'exit'; readonly code: number };

export interface ProcessEntry {
  readonly t: 'process';
  readonly id: string;
  readonly pid: number;
  /** Zero for the main thread. */
  readonly thread: number;
  readonly runner: string | null;
  /** The test that started this process: process and execution. */
  readonly parent: TraceSettings['parent'];
}

export interface ModuleEntry {
  readonly t: 'module';
  readonly path: string;
  readonly hash: string;
  /** What `encodeFunctions` wrote. */
  readonly table: string;
  /** Number of its first function in the process. */
  readonly base: number;
}

export interface ReadEntry {
  readonly t: 'read';
  readonly path: string;
  /** The test that read it. */
  readonly execution: number | null;
  /** The suite that did, if no test; with neither it counts for all tests of the process. */
  readonly suite: number | null;
}

/** A variable of the environment was read; `*` when somebody looked through all of them. */
export interface VariableEntry {
  readonly t: 'variable';
  readonly name: string;
  readonly execution: number | null;
  readonly suite: number | null;
  /** The module that was being loaded then: it counts for all who load it. */
  readonly module: string | null;
}

/** The text of a function was asked for; who did is said as with variables. */
export interface TextEntry extends Pick<VariableEntry, 'execution' | 'suite' | 'module'> {
  readonly t: 'text';
  /** The functions that it consists of, by their numbers in their module; which one that is, is not known. None: `bareClasses`. */
  readonly functions: readonly number[];
}

/** What a watched function was called with, once for each that is different. */
export interface CallEntry {
  readonly t: 'call';
  /** As in segments. */
  readonly fn: number;
  readonly execution: number | null;
  readonly suite: number | null;
  /** As `encodeCall` writes it; null: there were calls that are not known. */
  readonly input: string | null;
}

/** Who reads a file, or calls a function. */
export type Reader = Pick<ReadEntry, 'execution' | 'suite'>;

/** What `TestCase` says. Where the runner does not know all tests before it runs them, who reads all counts them. */
export interface TestName {
  readonly file: string;
  readonly titles: readonly string[];
  readonly project: string | null;
  readonly ordinal?: number;
}

/** A group of tests of a file whose hooks run for all of them; no titles stand for the file itself. */
export interface SuiteEntry {
  readonly t: 'suite';
  readonly suite: number;
  readonly file: string;
  readonly titles: readonly string[];
}

export interface BeginEntry extends TestName {
  readonly t: 'begin';
  readonly execution: number;
  /** The execution of the test that this one is a part of. */
  readonly within: number | null;
  /** Counts attempts of one test, from zero. */
  readonly attempt: number;
}

export interface EndEntry {
  readonly t: 'end';
  readonly execution: number;
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'todo' | 'timed-out';
  readonly ms: number;
}

export interface SegmentEntry {
  readonly t: 'segment';
  readonly owner:
    | { readonly kind: 'test'; readonly execution: number }
    | { readonly kind: 'suite'; readonly suite: number }
    | { readonly kind: 'load'; readonly path: string; readonly hash: string }
    | { readonly kind: 'process' };
  readonly functions: readonly number[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** In mode `paths`: `fn + 1` for an entry, `-(fn + 1)` for a return. */
  readonly events?: readonly number[];
}

/** Where entries go: the journal of this process. */
export interface EntrySink {
  add(entry: Entry, canWait?: boolean): void;
  flush(): void;
}
