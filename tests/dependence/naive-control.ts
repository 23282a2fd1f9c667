import type { FlowGraph } from '#dependence/control-dependence';

/**
 * Control dependence straight from Change-Effects Def. 6: s₁ depends on s₂ with label L when s₂ has a successor u along L
 * and a successor v such that s₁ post-dominates u but not v. Each as `from -label-> to`.
 */
export function naiveControlDependences(flow: FlowGraph): string[] {
  const nodes = Array.from({ length: flow.nodeCount }, (_, node) => node);
  const postDominators = nodes.map((node) => postDominatorsOf(flow, node));
  const found = new Set<string>();
  for (const [from, label, u] of edgesOf(flow)) {
    for (const [other, , v] of edgesOf(flow)) {
      if (other !== from) continue;
      for (const to of nodes) {
        if (postDominators[u]?.has(to) === true && postDominators[v]?.has(to) === false) {
          found.add(`${from} -${label}-> ${to}`);
        }
      }
    }
  }
  return [...found].toSorted();
}

function edgesOf({ edgeFrom, edgeTo, edgeLabel }: FlowGraph): (readonly [number, number, number])[] {
  return Array.from(edgeFrom, (from, edge) => [from, edgeLabel[edge] ?? -1, edgeTo[edge] ?? -1] as const);
}

/** Def. 5: m post-dominates n when every path from n to the exit contains m, so that deleting m leaves no path. */
function postDominatorsOf(flow: FlowGraph, start: number): Set<number> {
  const found = new Set<number>();
  for (let deleted = 0; deleted < flow.nodeCount; deleted++) if (!reachesExit(flow, start, deleted)) found.add(deleted);
  return found;
}

function reachesExit(flow: FlowGraph, start: number, deleted: number): boolean {
  if (start === deleted) return false;
  const reached = new Set([start]);
  for (const node of reached) {
    for (let edge = 0; edge < flow.edgeFrom.length; edge++) {
      const to = flow.edgeTo[edge] ?? -1;
      if (flow.edgeFrom[edge] === node && to !== deleted) reached.add(to);
    }
  }
  return reached.has(flow.exit);
}
