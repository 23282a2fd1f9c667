import type { GraphKind, GraphView } from '#result/graph-view';
import type { ExplainResult } from '#result/explain-result';
import type { ImpactResult } from '#result/impact-result';
import type { PathGoal, PathsResult } from '#result/paths-result';
import type { GcResult, RecordResult } from '#result/record-result';
import type { Result } from '#result/result';
import type { SelectResult } from '#result/select-result';
import type { TechniquesResult } from '#result/techniques-result';
import type { TestsResult } from '#result/tests-result';
import type { PruningName, SolverName } from './request';

/** The analyses as the command line calls them, so that a test can stand in for them. */
export interface PipelinePort {
  analyzeChange(
    options: RunOptions &
      BehaviourRunOptions & { readonly base?: string; readonly head?: string; readonly staged?: boolean },
  ): Result | Promise<Result>;
  compare(
    options: RunOptions &
      BehaviourRunOptions & { readonly old: string; readonly new: string; readonly function?: string },
  ): Result | Promise<Result>;
  analyzeImpact(
    options: RunOptions & { readonly target: string; readonly direction: 'forward' | 'backward' },
  ): ImpactResult | Promise<ImpactResult>;
  compareTechniques(options: RunOptions & { readonly target: string }): TechniquesResult | Promise<TechniquesResult>;
  record(
    options: RunOptions & {
      readonly command?: readonly string[];
      readonly everything?: boolean;
      readonly paths?: boolean;
      readonly base?: string;
      readonly onOutput?: (text: string) => void;
    },
  ): RecordResult | Promise<RecordResult>;
  selectAffectedTests(
    options: RunOptions & {
      readonly base?: string;
      readonly run?: boolean;
      readonly audit?: number;
      readonly onOutput?: (text: string) => void;
    },
  ): TestsResult | Promise<TestsResult>;
  collectGarbage(
    options: RunOptions & { readonly keep?: number; readonly maxBytes?: number },
  ): GcResult | Promise<GcResult>;
  explain(
    options: RunOptions & {
      readonly target: string;
      readonly base?: string;
      readonly against?: string;
      readonly all?: boolean;
      readonly solver?: SolverName;
    },
  ): ExplainResult | Promise<ExplainResult>;
  explorePaths(
    options: RunOptions & {
      readonly target: string;
      readonly loops?: number;
      readonly depth?: number;
      readonly maxPaths?: number;
      readonly replay?: boolean;
      readonly solver?: SolverName;
      readonly tree?: boolean;
      readonly all?: boolean;
      readonly against?: string;
      readonly goal?: PathGoal;
      readonly pruning?: PruningName;
      readonly signal?: AbortSignal;
    },
  ): PathsResult | Promise<PathsResult>;
  selectInputs(
    options: RunOptions & {
      readonly target: string;
      readonly against?: string;
      readonly inputs: readonly string[];
      readonly loops?: number;
      readonly depth?: number;
      readonly maxPaths?: number;
      readonly solver?: SolverName;
    },
  ): SelectResult | Promise<SelectResult>;
  buildGraph(
    options: RunOptions & {
      readonly target: string;
      readonly kind: GraphKind;
      readonly against?: string;
      readonly allEdges?: boolean;
      readonly all?: boolean;
      readonly depth?: number;
      readonly loops?: number;
      readonly postDominators?: boolean;
    },
  ): GraphView | Promise<GraphView>;
}

export interface RunOptions {
  readonly cwd: string;
  readonly budgetMs?: number;
  readonly clock?: { readonly begun: number; readonly now: () => number };
  readonly cache?: boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
  readonly debug?: (stage: string, text: string) => void;
}

export interface BehaviourRunOptions {
  readonly behaviour?: boolean;
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
  readonly solver?: SolverName;
  readonly strict?: boolean;
  readonly signal?: AbortSignal;
  /** To be called when `signal` is looked at from now on. */
  readonly onInterruptible?: () => void;
}
