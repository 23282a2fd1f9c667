import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from './dependence-graph';
import { EdgeList } from './edge-list';

/** The functions that read or write one of some shared places, or what a place is part of. */
export function functionsAt(graph: DependenceGraph, ...places: readonly number[]): ReadonlySet<FunctionId> {
  const found = new Set<FunctionId>();
  const seen = new Set(places.map((place) => graph.placeBase + place));
  const edges = new EdgeList();
  for (const place of seen) {
    edges.clear();
    graph.addForward(place, edges);
    const reads = edges.length;
    graph.addBackward(place, edges);
    for (let i = 0; i < edges.length; i++) {
      const to = edges.to[i]!;
      if (!graph.isPlace(to)) found.add(graph.functionOf(to));
      else if (i < reads) seen.add(to);
    }
  }
  return found;
}
