import { Digraph } from '#core/digraph';
import { dominatorTree, type DominatorTree } from '#core/dominators';
import type { FunctionIr } from '#ir/cfg';

/** The edges of one function's graph in both directions. */
export class FlowGraph {
  readonly entry: number;
  readonly size: number;
  readonly edges: readonly FlowEdge[];
  /** Edges of errors that leave the function; not among `edges`. */
  readonly escapes: readonly FlowEdge[];
  readonly #escapes: FlowEdge[][];
  readonly #successors: FlowEdge[][];
  readonly #predecessors: FlowEdge[][];
  #dominators: DominatorTree | undefined;

  constructor(fn: FunctionIr) {
    this.entry = fn.entry;
    this.size = fn.nodes.length;
    const all = fn.nodes.flatMap((node) =>
      node.edges.map(({ to, label, weak }) => ({ from: node.index, to, label, weak })),
    );
    const escapes = (edge: FlowEdge): boolean => edge.weak && edge.to === fn.exit;
    this.edges = all.filter((edge) => !escapes(edge));
    this.escapes = all.filter(escapes);
    this.#escapes = fn.nodes.map(() => []);
    for (const edge of this.escapes) this.#escapes[edge.from]!.push(edge);
    this.#successors = fn.nodes.map(() => []);
    this.#predecessors = fn.nodes.map(() => []);
    for (const edge of this.edges) {
      this.#successors[edge.from]!.push(edge);
      this.#predecessors[edge.to]!.push(edge);
    }
  }

  escapesOf(node: number): readonly FlowEdge[] {
    return this.#escapes[node]!;
  }

  from(node: number): readonly FlowEdge[] {
    return this.#successors[node]!;
  }

  into(node: number): readonly FlowEdge[] {
    return this.#predecessors[node]!;
  }

  /** The last node that every path to any of these passes. */
  commonDominator(nodes: Iterable<number>): number {
    const tree = this.#tree();
    let common: number | undefined;
    for (const node of nodes) {
      if (!tree.isReachable(node)) continue;
      common ??= node;
      while (common !== undefined && !tree.dominates(common, node)) common = tree.parentOf(common);
    }
    return common ?? this.entry;
  }

  dominates(dominator: number, node: number): boolean {
    return this.#tree().dominates(dominator, node);
  }

  #tree(): DominatorTree {
    this.#dominators ??= dominatorTree(
      Digraph.fromEdges(
        this.size,
        this.edges.map(({ from }) => from),
        this.edges.map(({ to }) => to),
      ),
      this.entry,
    );
    return this.#dominators;
  }
}

export interface FlowEdge {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly weak: boolean;
}
