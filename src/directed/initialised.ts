import { Digraph } from '#core/digraph';
import { dominatorTree, type DominatorTree } from '#core/dominators';
import type { FunctionIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import { pushTo, type MultiMap } from './multi-map';

/** Where the variables of one function have left their dead zone: behind their declaration, whatever way was taken. */
export class Initialised {
  readonly #tree: DominatorTree;
  readonly #declared: MultiMap<number, number> = new Map();

  constructor(fn: FunctionIr) {
    const edges = fn.nodes.flatMap((node) => node.edges.map(({ to }) => [node.index, to] as const));
    const graph = Digraph.fromEdges(
      fn.nodes.length,
      edges.map(([from]) => from),
      edges.map(([, to]) => to),
    );
    this.#tree = dominatorTree(graph, fn.entry);
    for (const { index, op } of fn.nodes) {
      const target = targetOf(op);
      if (target?.kind === 'var' && target.declare) pushTo(this.#declared, target.binding, index);
    }
  }

  isInitialised(binding: number, at: number): boolean {
    return (this.#declared.get(binding) ?? []).some((node) => this.#tree.strictlyDominates(node, at));
  }
}
