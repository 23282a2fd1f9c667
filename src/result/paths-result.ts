import type { Diagnostic } from '#core/diagnostics';
import type { SpanResult } from './location';
import type { SymbolicTree } from './symbolic-tree';
import type { Outcome } from './verdict';

/** Every path of one function: when it is taken, what comes of it, and an input that takes it. */
export interface PathsResult {
  readonly schemaVersion: 1;
  /** `src/a.ts#Class.method`. */
  readonly function: string;
  /** `update(pedalPos, bSwitch)`, as a reader would write the call. */
  readonly signature: string;
  readonly span: SpanResult;
  /** In the order of the search, which is that of the source: where a condition can go both ways, the way that holds is first. */
  readonly paths: readonly FunctionPath[];
  /** False when there may be more: the budget, the number of paths or a bound cut something off. */
  readonly complete: boolean;
  /** Why it is not complete, in words; empty when it is. */
  readonly gaps: readonly string[];
  readonly bounds: PathBounds;
  /** What was taken for granted of all inputs: preconditions, types that were taken for something wider. */
  readonly assumptions: readonly PathAssumption[];
  /** When it was asked for. */
  readonly tree?: SymbolicTree;
  /** When only the paths were asked for that a change affects. */
  readonly against?: AffectedPaths;
  readonly diagnostics: readonly Diagnostic[];
}

/** What was searched for, and what that took. */
export interface AffectedPaths {
  /** What the function is compared with, in words. */
  readonly base: string;
  readonly goal: PathGoal;
  readonly pruning: 'exact' | 'published';
  /** Statements of the function, and of what it calls, that the change affects in some calling context. */
  readonly affectedNodes: number;
  /** States of the symbolic execution tree that were visited, and those that were not gone on with. */
  readonly states: number;
  readonly pruned: number;
}

/**
 * Which paths are wanted: one for every sequence of affected statements, or enough to cover every affected statement, basic
 * block, branch, combination of path fragments, or use of what an affected statement writes.
 */
export type PathGoal = 'sequence' | 'statement' | 'block' | 'branch' | 'fragment' | 'dataflow';

export interface PathBounds {
  /** How often one branch may be undecided in one activation of a function. */
  readonly loops: number;
  /** Calls inside of each other. */
  readonly depth: number;
  readonly paths: number;
}

export interface PathAssumption {
  /** `precondition`: stated by the user. `type`: a declared type that was taken for something wider, or a part of it left out. */
  readonly kind: 'precondition' | 'type';
  readonly text: string;
}

export interface FunctionPath {
  /** All that the path decides, as one expression over the inputs; `true` when it decides nothing. */
  readonly condition: string;
  /** What `call` does: seen on the engine where it was replayed, else predicted. */
  readonly outcome: PathOutcome;
  /** Source text: `f(3, "x")`. */
  readonly call: string;
  /** `call` was run on the engine, and nothing it did is different from what the path says. */
  readonly replayed: boolean;
  /** The path was left before its end. */
  readonly bounded: boolean;
  readonly replay: ReplayResult;
  /** What is returned or thrown, for all inputs of the path: `x + 1`; null where it does not end. */
  readonly result: { readonly kind: 'returns' | 'throws'; readonly text: string } | null;
  readonly conditions: readonly PathCondition[];
  readonly effects: readonly PathEffect[];
  /** Why the path was left before its end; null when it was not. */
  readonly cut: string | null;
  /** Where the path stands for less than all inputs that meet its condition, or is not sure to be possible. */
  readonly notes: readonly string[];
}

/** `unknown`: it was not run, or what it did is no behaviour: it ran out of memory, tried to write a file, … */
export type PathOutcome = Outcome | { readonly kind: 'unknown'; readonly reason: string };

export type ReplayResult =
  | { readonly kind: 'as-predicted' }
  /** The path was left before its end: there was nothing to compare with. */
  | { readonly kind: 'ran' }
  /** The path is not to be relied upon: it rests on `assumptions` that did not hold or, without any, on a mistake of ours. */
  | {
      readonly kind: 'differs';
      readonly predicted: PathOutcome;
      readonly in: readonly ReplayDifference[];
      readonly assumptions: readonly string[];
    }
  /** Nobody can tell: it was not run, or did not come to an end that counts. */
  | { readonly kind: 'unconfirmed'; readonly reason: string };

export type ReplayDifference = 'outcome' | 'receiver' | 'arguments' | 'module state' | 'calls';

export interface PathCondition {
  readonly text: string;
  /**
   * `branch`: a decision of the program. `implicit`: one inside an operation. `shape`: what kind of value an input is.
   * `alias`: whether two inputs are the same object. `input`: true of every input of its type. `precondition`: stated.
   */
  readonly role: 'branch' | 'implicit' | 'input' | 'precondition' | 'shape' | 'alias';
  readonly file: string | null;
  readonly line: number | null;
  /** The other conditions say it already: it is left out of `FunctionPath.condition`. */
  readonly implied: boolean;
  /** When only affected paths were asked for: whether the change affects the statement that decides it. */
  readonly affected?: boolean;
}

export interface PathEffect {
  readonly kind: 'argument' | 'receiver' | 'module' | 'call';
  /** For all inputs of the path: `this.total = this.total + price`, `delete a.b`, `console.log(x)`. */
  readonly text: string;
  /** What is changed or called. */
  readonly place: string;
  /** What is assigned, for all inputs of the path; null for what is no assignment. */
  readonly value: string | null;
}
