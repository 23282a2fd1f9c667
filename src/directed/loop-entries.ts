import { Digraph } from '#core/digraph';
import { stronglyConnectedComponents } from '#core/scc';
import type { FlowNode } from './function-nodes';

/** The loops of one function: `IsLoopEntryNode` and `GetSCC` of DiSE Fig. 6. */
export class LoopEntries {
  readonly #loops = new Map<number, readonly number[]>();

  constructor(nodes: readonly FlowNode[]) {
    const sources = nodes.flatMap((node) => node.successors.map(() => node.index));
    const targets = nodes.flatMap((node) => node.successors);
    const graph = Digraph.fromEdges(nodes.length, sources, targets);
    const components = stronglyConnectedComponents(graph);
    for (const { index, successors } of nodes) {
      for (const to of successors) {
        const component = components.of(to);
        const members = components.members(component);
        const isEntered = members.length > 1 ? components.of(index) !== component : index === to;
        if (isEntered) this.#loops.set(to, Array.from(members));
      }
    }
  }

  /** The nodes of the loop that control enters at a node; none for any other node. */
  loopAt(node: number): readonly number[] {
    return this.#loops.get(node) ?? [];
  }
}
