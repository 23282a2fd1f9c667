import type { NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import type { FunctionGraph } from './function-graph';
import type { PointerAnalysis } from './pointers';
import type { SharedPlaces } from './shared-places';

/** What of the dependence graph the shared places connect. */
export interface SharingGraph {
  readonly program: Program;
  readonly pointers: PointerAnalysis;
  readonly shared: SharedPlaces;
  readonly vertexBase: Int32Array;
  graphOf(fn: number): FunctionGraph;
  vertexOf(node: NodeId): number;
}

export type VisitAccess = (vertex: number, place: number) => void;

/** A way in which the language itself, not an access of the source, defines and uses shared places. */
export interface Effects {
  definitions(define: VisitAccess): void;
  uses(use: VisitAccess): void;
}
