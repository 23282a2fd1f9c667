import { BitSet } from './bit-set';
import type { Digraph } from './digraph';
import { type Components, condensation, stronglyConnectedComponents } from './scc';

/** What can be reached from any of the seeds, the seeds included. */
export function reachableFrom(graph: Digraph, seeds: Iterable<number>): BitSet {
  const reached = new BitSet(graph.nodeCount);
  const pending = new Int32Array(graph.nodeCount);
  let pendingCount = 0;
  for (const seed of seeds) if (reached.add(seed)) pending[pendingCount++] = seed;
  while (pendingCount > 0) {
    const node = pending[--pendingCount]!;
    const end = graph.endSlot(node);
    for (let slot = graph.firstSlot(node); slot < end; slot++) {
      const successor = graph.targetOf(slot);
      if (reached.add(successor)) pending[pendingCount++] = successor;
    }
  }
  return reached;
}

/**
 * Reachability between all pairs, one bit per pair of components: for graphs of the size of a function, or of a few
 * ten thousand components at most.
 */
export class AllPairsReachability {
  readonly #components: Components;
  readonly #rows: readonly BitSet[];
  readonly #cyclic: BitSet;

  constructor(graph: Digraph) {
    this.#components = stronglyConnectedComponents(graph);
    this.#rows = closeRows(condensation(graph, this.#components));
    this.#cyclic = cyclicComponents(graph, this.#components);
  }

  /** By a path of any length, so every node reaches itself. */
  reaches(from: number, to: number): boolean {
    return this.#row(from).has(this.#components.of(to));
  }

  /** By a path of at least one edge, so a node reaches itself only on a cycle. */
  reachesByEdges(from: number, to: number): boolean {
    return from === to ? this.isOnCycle(from) : this.reaches(from, to);
  }

  isOnCycle(node: number): boolean {
    return this.#cyclic.has(this.#components.of(node));
  }

  #row(node: number): BitSet {
    return this.#rows[this.#components.of(node)]!;
  }
}

/** Component numbers are in reverse topological order, so the rows of all successors are complete when one is begun. */
function closeRows(acyclic: Digraph): BitSet[] {
  const rows: BitSet[] = [];
  for (let component = 0; component < acyclic.nodeCount; component++) {
    const row = BitSet.of(acyclic.nodeCount, [component]);
    acyclic.forEachSuccessor(component, (successor) => row.unionWith(rows[successor]!));
    rows.push(row);
  }
  return rows;
}

function cyclicComponents(graph: Digraph, components: Components): BitSet {
  const cyclic = new BitSet(components.count);
  for (let node = 0; node < graph.nodeCount; node++) {
    const component = components.of(node);
    graph.forEachSuccessor(node, (successor) => {
      if (components.of(successor) === component) cyclic.add(component);
    });
  }
  return cyclic;
}
