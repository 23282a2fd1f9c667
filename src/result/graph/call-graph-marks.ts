import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { baseToHead, changeSeeds } from '#slice/change-seeds';
import { slice } from '#slice/slice';
import { functionIn } from '../build-functions';
import type { NodeDescriber } from '../describe-node';
import type { NodeMark } from '../graph-view';
import type { GraphChange } from './graph-change';

/**
 * What a change means to functions: which differ, and which have a statement in the forward slice of the change
 * (Effects Def. 11). What removed code reached is found in the graph of the base.
 */
export function callGraphMarks(
  nodes: NodeDescriber,
  graph: DependenceGraph,
  change: GraphChange,
): ReadonlyMap<FunctionId, NodeMark> {
  const { program } = nodes.loaded;
  const marks = new Map<FunctionId, NodeMark>();
  const reach = (node: NodeId | undefined): void => {
    if (node !== undefined && nodes.isVisible(node)) marks.set(program.functionOf(node), 'affected');
  };
  const seeds = changeSeeds(change.base.program, program, change.changes, {
    base: change.base.snapshot,
    head: nodes.loaded.snapshot,
  });
  for (const { node } of slice(graph, seeds.head).hits) reach(node);
  if (seeds.base.size > 0 && change.graph !== undefined) {
    const toHead = baseToHead(change.base.program, program, change.changes);
    for (const { node } of slice(change.graph(), seeds.base).hits) reach(toHead(node));
  }
  for (const { head, status } of change.changes.functions) {
    const fn = head === null ? undefined : functionIn(nodes, head);
    if (fn !== undefined && (status === 'changed' || status === 'added')) marks.set(fn, status);
  }
  return marks;
}
