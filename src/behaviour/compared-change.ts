import type { ChangeSet } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import type { ComparedFunction } from './compared-function';
import type { ComparisonOptions } from './compare-for-inputs';
import type { ComparedLoading } from './compare-loading';
import type { ReplayerPair } from './replayer-pair';

/** Both versions, and what is known of the change between them. */
export interface ComparedChange {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly changes: ChangeSet;
  /** Whether what a function of the head does may differ from the base. */
  readonly isImpacted: (fn: FunctionId) => boolean;
  /** The same where it is called with the same arguments. */
  readonly isAltered: (fn: FunctionId) => boolean;
  /** Of the head. */
  readonly graph: DependenceGraph;
  /** Functions that code outside can call, and that lead to a changed one; nearest first. */
  readonly entryPoints: readonly FunctionId[];
  /** Others that code outside can call. */
  readonly otherExports: readonly FunctionId[];
}

export interface ChangeComparisonOptions extends Omit<ComparisonOptions, 'replayers' | 'expired'> {
  /** To be disposed of by whoever started them. */
  readonly replayers: ReplayerPair;
  /** Milliseconds for everything. */
  readonly budgetMs: number;
  readonly now: () => number;
  readonly onProgress?: (done: number, total: number) => void;
}

/** By `path#number` of the function in the head. */
export interface ChangeVerdicts {
  readonly functions: ReadonlyMap<string, ComparedFunction>;
  /** Those that were to be compared. */
  readonly planned: ReadonlySet<string>;
  /** By path of the head: what differs when the module is loaded. */
  readonly modules: ReadonlyMap<string, ComparedLoading>;
  /** False when something was not looked at for want of time. */
  readonly complete: boolean;
  readonly missing: WantOfTime;
  /** Someone has said that it is enough. */
  readonly interrupted: boolean;
}

/** How much there was no time for. */
export interface WantOfTime {
  /** Functions that nobody came to. */
  readonly functions: number;
  /** Functions with more paths than their share of the time was enough for. */
  readonly shortened: number;
  /** Modules that were not run. */
  readonly modules: number;
}
