import { IntList } from '#core/int-list';
import { Digraph } from '#core/digraph';
import { postDominatorTree } from '#core/dominators';

/** A control-flow graph as dependence sees it: nodes 0 … nodeCount − 1 and labelled edges. */
export interface FlowGraph {
  readonly nodeCount: number;
  readonly entry: number;
  readonly exit: number;
  readonly edgeFrom: Int32Array;
  readonly edgeTo: Int32Array;
  /** Label ids; equal ids are equal decisions. */
  readonly edgeLabel: Int32Array;
}

/** `to[i]` is control-dependent on `from[i]` with decision `label[i]`. */
export interface ControlDependences {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly label: Int32Array;
}

/**
 * Control dependence (Change-Effects Def. 6, DiSE Def. 3.9): s depends on x for the decision L when s
 * post-dominates the successor along L and does not post-dominate x itself, found by walking the
 * post-dominator tree from each decision's target up to the parent of its source.
 */
export function controlDependences(flow: FlowGraph): ControlDependences {
  const graph = Digraph.fromEdges(flow.nodeCount, flow.edgeFrom, flow.edgeTo);
  const tree = postDominatorTree(graph, flow.exit);
  const parents = tree.immediateDominators;
  const from = new IntList();
  const to = new IntList();
  const label = new IntList();
  for (let node = 0; node < flow.nodeCount; node++) {
    if (graph.outDegree(node) < 2) continue;
    const stop = parents[node]!;
    const seen = new Set<number>();
    graph.forEachSuccessor(node, (successor, edge) => {
      const decision = flow.edgeLabel[edge]!;
      for (let at = successor; at !== stop && at >= 0; at = parents[at]!) {
        const key = decision * flow.nodeCount + at;
        if (seen.has(key)) break;
        seen.add(key);
        from.push(node);
        to.push(at);
        label.push(decision);
      }
    });
  }
  return { from: from.toArray(), to: to.toArray(), label: label.toArray() };
}
