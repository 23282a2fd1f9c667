import type { FunctionIr, ModuleIr } from '#ir/cfg';

/**
 * What changed between two versions of a program: which functions and which nodes of their graphs are the same
 * (DiSE 3.1), and the independent edits of the text that lead from one to the other. Some of it is found when it is first asked
 * for: a copy names its members one by one.
 */
export interface ChangeSet {
  /** Every function of the compared modules: the head's in order, then those that only the base has. */
  readonly functions: readonly FunctionChange[];
  /** What changed outside of any graph; each also marks the entry of its module body as changed. */
  readonly moduleChanges: readonly ModuleChange[];
  readonly edits: readonly Edit[];
  readonly modules: readonly ModulePair[];
  /** Functions of which a program can see something else without calling them; who does is no matter of the compared files alone. */
  readonly described: readonly DescriptionChange[];
}

/** What code that reads it sees of a function: its name, its length, its source text. */
export interface DescriptionChange {
  readonly base: FunctionRef;
  readonly head: FunctionRef;
  readonly name: readonly [before: string | null, after: string | null] | null;
  readonly length: readonly [before: number, after: number] | null;
  readonly text: boolean;
}

/** One file in both versions; its path may differ. */
export interface ModulePair {
  readonly base: ModuleIr | null;
  readonly head: ModuleIr | null;
}

export interface FunctionRef {
  readonly module: ModuleIr;
  readonly fn: FunctionIr;
}

/** `removed` occurs in the base only, `added` in the head only; a changed or unchanged node has a partner. */
export type NodeStatus = 'unchanged' | 'changed' | 'added' | 'removed';

export type FunctionChange = KeptFunction | AddedFunction | RemovedFunction;

interface FunctionFacts {
  readonly nodes: NodeMap;
  /**
   * Indexes in `ChangeSet.edits` of the edits inside the function itself, not inside functions nested in it. Found when asked for,
   * but by no accessor: a literal with one has a shape of its own, and the engine keeps shapes, with all that they lead to.
   */
  readonly edits: () => readonly number[];
}

export interface KeptFunction extends FunctionFacts {
  /** `unchanged`: the two graphs are the same but for the numbering and naming of nodes, variables and functions. */
  readonly status: 'unchanged' | 'changed';
  readonly renamed: boolean;
  /** Into another file, function or class. */
  readonly moved: boolean;
  readonly base: FunctionRef;
  readonly head: FunctionRef;
  /** What differs outside of the graph: parameters, `async`, the class it belongs to. */
  readonly headerChanges: readonly string[];
  /** All that differs there is that parameters come or go which nobody reads: a call does nothing else for it. */
  readonly isCalledAlike: boolean;
  /** What it sees of functions that are described otherwise; each also marks the node that looks as changed. */
  readonly notices: readonly string[];
}

export interface AddedFunction extends FunctionFacts {
  readonly status: 'added';
  readonly base: null;
  readonly head: FunctionRef;
}

export interface RemovedFunction extends FunctionFacts {
  readonly status: 'removed';
  readonly base: FunctionRef;
  readonly head: null;
}

/** Nodes by their index in their function; −1 where there is no partner. The two maps are inverse to each other. */
export interface NodeMap {
  readonly toHead: Int32Array;
  readonly toBase: Int32Array;
  readonly baseStatus: readonly NodeStatus[];
  readonly headStatus: readonly NodeStatus[];
}

export interface ModuleChange {
  readonly kind: 'format' | 'evaluation-order' | 'import' | 'export';
  readonly base: string;
  readonly head: string;
  /** A sentence without a final stop. */
  readonly description: string;
  /** The name that stands for something else, or came or went; `*` where that may be any. */
  readonly exported?: string;
  readonly loads?: ChangedLoads;
}

/** Modules that are loaded in another order, or came or went; as the module of one version calls them. */
export interface ChangedLoads {
  readonly kind: 'order' | 'other';
  readonly side: 'base' | 'head';
  readonly specifiers: readonly string[];
  /** What is loaded before them in both versions. */
  readonly before: readonly string[];
}

/** One independent change of the text that can be taken back alone (the C of P′∖C, Effects 4.1.3). */
export interface Edit {
  readonly id: string;
  readonly description: string;
  readonly hunks: readonly Hunk[];
  /** Ids of edits that must be taken back with this one: they use a name that only this one declares, or the reverse. */
  readonly entails: readonly string[];
}

/** A stretch of the head's text and what stood there in the base. */
export type Hunk =
  | { readonly kind: 'replace'; readonly base: TextRange; readonly head: TextRange; readonly restored: string }
  /** A file of the head that the base does not have. */
  | { readonly kind: 'add-file'; readonly head: TextRange }
  /** A file of the base that the head does not have. */
  | { readonly kind: 'remove-file'; readonly base: TextRange };

export interface TextRange {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}
