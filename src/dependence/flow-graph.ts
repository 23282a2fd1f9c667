import { IntList } from '#core/int-list';
import type { ModuleFacts } from '#ir/facts';
import type { FlowGraph } from './control-dependence';

/**
 * The control-flow graph of one function with nodes counted from its entry. Weak edges are left out unless
 * `follows` says that the error of that node is to be expected.
 */
export function flowGraphOf(
  module: ModuleFacts,
  fn: number,
  follows: (localNode: number) => boolean = () => false,
): FlowGraph {
  const { functions, nodes } = module;
  const first = functions.firstNode[fn]!;
  const nodeCount = functions.nodeCount[fn]!;
  const from = new IntList();
  const to = new IntList();
  const label = new IntList();
  for (let node = 0; node < nodeCount; node++) {
    const end = nodes.edgeOffset[first + node + 1]!;
    for (let edge = nodes.edgeOffset[first + node]!; edge < end; edge++) {
      if (nodes.edgeWeak[edge] === 1 && !follows(node)) continue;
      from.push(node);
      to.push(nodes.edgeTo[edge]! - first);
      label.push(nodes.edgeLabel[edge]!);
    }
  }
  return {
    nodeCount,
    entry: 0,
    exit: functions.exit[fn]! - first,
    edgeFrom: from.toArray(),
    edgeTo: to.toArray(),
    edgeLabel: label.toArray(),
  };
}
