import type { Digraph } from './digraph';

/** The numbers a depth-first walk gives to what it reaches; arrays indexed by node hold −1 where it did not come. */
export interface DepthFirstWalk {
  /** Nodes in the order in which they were entered. */
  readonly order: Int32Array;
  /** Per node, its index in `order`. */
  readonly preorder: Int32Array;
  /** Per node, its rank among the nodes left; a later one is higher. */
  readonly postorder: Int32Array;
  /** Per node, the node it was entered from; −1 for the root as well. */
  readonly parent: Int32Array;
}

/** Visits successors in slot order, with a stack of its own: a graph may be deeper than the engine's. */
export function depthFirstWalk(graph: Digraph, root: number): DepthFirstWalk {
  const { nodeCount } = graph;
  const order = new Int32Array(nodeCount);
  const preorder = new Int32Array(nodeCount).fill(-1);
  const postorder = new Int32Array(nodeCount).fill(-1);
  const parent = new Int32Array(nodeCount).fill(-1);
  const nextSlot = graph.offsets.slice();
  let entered = 0;
  let left = 0;
  let node = root;
  order[entered] = root;
  preorder[root] = entered++;
  // The path to the root is kept in `parent`, so no stack is needed beside it.
  while (node !== -1) {
    const slot = nextSlot[node]!;
    if (slot === graph.endSlot(node)) {
      postorder[node] = left++;
      node = parent[node]!;
      continue;
    }
    nextSlot[node] = slot + 1;
    const successor = graph.targetOf(slot);
    if (preorder[successor] !== -1) continue;
    order[entered] = successor;
    preorder[successor] = entered++;
    parent[successor] = node;
    node = successor;
  }
  return { order: order.subarray(0, entered), preorder, postorder, parent };
}
