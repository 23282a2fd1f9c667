import { depthFirstWalk, type DepthFirstWalk } from './depth-first';
import { Digraph } from './digraph';

/** Who dominates whom, seen from one root. A node that the root does not reach dominates nothing and is dominated by nothing. */
export class DominatorTree {
  readonly root: number;
  /** Per node, its parent in the tree; −1 for the root and for unreachable nodes. */
  readonly immediateDominators: Int32Array;
  readonly #tree: DepthFirstWalk;

  constructor(root: number, immediateDominatorsOfNodes: Int32Array) {
    this.root = root;
    this.immediateDominators = immediateDominatorsOfNodes;
    this.#tree = depthFirstWalk(treeOf(immediateDominatorsOfNodes), root);
  }

  isReachable(node: number): boolean {
    return this.#tree.preorder[node] !== -1;
  }

  /** Every path from the root to `node` passes through `dominator`; a reachable node dominates itself. */
  dominates(dominator: number, node: number): boolean {
    const { preorder, postorder } = this.#tree;
    const entered = preorder[dominator]!;
    return entered !== -1 && entered <= preorder[node]! && postorder[node]! <= postorder[dominator]!;
  }

  strictlyDominates(dominator: number, node: number): boolean {
    return dominator !== node && this.dominates(dominator, node);
  }

  /** `undefined` for the root and for unreachable nodes. */
  parentOf(node: number): number | undefined {
    const parent = this.immediateDominators[node];
    return parent === -1 ? undefined : parent;
  }

  /** Reachable nodes, each after the one that immediately dominates it. */
  get topDown(): Int32Array {
    return this.#tree.order;
  }
}

export function dominatorTree(graph: Digraph, root: number): DominatorTree {
  return new DominatorTree(root, immediateDominators(graph, root));
}

/** Dominance on the reversed graph: every path from `node` to `exit` passes through its post-dominators. */
export function postDominatorTree(graph: Digraph, exit: number): DominatorTree {
  return dominatorTree(graph.reverse(), exit);
}

/**
 * Semi-NCA (Georgiadis, Tarjan and Werneck, "Finding Dominators in Practice"): semidominators as in Lengauer and Tarjan, then
 * the immediate dominator as the nearest common ancestor of parent and semidominator. −1 for the root and unreachable nodes.
 */
export function immediateDominators(graph: Digraph, root: number): Int32Array {
  const walk = depthFirstWalk(graph, root);
  const parents = preorderParents(walk);
  const semidominators = computeSemidominators(graph.reverse(), walk, parents);
  // In place: `dominators[w]` is the parent until its turn comes, and the candidates below `w` had theirs.
  const dominators = parents;
  for (let w = 1; w < dominators.length; w++) {
    let candidate = dominators[w]!;
    while (candidate > semidominators[w]!) candidate = dominators[candidate]!;
    dominators[w] = candidate;
  }
  const result = new Int32Array(graph.nodeCount).fill(-1);
  for (let w = 1; w < dominators.length; w++) result[walk.order[w]!] = walk.order[dominators[w]!]!;
  return result;
}

/** From here on nodes are their preorder numbers. */
function preorderParents(walk: DepthFirstWalk): Int32Array {
  const parents = new Int32Array(walk.order.length).fill(-1);
  for (let w = 1; w < parents.length; w++) parents[w] = walk.preorder[walk.parent[walk.order[w]!]!]!;
  return parents;
}

function computeSemidominators(predecessors: Digraph, walk: DepthFirstWalk, parents: Int32Array): Int32Array {
  const count = walk.order.length;
  const semi = new Int32Array(count);
  for (let v = 0; v < count; v++) semi[v] = v;
  const forest = new LinkForest(semi, parents);
  for (let w = count - 1; w > 0; w--) {
    let lowest = parents[w]!;
    const node = walk.order[w]!;
    const end = predecessors.endSlot(node);
    for (let slot = predecessors.firstSlot(node); slot < end; slot++) {
      const v = walk.preorder[predecessors.targetOf(slot)]!;
      if (v === -1) continue;
      const candidate = semi[forest.lowestOnPath(v, w + 1)]!;
      if (candidate < lowest) lowest = candidate;
    }
    semi[w] = lowest;
  }
  return semi;
}

/**
 * The depth-first tree restricted to the vertices whose semidominator is known. Vertices are handled from last to first, so
 * those are the vertices from `firstLinked` on, and linking costs nothing.
 */
class LinkForest {
  readonly #semi: Int32Array;
  readonly #ancestor: Int32Array;
  readonly #label: Int32Array;
  readonly #path: Int32Array;

  constructor(semi: Int32Array, parents: Int32Array) {
    this.#semi = semi;
    this.#ancestor = parents.slice();
    this.#label = semi.slice();
    this.#path = new Int32Array(semi.length);
  }

  /** The vertex of least semidominator on the linked path up from `v`; compresses that path. */
  lowestOnPath(v: number, firstLinked: number): number {
    const ancestor = this.#ancestor;
    const label = this.#label;
    if (ancestor[v]! < firstLinked) return label[v]!;
    let length = 0;
    let top = v;
    while (ancestor[top]! >= firstLinked) {
      this.#path[length++] = top;
      top = ancestor[top]!;
    }
    while (length > 0) {
      const below = this.#path[--length]!;
      ancestor[below] = ancestor[top]!;
      if (this.#semi[label[top]!]! < this.#semi[label[below]!]!) label[below] = label[top]!;
      top = below;
    }
    return label[v]!;
  }
}

function treeOf(parents: Int32Array): Digraph {
  const children: number[] = [];
  for (let node = 0; node < parents.length; node++) if (parents[node] !== -1) children.push(node);
  return Digraph.fromEdges(
    parents.length,
    children.map((child) => parents[child]!),
    children,
  );
}
