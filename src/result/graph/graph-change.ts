import type { ChangeSet } from '#change/change-set';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';

/** The older version that a picture is compared with. */
export interface GraphChange {
  readonly base: LoadedProgram;
  /** From `base` to the version that is drawn. */
  readonly changes: ChangeSet;
  /** Of `base`. Without it a call graph does not know which calls are gone, nor what removed code reached. */
  readonly graph?: () => DependenceGraph;
}
