import type { Diagnostic } from '#core/diagnostics';
import type { FileRole } from '#ir/file-role';
import type { BugFound } from './bug-found';
import type { EditResult } from './edit-result';
import type { FunctionResult } from './function-result';
import type { ImpactedFunction, ImpactedStatement } from './impact-result';
import type { NodeRef, SpanResult } from './location';
import type { PartialResult } from './partial-result';
import type { RecordedTests } from './recorded-tests';
import type { Revision } from './revision';
import type { Behaviour, Verdict } from './verdict';

/**
 * What a change does: everything a report may know, as plain data. `--format json` prints it; fields are added, never
 * renamed. Lists are ordered for reading: the same change gives the same result, byte by byte.
 */
export interface Result {
  readonly schemaVersion: 1;
  readonly base: Revision;
  readonly head: Revision;
  /** Source files that differ, in path order. */
  readonly files: readonly FileResult[];
  /** Changes that can be taken back one without the other. */
  readonly edits: readonly EditResult[];
  /** Functions whose code differs; one that differs in formatting, comments or types alone is not here. */
  readonly functions: readonly FunctionResult[];
  /** Functions that code outside of the project can call and that the change can reach. */
  readonly entryPoints: readonly EntryPointResult[];
  /** Assertions that fail on affected paths, new ones first; absent when nobody looked. */
  readonly bugs?: readonly BugFound[];
  /** What the change can reach besides the changed nodes themselves, most directly affected first. */
  readonly impact: Impact;
  /** What recorded tests saw of it; absent without a recording. */
  readonly tests?: RecordedTests;
  readonly unresolvedCalls: UnresolvedCalls;
  readonly diagnostics: readonly Diagnostic[];
  /** `false` when a budget cut something off. */
  readonly complete: boolean;
  /** What was cut off, and by what; absent when nothing was. */
  readonly partial?: PartialResult;
}

export interface FileResult {
  /** In the head, or in the base for a removed file. */
  readonly path: string;
  readonly status: 'changed' | 'added' | 'removed';
  readonly renamedFrom?: string;
  /** Only formatting, comments or types differ: nothing that runs. */
  readonly erased: boolean;
  /** A version of it cannot be read: what changed in it is not known. */
  readonly unread?: true;
}

export interface EntryPointResult {
  readonly id: string;
  /** What its file is, where that is no part of the program. */
  readonly role?: FileRole;
  /** The name by which importers get at it, of a function that another one has made when modules were loaded. */
  readonly exportedAs?: string;
  readonly span?: SpanResult;
  /** Changed functions that a call of this one can reach. */
  readonly reaches: readonly string[];
  readonly verdict: Verdict;
  readonly behaviours: readonly Behaviour[];
  /** A changed function behaves differently, but no caller can see it from here. */
  readonly masked: boolean;
}

export interface Impact {
  readonly statements: readonly ImpactedStatement[];
  readonly functions: readonly ImpactedFunction[];
}

/** Calls whose targets are unknown: what they run is not in the impact. */
export interface UnresolvedCalls {
  readonly count: number;
  readonly samples: readonly NodeRef[];
}
