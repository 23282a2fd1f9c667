import type { GraphKind } from '#result/graph-view';
import type { PathGoal } from '#result/paths-result';

/** What a command line asks for. */
export type Request =
  | ChangeRequest
  | CompareRequest
  | ImpactRequest
  | RecordRequest
  | TestsRequest
  | GcRequest
  | ExplainRequest
  | PathsRequest
  | GraphRequest;

export interface CommonRequest {
  /** `undefined`: the standard output. */
  readonly output: string | undefined;
  readonly budgetMs: number | undefined;
  readonly cache: boolean;
  readonly all: boolean;
  readonly quiet: boolean;
  readonly debug: boolean;
}

export type ReportFormat = (typeof reportFormats)[number];
export const reportFormats = ['text', 'json', 'markdown'] as const;

export type GraphFormat = (typeof graphFormats)[number];
export const graphFormats = ['dot', 'mermaid', 'svg', 'json'] as const;

export const graphKinds = [
  'cfg',
  'pdg',
  'callgraph',
  'icfg',
  'dominators',
  'tree',
] as const satisfies readonly GraphKind[];

export const pathGoals = [
  'sequence',
  'statement',
  'block',
  'branch',
  'fragment',
  'dataflow',
] as const satisfies readonly PathGoal[];

export type PruningName = (typeof pruningNames)[number];
export const pruningNames = ['exact', 'published'] as const;

export type SolverName = (typeof solverNames)[number];
export const solverNames = ['auto', 'embedded', 'z3', 'cvc5', 'none'] as const;

/** What makes the exit code 1. */
export type FailOn = (typeof failOnChoices)[number];
export const failOnChoices = ['none', 'differs', 'bug', 'changed', 'impact', 'unknown', 'error'] as const;

/** How behaviour is to be compared. */
export interface BehaviourRequest {
  readonly behaviour: boolean;
  readonly loops: number | undefined;
  readonly depth: number | undefined;
  readonly maxPaths: number | undefined;
  readonly solver: SolverName | undefined;
  readonly strict: boolean;
}

export interface ChangeRequest extends CommonRequest, BehaviourRequest {
  readonly kind: 'change';
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly staged: boolean;
  readonly format: ReportFormat;
  readonly failOn: readonly FailOn[];
}

export interface CompareRequest extends CommonRequest, BehaviourRequest {
  readonly kind: 'compare';
  readonly old: string;
  readonly new: string;
  readonly function: string | undefined;
  readonly format: ReportFormat;
  readonly failOn: readonly FailOn[];
}

export interface ImpactRequest extends CommonRequest {
  readonly kind: 'impact';
  readonly target: string;
  readonly direction: 'forward' | 'backward';
  /** Lay techniques side by side that use a recording. */
  readonly techniques: boolean;
  readonly format: ReportFormat;
}

export interface RecordRequest extends CommonRequest {
  readonly kind: 'record';
  readonly command: readonly string[] | undefined;
  readonly everything: boolean;
  readonly paths: boolean;
  readonly since: string | undefined;
  readonly format: ReportFormat;
}

export interface TestsRequest extends CommonRequest {
  readonly kind: 'tests';
  readonly base: string | undefined;
  readonly run: boolean;
  readonly audit: number | undefined;
  /** Names alone. */
  readonly list: boolean;
  readonly format: ReportFormat;
}

export interface GcRequest extends CommonRequest {
  readonly kind: 'gc';
  readonly keep: number | undefined;
  readonly maxBytes: number | undefined;
  readonly format: ReportFormat;
}

export interface ExplainRequest extends CommonRequest {
  readonly kind: 'explain';
  readonly target: string;
  readonly base: string | undefined;
  readonly against: string | undefined;
  readonly solver: SolverName | undefined;
  readonly format: ReportFormat;
}

export interface PathsRequest extends CommonRequest {
  readonly kind: 'paths';
  readonly target: string;
  readonly loops: number | undefined;
  readonly depth: number | undefined;
  readonly maxPaths: number | undefined;
  readonly replay: boolean;
  readonly solver: SolverName | undefined;
  readonly tree: boolean;
  readonly against: string | undefined;
  readonly goal: PathGoal | undefined;
  readonly pruning: PruningName | undefined;
  /** A file of calls that are judged by the paths instead of listing these. */
  readonly inputs: string | undefined;
  readonly format: ReportFormat;
}

export interface GraphRequest extends CommonRequest {
  readonly kind: 'graph';
  readonly target: string;
  readonly graph: GraphKind;
  readonly against: string | undefined;
  readonly allEdges: boolean;
  readonly depth: number | undefined;
  readonly loops: number | undefined;
  readonly postDominators: boolean;
  readonly format: GraphFormat;
}
