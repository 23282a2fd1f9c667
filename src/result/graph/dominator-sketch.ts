import { dominatorTree, postDominatorTree } from '#core/dominators';
import type { Sketch } from './drawing';
import { bookkeepingNotes, digraphOf, flowEdges, type FlowOptions } from './flow-sketch';
import type { FunctionFigure } from './function-figures';

export interface DominatorOptions extends FlowOptions {
  readonly postDominators: boolean;
}

/** Every node below its immediate dominator, or below its immediate post-dominator (Effects Def. 4 and 5). */
export function dominatorSketch(figure: FunctionFigure, options: DominatorOptions): Sketch {
  const graph = digraphOf(figure, flowEdges(figure, options));
  const tree = options.postDominators ? postDominatorTree(graph, figure.exit) : dominatorTree(graph, figure.entry);
  const nodes = [...tree.topDown].toSorted((a, b) => a - b);
  return {
    nodes,
    extras: [],
    edges: nodes.flatMap((node) => {
      const parent = tree.parentOf(node);
      return parent === undefined ? [] : [{ from: parent, to: node, label: '', kind: 'tree' as const }];
    }),
    notes: [
      ...(options.postDominators ? ['Each node is below the first that all ways from it to the exit share.'] : []),
      ...bookkeepingNotes(figure, nodes),
    ],
  };
}
