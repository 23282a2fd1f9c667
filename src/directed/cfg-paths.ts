import { Digraph } from '#core/digraph';
import { AllPairsReachability } from '#core/reachability';
import { stronglyConnectedComponents } from '#core/scc';
import type { FlowNode } from './function-nodes';

/** `IsCFGPath` (DiSE Def. 3.2): can control get from one node to another? */
export type CfgPaths = (from: number, to: number) => boolean;

/** One bit per pair of nodes is 50 MB here. */
const allPairsLimit = 20_000;

/**
 * Edges of errors that nobody awaits count: control can take them. They lead out of the function, or to the closing of
 * an iterator on the way out, so in code without iterators (as all of DiSE's Fig. 5) the answers are the same without
 * them; leaving them out would deny that what a loop computed is still there when its iterator is closed.
 *
 * A path has at least one edge, because a node reads before it writes: its own definition reaches it around a cycle.
 */
export function cfgPaths(nodes: readonly FlowNode[], limit = allPairsLimit): CfgPaths {
  const sources = nodes.flatMap((node) => node.successors.map(() => node.index));
  const targets = nodes.flatMap((node) => node.successors);
  const graph = Digraph.fromEdges(nodes.length, sources, targets);
  if (nodes.length <= limit) {
    const pairs = new AllPairsReachability(graph);
    return (from, to) => pairs.reachesByEdges(from, to);
  }
  // In a topological order no path that exists is denied; two arms of one condition may be taken to follow each other.
  const components = stronglyConnectedComponents(graph);
  return (from, to) => components.of(from) >= components.of(to);
}
