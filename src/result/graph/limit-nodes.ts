import { counted } from './counted';
import type { Drawing } from './drawing';

export interface DrawingLimits {
  readonly nodes: number;
  readonly edges: number;
}

/** As many nodes as the limits allow: those that are marked, then the others in their order, which is that of the source or nearest first. */
export function limitNodes(drawing: Drawing, limits: DrawingLimits): Drawing {
  const { nodes, edges, clusters, notes } = drawing;
  if (nodes.length <= limits.nodes && edges.length <= limits.edges) return drawing;
  const marked = nodes.filter(({ mark }) => mark !== null);
  const others = nodes.filter(({ mark }) => mark === null);
  const rank = new Map([...marked, ...others].map(({ id }, index) => [id, index]));
  const rankOf = (id: string): number => rank.get(id) ?? 0;
  // An edge is drawn when both of its nodes are, so the first edge too many says how many nodes to draw.
  const edgeRanks = edges.map(({ from, to }) => Math.max(rankOf(from), rankOf(to))).toSorted((a, b) => a - b);
  const most = Math.min(limits.nodes, edgeRanks[limits.edges] ?? nodes.length);
  const shownNodes = nodes.filter(({ id }) => rankOf(id) < most);
  const shownEdges = edges.filter(({ from, to }) => rankOf(from) < most && rankOf(to) < most);
  const left = `${nodes.length - shownNodes.length} of ${counted(nodes.length, 'node')}`;
  return {
    nodes: shownNodes,
    edges: shownEdges,
    clusters,
    notes: [...notes, `Cut off: ${left} and ${counted(edges.length - shownEdges.length, 'edge')} are left out.`],
  };
}
