import type { KeptFunction } from './change-set';
import type { CodeChange } from './code-change';
import { FlowGraph, type FlowEdge } from './flow-graph';

/**
 * The ICFG I′ that results from applying changes to the base's graph (Effects 4.1.2), its nodes numbered as in the head:
 * nodes that no change replaces have the number of their partner.
 */
export function applyCodeChanges({ base, nodes }: KeptFunction, changes: readonly CodeChange[]): readonly FlowEdge[] {
  const graph = new FlowGraph(base.fn);
  const replaced = new Set(changes.flatMap((change) => change.base.nodes));
  const redirected = new Set(
    changes.flatMap((change) => [...change.in, ...change.out].map(({ edge }) => edgeKey(edge))),
  );
  const renumber = ({ from, to, label, weak }: FlowEdge): FlowEdge => ({
    from: nodes.toHead[from]!,
    to: nodes.toHead[to]!,
    label,
    weak,
  });
  const kept = graph.edges.filter((edge) => !replaced.has(edge.from) && !redirected.has(edgeKey(edge))).map(renumber);
  const keptEscapes = graph.escapes.filter(({ from }) => !replaced.has(from)).map(renumber);
  const brought = changes.flatMap((change) => [
    ...change.head.edges,
    ...change.head.backEdges,
    ...change.head.escapes,
    ...change.in.map(({ edge, node, label }) => ({ from: nodes.toHead[edge.from]!, to: node, label, weak: edge.weak })),
    ...change.out.map(({ edge, node, label }) => ({ from: node, to: nodes.toHead[edge.to]!, label, weak: edge.weak })),
  ]);
  const unique = new Map([...kept, ...keptEscapes, ...brought].map((edge) => [edgeKey(edge), edge]));
  return [...unique.values()];
}

export function edgeKey({ from, to, label }: FlowEdge): string {
  return `${from} ${to} ${label}`;
}
