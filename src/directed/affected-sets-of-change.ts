import type { NodeMap } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { Program } from '#ir/program';
import { affectedSets, type AffectedSets } from './affected-sets';
import type { AffectedRuleSet, Seed } from './derivation';
import { FunctionFlow, type FlowOptions } from './function-flow';
import { removedNodes } from './removed-nodes';

/**
 * The affected sets of the head for all that happened between two versions of one function (DiSE 3.2): what the removed
 * nodes affected in the base, then the changed and added nodes, then the rules. A new function has no base.
 */
export function affectedSetsOfChange(
  base: FunctionVersion | null,
  head: FunctionVersion,
  nodes: NodeMap,
  rules: AffectedRuleSet = 'published',
): AffectedSets {
  const { first } = head.program.nodesOf(head.fn);
  const removed =
    base === null || !nodes.baseStatus.includes('removed')
      ? []
      : removedNodes(new FunctionFlow(base.program, base.fn, base.flow), first, nodes, rules);
  if (removed.length === 0 && !nodes.headStatus.some((status) => status !== 'unchanged')) return nothing;
  const flow = new FunctionFlow(head.program, head.fn, head.flow);
  return affectedSets(flow, [...removed, ...changedNodes(flow, nodes)], rules);
}

/** A function of one version. The program need not hold more than the function's own module. */
export interface FunctionVersion {
  readonly program: Program;
  readonly fn: FunctionId;
  readonly flow?: FlowOptions;
}

const nothing: AffectedSets = { ACN: [], AWN: [], other: [], derivation: [] };

function changedNodes(flow: FunctionFlow, { headStatus }: NodeMap): Seed[] {
  return headStatus.flatMap((status, node): Seed[] =>
    status === 'changed' || status === 'added' ? [{ rule: status, node: flow.idOf(node) }] : [],
  );
}
