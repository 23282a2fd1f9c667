import type { ChangeSet } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import type { GraphKind } from '../graph-view';

/** Which picture of which code is wanted. */
export interface GraphRequest {
  readonly kind: GraphKind;
  /** The version that is drawn. */
  readonly loaded: LoadedProgram;
  /** The function that is drawn. A call graph of a module body shows the calls of its whole file. */
  readonly fn: FunctionId;
  /** Called only for pictures that show dependences or calls. */
  readonly graph: () => DependenceGraph;
  readonly title: string;
  /** Mark what differs from an older version, and what the difference affects. */
  readonly change?: GraphChange;
  /** Also draw where errors go that no handler of the source awaits. */
  readonly allEdges?: boolean;
  /** How many calls away from the function to go: 2 in call graphs, 1 in interprocedural control flow. */
  readonly depth?: number;
  /** The post-dominator tree instead of the dominator tree. */
  readonly postDominators?: boolean;
  /** What a call graph shows; a module body stands for its file unless told. */
  readonly scope?: 'function' | 'file' | 'program';
  /** Draw all nodes, however many there are. */
  readonly all?: boolean;
}

export interface GraphChange {
  readonly base: LoadedProgram;
  /** From `base` to the version that is drawn. */
  readonly changes: ChangeSet;
}
