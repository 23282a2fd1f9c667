import { invariant } from '#core/diagnostics';
import type { GraphCluster, GraphEdge, GraphEdgeKind, GraphNode, GraphView, NodeMark } from '#result/graph-view';
import { edgeStyles, markStyles } from './graph-theme';

/** A graph view as the drawing languages need it: short safe names, and nodes by cluster. */
export interface GraphIndex {
  /** Nodes outside of any cluster. */
  readonly free: readonly NamedNode[];
  readonly clusters: readonly { readonly name: string; readonly label: string; readonly nodes: readonly NamedNode[] }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly edge: GraphEdge }[];
  /** In the order of the theme. */
  readonly marks: readonly NodeMark[];
  readonly edgeKinds: readonly GraphEdgeKind[];
}

export interface NamedNode {
  /** `n0`, `n1`, …: ids hold paths, which no drawing language takes as they are. */
  readonly name: string;
  readonly node: GraphNode;
}

export function indexGraph(view: GraphView): GraphIndex {
  const nodes = view.nodes.map((node, index) => ({ name: `n${index}`, node }));
  const nameOf = new Map(nodes.map(({ name, node }) => [node.id, name]));
  const named = (id: string): string => {
    const name = nameOf.get(id);
    invariant(name !== undefined, 'an edge of a graph view joins two of its nodes');
    return name;
  };
  const marks = new Set(view.nodes.map(({ mark }) => mark));
  const kinds = new Set(view.edges.map(({ kind }) => kind));
  return {
    free: nodes.filter(({ node }) => node.cluster === undefined),
    clusters: clustersOf(view).map(({ id, label }, index) => ({
      name: `c${index}`,
      label,
      nodes: nodes.filter(({ node }) => node.cluster === id),
    })),
    edges: view.edges.map((edge) => ({ from: named(edge.from), to: named(edge.to), edge })),
    marks: keysOf(markStyles).filter((mark) => marks.has(mark)),
    edgeKinds: keysOf(edgeStyles).filter((kind) => kinds.has(kind)),
  };
}

/** The clusters that have nodes; one that is not declared is labelled with its id. */
function clustersOf(view: GraphView): GraphCluster[] {
  const labels = new Map((view.clusters ?? []).map(({ id, label }) => [id, label]));
  const used = new Set(view.nodes.flatMap(({ cluster }) => (cluster === undefined ? [] : [cluster])));
  const declared = [...labels.keys()].filter((id) => used.has(id));
  const others = [...used].filter((id) => !labels.has(id));
  return [...declared, ...others].map((id) => ({ id, label: labels.get(id) ?? id }));
}

function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(table) as Key[];
}
