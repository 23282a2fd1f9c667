import type { FunctionId } from '#core/ids';
import type { CallEdge, CallGraph } from '#dependence/call-graph';
import { baseToHead } from '#slice/change-seeds';
import { NodeDescriber } from '../describe-node';
import type { GraphEdge } from '../graph-view';
import { callEdge, functionNode } from './call-graph-figure';
import type { Drawing } from './drawing';
import type { GraphChange } from './graph-change';

/**
 * Calls of the base that the head does not make, between functions that are drawn; and functions that are gone, where they
 * called or were called by one that is drawn, or were in one of `files`.
 */
export function removedCalls(
  nodes: NodeDescriber,
  callGraph: CallGraph,
  change: GraphChange,
  drawn: ReadonlySet<FunctionId>,
  files: ReadonlySet<string>,
): Pick<Drawing, 'nodes' | 'edges'> {
  const before = new NodeDescriber(change.base);
  const { program } = nodes.loaded;
  const { program: baseProgram } = change.base;
  const toHead = baseToHead(baseProgram, program, change.changes);
  const headOf = (fn: FunctionId): FunctionId | undefined => {
    const entry = toHead(baseProgram.entryOf(fn));
    return entry === undefined ? undefined : program.functionOf(entry);
  };
  const isDrawn = (fn: FunctionId): boolean => {
    const head = headOf(fn);
    return head !== undefined && drawn.has(head);
  };
  const isGone = ({ site, callee }: CallEdge): boolean => {
    const now = toHead(site);
    return now === undefined || !callGraph.callsAt(now).some((edge) => edge.callee === headOf(callee));
  };
  const gone = (change.graph?.().callGraph.edges ?? []).filter(isGone);
  const removed = new Set<FunctionId>(removedFunctions(before, change, files));
  for (const { caller, callee } of gone) {
    if (headOf(caller) === undefined && isDrawn(callee)) removed.add(caller);
    if (headOf(callee) === undefined && isDrawn(caller)) removed.add(callee);
  }
  const idOf = (fn: FunctionId): string => {
    const head = headOf(fn);
    return head === undefined ? removedId(baseProgram.nameOf(fn)) : program.nameOf(head);
  };
  const isShown = (fn: FunctionId): boolean => removed.has(fn) || isDrawn(fn);
  return {
    nodes: [...removed].map((fn) => {
      const node = functionNode(before, fn, 'removed');
      return Object.assign(node, { id: removedId(node.id), tooltip: `was ${node.tooltip ?? ''}` });
    }),
    edges: gone
      .filter(({ caller, callee }) => isShown(caller) && isShown(callee))
      .map((edge): GraphEdge => ({
        from: idOf(edge.caller),
        to: idOf(edge.callee),
        label: callEdge(before, edge).label,
        kind: 'virtual',
      })),
  };
}

function removedId(name: string): string {
  return `removed ${name}`;
}

function removedFunctions(before: NodeDescriber, { changes }: GraphChange, files: ReadonlySet<string>): FunctionId[] {
  const { program } = before.loaded;
  return changes.functions.flatMap(({ status, base }) => {
    const index =
      status === 'removed' && files.has(base.module.path) ? program.moduleIndex(base.module.path) : undefined;
    return index === undefined || base === null ? [] : [program.functionAt(index, base.fn.index)];
  });
}
