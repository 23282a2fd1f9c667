import type { GraphCluster, GraphEdge, GraphEdgeKind, GraphNode, NodeShape } from '../graph-view';

/** A graph view in the making. */
export interface Drawing {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly clusters: readonly GraphCluster[];
  /** What the reader must know besides the meaning of colours. */
  readonly notes: readonly string[];
}

/** One graph of one function, before anybody asks how its nodes look. */
export interface Sketch {
  /** Nodes of the function that are shown, counted from its entry. */
  readonly nodes: readonly number[];
  /** Vertices that are no nodes of the control-flow graph. */
  readonly extras: readonly SketchExtra[];
  readonly edges: readonly SketchEdge[];
  readonly notes: readonly string[];
}

/** A node of the function by its index, or one of the extras by its key, which two versions of a function share. */
export type SketchVertex = number | string;

export interface SketchExtra {
  readonly key: string;
  readonly label: string;
  readonly shape: NodeShape;
}

export interface SketchEdge {
  readonly from: SketchVertex;
  readonly to: SketchVertex;
  readonly label: string;
  readonly kind: GraphEdgeKind;
}

/** Each edge once, in the order in which they turn up. */
export function distinctEdges<Edge extends { from: unknown; to: unknown; label: string; kind: string }>(
  edges: readonly Edge[],
): Edge[] {
  const seen = new Set<string>();
  return edges.filter(({ from, to, label, kind }) => {
    const key = JSON.stringify([from, to, label, kind]);
    return seen.has(key) ? false : seen.add(key);
  });
}
