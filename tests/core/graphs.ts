import fc from 'fast-check';
import { Digraph } from '#core/digraph';

export interface EdgeList {
  readonly nodeCount: number;
  readonly edges: readonly (readonly [number, number])[];
}

export function digraphOf({ nodeCount, edges }: EdgeList): Digraph {
  return Digraph.fromEdges(
    nodeCount,
    edges.map(([source]) => source),
    edges.map(([, target]) => target),
  );
}

/**
 * Dense enough for cycles and sparse enough for unreachable parts; loops and parallel edges included. Without `size` the
 * generator would stop at ten edges, whatever the maximum.
 */
export const edgeLists: fc.Arbitrary<EdgeList> = fc.integer({ min: 1, max: 14 }).chain((nodeCount) => {
  const node = fc.nat(nodeCount - 1);
  return fc.record({
    nodeCount: fc.constant(nodeCount),
    edges: fc.array(fc.tuple(node, node), { maxLength: nodeCount * 3, size: 'max' }),
  });
});

/** Node 0 reaches every node, and every node reaches the last one, as in a control-flow graph. */
export const flowGraphs: fc.Arbitrary<EdgeList> = edgeLists.map(({ nodeCount, edges }) => {
  const chain = Array.from({ length: nodeCount - 1 }, (_, node) => [node, node + 1] as const);
  return { nodeCount, edges: [...chain, ...edges] };
});

/** By repeated scanning of the edge list; `without` is treated as deleted. */
export function naiveReachable({ edges }: EdgeList, seeds: readonly number[], without?: number): Set<number> {
  const reached = new Set(seeds.filter((seed) => seed !== without));
  for (let before = -1; before !== reached.size;) {
    before = reached.size;
    for (const [source, target] of edges) if (reached.has(source) && target !== without) reached.add(target);
  }
  return reached;
}

export function reversed({ nodeCount, edges }: EdgeList): EdgeList {
  return { nodeCount, edges: edges.map(([source, target]) => [target, source] as const) };
}

export function nodesOf({ nodeCount }: EdgeList): number[] {
  return Array.from({ length: nodeCount }, (_, node) => node);
}

/** 0 → 1 → … → nodeCount − 1: deeper than any engine's stack. */
export function longChain(nodeCount: number, closed = false): Digraph {
  const sources = Int32Array.from({ length: closed ? nodeCount : nodeCount - 1 }, (_, node) => node);
  return Digraph.fromEdges(
    nodeCount,
    sources,
    sources.map((node) => (node + 1) % nodeCount),
  );
}
