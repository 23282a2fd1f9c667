import type { Diagnostic } from '#core/diagnostics';
import type { EditResult } from './edit-result';
import type { Step } from './impact-result';
import type { NodeRef } from './location';
import type { PathOutcome, ReplayDifference } from './paths-result';
import type { Revision } from './revision';

/** Why calls behave otherwise since a change: at which conditions, and for which edits. */
export interface ExplainResult {
  readonly schemaVersion: 1;
  readonly base: Revision;
  readonly head: Revision;
  /** The test that makes the calls; absent when a call was named. */
  readonly test?: ExplainedTest;
  readonly calls: readonly ExplainedCallResult[];
  readonly diagnostics: readonly Diagnostic[];
  /** False when the budget or a bound left something out. */
  readonly complete: boolean;
}

export interface ExplainedTest {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Calls of the test that do the same in both versions. */
  readonly same: number;
  /** Calls that could not be looked at, and why. */
  readonly passedOver: readonly { readonly call: string; readonly line: number; readonly reason: string }[];
}

export interface ExplainedCallResult {
  /** `src/a.ts#Class.method`. */
  readonly function: string;
  /** Source text: `total([1, 2], 'x')`. */
  readonly call: string;
  /** Where a test makes it. */
  readonly line?: number;
  readonly base: PathOutcome;
  readonly head: PathOutcome;
  readonly differsIn: readonly ReplayDifference[];
  /** What besides the result or error is different. */
  readonly effects: readonly ChangedEffect[];
  /** What was decided on the way of the call, in order: the path condition in each version. */
  readonly conditions: { readonly base: readonly DecisionResult[]; readonly head: readonly DecisionResult[] };
  /** Those with an input that behaves as before come first, else in the order of the path. */
  readonly causes: readonly CauseResult[];
  readonly edits: readonly SuspectResult[];
  /** Where the explanation may lack something, in words. */
  readonly gaps: readonly string[];
}

/** What the call leaves behind at one place, as source text; null where it does nothing. */
export interface ChangedEffect {
  readonly kind: Exclude<ReplayDifference, 'outcome'>;
  /** A variable, a parameter, `this`, or what is called. */
  readonly place: string;
  readonly before: string | null;
  readonly now: string | null;
}

export interface DecisionResult {
  readonly text: string;
  readonly file: string | null;
  readonly line: number | null;
  /** The change can reach it. */
  readonly impacted: boolean;
}

/** A condition at which another input leaves the path of the call while it keeps to the path in the other version. */
export interface CauseResult {
  /** As it is for the call. */
  readonly condition: string;
  /** The version whose condition it is; `base` for one that the head no longer meets. */
  readonly in: 'base' | 'head';
  readonly place: NodeRef;
  /** How many more conditions of the same place are causes, as in the turns of a loop. */
  readonly more: number;
  /** The nearest input beyond the condition on which both versions agree, run on both; null when none was found. */
  readonly nearest: NearestResult | null;
  /** The edits that it depends on, nearest first. */
  readonly edits: readonly { readonly id: string; readonly because: readonly Step[] }[];
}

export interface NearestResult {
  readonly call: string;
  /** In both versions. */
  readonly outcome: PathOutcome;
  readonly changes: readonly { readonly place: string; readonly before: string; readonly now: string }[];
}

/** An edit that the call executes or that a cause depends on. */
export interface SuspectResult {
  readonly edit: EditResult;
  /**
   * What the call does when the edit alone is taken back. `restores`: what it did in the base. `changes`: neither that nor
   * what it does now. `not-run`: without it the code cannot be run.
   */
  readonly withoutIt: 'restores' | 'changes' | 'changes-nothing' | 'not-run';
  /** Ids of edits that had to be taken back with it. */
  readonly together: readonly string[];
}
