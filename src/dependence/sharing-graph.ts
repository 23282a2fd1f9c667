import type { Program } from '#ir/program';
import type { ArgumentPairs } from './argument-pairs';
import type { ModuleGraph } from './module-graph';
import type { PointerAnalysis } from './pointers';
import type { PlacesRead } from './property-reads';
import type { SharedPlaces } from './shared-places';
import type { VertexNumbering } from './vertex-numbering';

/** What of the dependence graph the shared places connect. */
export interface SharingGraph {
  readonly program: Program;
  readonly pointers: PointerAnalysis;
  readonly shared: SharedPlaces;
  readonly vertexBase: Int32Array;
  readonly numbering: VertexNumbering;
  readonly argumentPairs: ArgumentPairs;
  moduleGraph(m: number): ModuleGraph;
  vertexOf(node: number): number;
}

export type VisitDefinition = (vertex: number, place: number) => void;
export type VisitUse = (vertex: number, places: PlacesRead) => void;

/** A way in which the language itself, not an access of the source, defines and uses shared places; module by module. */
export interface Effects {
  definitions(module: number, define: VisitDefinition): void;
  uses(module: number, use: VisitUse): void;
}
