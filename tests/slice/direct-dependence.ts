import type { NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';

/**
 * Whether a node depends on another without a third one in between: along edges between parts of the two and through
 * shared places, or, for a call and its return, through all that the callee does.
 */
export function isDirect(graph: DependenceGraph, from: NodeId, to: NodeId): boolean {
  if (graph.callsAt(from)?.returnNode === to) return true;
  const reached = new Set([graph.vertexOf(from), ...graph.partsOf(from)]);
  let found = false;
  for (const vertex of reached) {
    graph.forward(vertex, (next) => {
      const node = graph.isPlace(next) ? undefined : graph.nodeOf(next);
      if (node === to) found = true;
      else if (node === undefined || node === from) reached.add(next);
    });
  }
  return found;
}
