import { invariant } from './diagnostics';

/**
 * A directed graph on nodes 0 … nodeCount − 1 in compressed sparse rows: the edges that leave `node` are the slots
 * `firstSlot(node)` … `endSlot(node)` − 1, in the order in which they were given. Parallel edges and loops are kept.
 */
export class Digraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** Per slot, the index of the edge in the arrays the graph was built from; the same edge has the same id in `reverse()`. */
  readonly edgeIds: Int32Array;
  #reversed: Digraph | undefined;

  private constructor(offsets: Int32Array, targets: Int32Array, edgeIds: Int32Array) {
    this.nodeCount = offsets.length - 1;
    this.edgeCount = targets.length;
    this.offsets = offsets;
    this.targets = targets;
    this.edgeIds = edgeIds;
  }

  /** Edge `i` goes from `sources[i]` to `targets[i]`. */
  static fromEdges(nodeCount: number, sources: ArrayLike<number>, targets: ArrayLike<number>): Digraph {
    invariant(sources.length === targets.length, 'an edge has a source and a target');
    const ids = new Int32Array(sources.length);
    for (let edge = 0; edge < ids.length; edge++) ids[edge] = edge;
    return Digraph.#sortBySource(nodeCount, sources, targets, ids);
  }

  /** Counting sort, stable so that the order of successors does not depend on anything but the order of the edges. */
  static #sortBySource(
    nodeCount: number,
    sources: ArrayLike<number>,
    targets: ArrayLike<number>,
    ids: ArrayLike<number>,
  ): Digraph {
    const offsets = new Int32Array(nodeCount + 1);
    for (let edge = 0; edge < sources.length; edge++) {
      const source = sources[edge]!;
      invariant(isNode(source, nodeCount) && isNode(targets[edge]!, nodeCount), 'an edge joins nodes of its graph');
      offsets[source + 1]!++;
    }
    for (let node = 0; node < nodeCount; node++) offsets[node + 1]! += offsets[node]!;
    const next = offsets.slice(0, nodeCount);
    const sortedTargets = new Int32Array(sources.length);
    const sortedIds = new Int32Array(sources.length);
    for (let edge = 0; edge < sources.length; edge++) {
      const slot = next[sources[edge]!]!++;
      sortedTargets[slot] = targets[edge]!;
      sortedIds[slot] = ids[edge]!;
    }
    return new Digraph(offsets, sortedTargets, sortedIds);
  }

  firstSlot(node: number): number {
    return this.offsets[node]!;
  }

  endSlot(node: number): number {
    return this.offsets[node + 1]!;
  }

  targetOf(slot: number): number {
    return this.targets[slot]!;
  }

  outDegree(node: number): number {
    return this.endSlot(node) - this.firstSlot(node);
  }

  forEachSuccessor(node: number, visit: (successor: number, edgeId: number) => void): void {
    const end = this.endSlot(node);
    for (let slot = this.firstSlot(node); slot < end; slot++) visit(this.targets[slot]!, this.edgeIds[slot]!);
  }

  /** Built once; reversing twice gives back this graph. */
  reverse(): Digraph {
    if (this.#reversed === undefined) {
      this.#reversed = Digraph.#sortBySource(this.nodeCount, this.targets, this.#sources(), this.edgeIds);
      this.#reversed.#reversed = this;
    }
    return this.#reversed;
  }

  #sources(): Int32Array {
    const sources = new Int32Array(this.edgeCount);
    for (let node = 0; node < this.nodeCount; node++) sources.fill(node, this.firstSlot(node), this.endSlot(node));
    return sources;
  }
}

function isNode(value: number, nodeCount: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < nodeCount;
}
