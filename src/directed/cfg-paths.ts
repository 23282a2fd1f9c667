import { Digraph } from '#core/digraph';
import { AllPairsReachability } from '#core/reachability';
import { stronglyConnectedComponents } from '#core/scc';
import type { FlowNode } from './function-nodes';

/** `IsCFGPath` (DiSE Def. 3.2): can control get from one node to another? */
export type CfgPaths = (from: number, to: number) => boolean;

/** One bit per pair of nodes is 50 MB here. */
const allPairsLimit = 20_000;
/** Up to here, rows that are joined until nothing is new are made sooner than components are found. */
const smallLimit = 256;

/**
 * Edges of errors that nobody awaits count: control can take them. They lead out of the function, or to the closing of
 * an iterator on the way out, so in code without iterators (as all of DiSE's Fig. 5) the answers are the same without
 * them; leaving them out would deny that what a loop computed is still there when its iterator is closed.
 *
 * A path has at least one edge, because a node reads before it writes: its own definition reaches it around a cycle.
 */
export function cfgPaths(nodes: readonly FlowNode[], limit = allPairsLimit): CfgPaths {
  if (nodes.length <= smallLimit) return pathsOfSmall(nodes);
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

/** One row of bits for each node. */
function pathsOfSmall(nodes: readonly FlowNode[]): CfgPaths {
  const width = (nodes.length + 31) >>> 5;
  const rows = new Int32Array(nodes.length * width);
  // Most edges lead to later nodes: from the last node on, one round finds all but what goes round in loops.
  for (let isNew = true; isNew;) {
    isNew = false;
    for (let node = nodes.length - 1; node >= 0; node--) {
      for (const to of nodes[node]?.successors ?? []) {
        isNew = joinRow(rows, node * width, to * width, width) || isNew;
        const bit = 1 << (to & 31);
        const at = node * width + (to >>> 5);
        const word = rows[at] ?? 0;
        if ((word & bit) !== 0) continue;
        rows[at] = word | bit;
        isNew = true;
      }
    }
  }
  return (from, to) => ((rows[from * width + (to >>> 5)] ?? 0) & (1 << (to & 31))) !== 0;
}

/** Whether anything is new. */
function joinRow(rows: Int32Array, into: number, other: number, width: number): boolean {
  let added = 0;
  for (let i = 0; i < width; i++) {
    const before = rows[into + i] ?? 0;
    const after = before | (rows[other + i] ?? 0);
    rows[into + i] = after;
    added |= before ^ after;
  }
  return added !== 0;
}
