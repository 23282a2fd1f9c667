import type { GraphKind } from '#result/graph-view';
import type { PathGoal } from '#result/paths-result';

/** What every job can be told. */
export interface JobOptions {
  readonly cwd: string;
  /** Most milliseconds to spend; what is not done by then is left out, and the result says so. */
  readonly budgetMs?: number;
  /** By which time is told; `begun`: from when on it is spent, which is when the job is asked for unless told. */
  readonly clock?: Clock;
  /** Keep what was computed for later runs; true unless said otherwise. */
  readonly cache?: boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
  /** Receives what every stage produced. */
  readonly debug?: (stage: string, text: string) => void;
}

/** Milliseconds. */
export interface Clock {
  readonly begun: number;
  readonly now: () => number;
}

/** How behaviour is compared. */
export interface BehaviourOptions {
  /** Compare what both versions do; true unless said otherwise. */
  readonly behaviour?: boolean;
  /** How often one branch may be undecided in one activation of a function: 4 unless told. */
  readonly loops?: number;
  /** Calls inside of each other: 256 unless told. */
  readonly depth?: number;
  /** Of one function: 1,000 unless told. */
  readonly maxPaths?: number;
  /** One on the PATH if it is there, and else the one that comes along (`auto`, unless told); one of them; or none, when what needs one stays undecided. */
  readonly solver?: 'auto' | 'embedded' | 'z3' | 'cvc5' | 'none';
  /** Which objects are the same one and the order of keys count as well. */
  readonly strict?: boolean;
  /** Ends the comparison with what was found so far. */
  readonly signal?: AbortSignal;
  /** Called when `signal` is looked at from now on; before that, only the end of the process ends the work. */
  readonly onInterruptible?: () => void;
}

export interface ChangeOptions extends JobOptions, BehaviourOptions {
  readonly base?: string;
  readonly head?: string;
  readonly staged?: boolean;
}

export interface CompareOptions extends JobOptions, BehaviourOptions {
  readonly old: string;
  readonly new: string;
  readonly function?: string;
}

export interface ImpactOptions extends JobOptions {
  readonly target: string;
  readonly direction: 'forward' | 'backward';
}

export interface GraphOptions extends JobOptions {
  readonly target: string;
  readonly kind: GraphKind;
  readonly against?: string;
  /** Also edges of errors that no handler awaits. */
  readonly allEdges?: boolean;
  /** However large the picture gets. */
  readonly all?: boolean;
  /** How many calls away from the function, for call graphs and interprocedural graphs. */
  readonly depth?: number;
  readonly postDominators?: boolean;
  /** How far to follow loops, for the symbolic tree. */
  readonly loops?: number;
}

export interface ExplainOptions extends JobOptions {
  /** A call, `src/cart.ts#total([1, 2])`, or a test, `test/cart.test.ts:12` or `test/cart.test.ts#adds up`. */
  readonly target: string;
  /** The revision in which it was right: as for the main job unless told. */
  readonly base?: string;
  /** A file that stands for the one of the call as it was, or a revision; instead of `base`. */
  readonly against?: string;
  /** Also conditions that the change cannot reach. */
  readonly all?: boolean;
  readonly solver?: 'auto' | 'embedded' | 'z3' | 'cvc5' | 'none';
}

export interface SelectOptions extends JobOptions {
  /** `src/cart.ts#total`. */
  readonly target: string;
  readonly base?: string;
  /** A file that stands for the one of the function as it was, or a revision; instead of `base`. */
  readonly against?: string;
  /** Calls of the function that tests make: `total([1, 2])`. */
  readonly inputs: readonly string[];
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
  readonly solver?: 'auto' | 'embedded' | 'z3' | 'cvc5' | 'none';
}

export interface PathsOptions extends JobOptions {
  readonly target: string;
  /** How often one branch may be undecided in one activation of a function: 4 unless told. */
  readonly loops?: number;
  /** Calls inside of each other: 256 unless told. */
  readonly depth?: number;
  /** 1,000 unless told. */
  readonly maxPaths?: number;
  /** Run an input of every path on the engine; true unless said otherwise. */
  readonly replay?: boolean;
  /** One on the PATH if it is there, and else the one that comes along (`auto`, unless told); one of them; or none, when what needs one stays undecided. */
  readonly solver?: 'auto' | 'embedded' | 'z3' | 'cvc5' | 'none';
  /** Also the symbolic execution tree. */
  readonly tree?: boolean;
  /** However large the tree gets. */
  readonly all?: boolean;
  /** Only the paths that the change since this revision, file or folder affects. */
  readonly against?: string;
  /** Which of them: one for every sequence of affected statements unless told. */
  readonly goal?: PathGoal;
  /** How sequences are told apart: `exact` unless told, `published` as the document on DiSE has it. */
  readonly pruning?: 'exact' | 'published';
  /** Ends the search with what was found so far. */
  readonly signal?: AbortSignal;
}

export interface TestsOptions extends JobOptions {
  /** Where the change began: the recorded source unless told. */
  readonly base?: string;
  /** Run the selected tests; the recording is then brought up to date. */
  readonly run?: boolean;
  /** With `run`: this share of the tests that are not selected is run as well. */
  readonly audit?: number;
  /** Receives what the runner prints. */
  readonly onOutput?: (text: string) => void;
}

export interface RecordOptions extends JobOptions {
  /** What runs the tests; found out from the project unless told. */
  readonly command?: readonly string[];
  /** Run all tests, not only those that changed since the last recording or may be affected. */
  readonly everything?: boolean;
  /** Also the sequence of calls, for PathImpact. */
  readonly paths?: boolean;
  /** What functions that changed since then are called with is kept as well: as for the main job unless told. */
  readonly base?: string;
  /** Receives what the runner prints. */
  readonly onOutput?: (text: string) => void;
}

export interface GcOptions extends JobOptions {
  /** Most recordings to keep: that of this branch first, then those that it goes back to, the newest first. */
  readonly keep?: number;
  /** Most bytes on disk: recordings go in the order in which they would with `keep`, the last one stays. */
  readonly maxBytes?: number;
}
