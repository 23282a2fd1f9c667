import type { NodeRef } from './location';

/** The symbolic execution tree of a function (DiSE Fig. 1), without the states in which nothing is decided. */
export interface SymbolicTree {
  /** Parents before their children, children in the order of the search. The first is where the function begins. */
  readonly nodes: readonly TreeNode[];
  /** How many nodes the whole tree has. */
  readonly total: number;
}

export interface TreeNode {
  /** Its place in `nodes`. */
  readonly id: number;
  readonly parent: number | null;
  /** What is decided at its parent to get here; empty for the first. */
  readonly decision: string;
  /** Everything that is decided on the way here (PC); `true` when nothing is. */
  readonly condition: string;
  /** Variables in scope, and parts of inputs that were changed, in symbolic terms. */
  readonly variables: readonly TreeVariable[];
  readonly at: TreePlace;
  /** Ends of paths at or below it, in the whole tree. */
  readonly paths: number;
}

export type TreePlace =
  /** The statement that decides. */
  | { readonly kind: 'fork'; readonly node: NodeRef }
  /** The end of `paths[path]`. */
  | { readonly kind: 'end'; readonly path: number }
  /** Left when the search was ended. */
  | { readonly kind: 'open' }
  /** Stands for subtrees that are left out. */
  | { readonly kind: 'rest' };

export interface TreeVariable {
  readonly name: string;
  readonly value: string;
}
