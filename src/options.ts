import type { GraphKind } from '#result/graph-view';

/** What every job can be told. */
export interface JobOptions {
  readonly cwd: string;
  /** Most milliseconds to spend; what is not done by then is left out, and the result says so. */
  readonly budgetMs?: number;
  /** Keep what was computed for later runs; true unless said otherwise. */
  readonly cache?: boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
  /** Receives what every stage produced. */
  readonly debug?: (stage: string, text: string) => void;
}

export interface ChangeOptions extends JobOptions {
  readonly base?: string;
  readonly head?: string;
  readonly staged?: boolean;
}

export interface CompareOptions extends JobOptions {
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
  /** The solver that comes along, one on the PATH, or none, when what needs one stays undecided. */
  readonly solver?: 'embedded' | 'z3' | 'cvc5' | 'none';
  /** Also the symbolic execution tree. */
  readonly tree?: boolean;
  /** However large the tree gets. */
  readonly all?: boolean;
  /** Ends the search with what was found so far. */
  readonly signal?: AbortSignal;
}
