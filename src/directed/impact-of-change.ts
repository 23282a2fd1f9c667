import type { ChangeSet, FunctionChange, FunctionRef } from '#change/change-set';
import { nodeId, type NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { Program } from '#ir/program';
import { baseToHead, changeSeeds } from '#slice/change-seeds';
import { impactEverywhere } from './call-impact';
import type { Seed } from './derivation';
import { FunctionFlow } from './function-flow';
import { impactSets, type ImpactSets } from './impact-sets';
import { removedNodes } from './removed-nodes';

/** Two versions of a program. The graph of the base is asked for only where something was removed. */
export interface ChangedProgram {
  readonly base: { readonly program: Program; readonly graph: () => DependenceGraph };
  readonly head: DependenceGraph;
  readonly changes: ChangeSet;
}

/** iDiSE's impact sets of the head for all that happened between two versions, with the extended rules. */
export function impactOfChange({ base, head, changes }: ChangedProgram): ImpactSets {
  const { program } = head;
  const seeds = changeSeeds(base.program, program, changes);
  const changed = Array.from(seeds.head, (node): Seed => ({ rule: 'changed', node }));
  const headers = changes.functions.flatMap((change) => changedHeader(program, change));
  const removed = seeds.base.size === 0 ? [] : removedSeeds(base, program, changes, seeds.base);
  return impactSets({ program, calls: head.callGraph, changes: [...changed, ...headers, ...removed] });
}

/** A function whose parameters, or whose way of being called, differ: all that it is handed. */
function changedHeader(program: Program, change: FunctionChange): Seed[] {
  if (change.status !== 'changed' || change.headerChanges.length === 0 || change.head.fn.kind === 'module') return [];
  const first = firstNode(program, change.head);
  return first === null ? [] : [{ rule: 'changed', node: nodeId(first + change.head.fn.entry) }];
}

/** What removed nodes affected in the base: in their own functions by DiSE's rules, elsewhere by those of iDiSE. */
function removedSeeds(
  base: ChangedProgram['base'],
  head: Program,
  changes: ChangeSet,
  removed: ReadonlySet<NodeId>,
): Seed[] {
  const own = changes.functions.flatMap((change): Seed[] => {
    if (change.base === null || change.head === null || !change.nodes.baseStatus.includes('removed')) return [];
    const [baseFirst, headFirst] = [firstNode(base.program, change.base), firstNode(head, change.head)];
    if (baseFirst === null || headFirst === null) return [];
    const flow = new FunctionFlow(base.program, base.program.functionOf(baseFirst));
    return removedNodes(flow, headFirst, change.nodes, 'extended');
  });
  const [cause] = removed;
  if (cause === undefined) return own;
  const { program, callGraph } = base.graph();
  const sets = impactSets({
    program,
    calls: callGraph,
    changes: Array.from(removed, (node): Seed => ({ rule: 'removed', node, removed: node, set: 'other' })),
  });
  const toHead = baseToHead(program, head, changes);
  const functions = new Set(Array.from(removed, (node) => program.functionOf(node)));
  const elsewhere = [...impactEverywhere(sets)].filter((node) => !functions.has(program.functionOf(node)));
  return [
    ...own,
    ...elsewhere.flatMap((from): Seed[] => {
      const node = toHead(from);
      return node === undefined ? [] : [{ rule: 'removed', node, removed: cause, set: 'other' }];
    }),
  ];
}

function firstNode(program: Program, { module, fn }: FunctionRef): NodeId | null {
  const index = program.moduleIndex(module.path);
  return index === undefined ? null : program.nodeAt(index, fn.firstNode);
}
