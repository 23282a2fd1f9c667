import type { FunctionId, NodeId } from '#core/ids';
import { CallGraph, type CallEdge } from './call-graph';
import type { PointerAnalysis } from './pointers';

/** The calls that pointer analysis resolved, as a graph. */
export function buildCallGraph(pointers: PointerAnalysis): CallGraph {
  const edges: CallEdge[] = [];
  for (const call of pointers.calls.all) {
    const common = {
      caller: call.caller as FunctionId,
      site: call.node as NodeId,
      returnNode: call.returnNode as NodeId,
    };
    for (const callee of call.targets) edges.push({ ...common, callee: callee as FunctionId, kind: 'call' });
    for (const callee of call.callbacks)
      if (!call.targets.has(callee)) edges.push({ ...common, callee: callee as FunctionId, kind: 'callback' });
  }
  for (const { node, callee } of pointers.calls.implicit) {
    const site = node as NodeId;
    edges.push({
      caller: pointers.program.functionOf(site),
      callee: callee as FunctionId,
      site,
      returnNode: site,
      kind: 'implicit',
    });
  }
  return new CallGraph(edges, pointers.calls.unresolved());
}
