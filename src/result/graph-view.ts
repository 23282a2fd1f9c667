/** A graph ready to be drawn: what a picture shows, without how. */
export interface GraphView {
  readonly title: string;
  readonly kind: GraphKind;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly clusters?: readonly GraphCluster[];
  /** Notes for the reader of this picture, besides the meaning of its colours: what was left out, what is compared. */
  readonly legend: readonly string[];
}

export type GraphKind = 'cfg' | 'pdg' | 'callgraph' | 'icfg' | 'dominators' | 'tree';

export interface GraphNode {
  readonly id: string;
  /** May have several lines. */
  readonly label: string;
  readonly shape: NodeShape;
  readonly mark: NodeMark | null;
  /** The id of the cluster that it is drawn in. */
  readonly cluster?: string;
  readonly tooltip?: string;
}

export type NodeShape = 'box' | 'diamond' | 'ellipse' | 'point' | 'note';

export type NodeMark =
  'changed' | 'added' | 'removed' | 'affected-condition' | 'affected-write' | 'affected' | 'target';

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly kind: GraphEdgeKind;
}

export type GraphEdgeKind = 'flow' | 'error' | 'control' | 'data' | 'call' | 'return' | 'virtual' | 'tree';

export interface GraphCluster {
  readonly id: string;
  readonly label: string;
}
