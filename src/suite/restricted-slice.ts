import type { BitSet } from '#core/bit-set';
import type { FunctionId } from '#core/ids';
import { EdgeList } from '#dependence/edge-list';
import type { Version } from './versions';

/** A static forward slice from all statements of a function that goes through considered functions only, as CoverageImpact wants it. */
export function restrictedSlice(
  version: Version,
  functions: ReadonlyMap<number, FunctionId>,
): (changed: number, considered: BitSet) => Iterable<number> {
  return (changed, considered) => {
    const graph = version.graph();
    const start = functions.get(changed);
    const reached = new Set<number>();
    if (start === undefined) return reached;
    const numbers = new Map<FunctionId, number | null>();
    const numberOf = (fn: FunctionId): number | null => {
      const known = numbers.get(fn);
      if (known !== undefined) return known;
      const found = version.recorded(fn);
      const number = typeof found === 'number' && considered.has(found) ? found : null;
      numbers.set(fn, number);
      return number;
    };
    const seen = new Set<number>();
    const stack: number[] = [];
    const visit = (vertex: number): void => {
      if (seen.has(vertex)) return;
      seen.add(vertex);
      if (!graph.isPlace(vertex)) {
        const number = numberOf(graph.functionOf(vertex));
        if (number === null) return;
        reached.add(number);
      }
      stack.push(vertex);
    };
    const { first, count } = graph.program.nodesOf(start);
    for (let i = 0; i < count; i++) visit(graph.vertexOf(first + i));
    const edges = new EdgeList();
    for (let vertex = stack.pop(); vertex !== undefined; vertex = stack.pop()) {
      edges.clear();
      graph.addForward(vertex, edges);
      for (let i = 0; i < edges.length; i++) visit(edges.to[i] ?? 0);
    }
    return reached;
  };
}
