import { functionId, nodeId, type FunctionId, type NodeId } from '#core/ids';
import { CallGraph, type CallEdge, type CallSource, type CommonCallees, type UnresolvedCall } from './call-graph';
import { Callers, reachBits, reachKinds } from './callers';
import type { CallSite, ImplicitCall, PointerAnalysis } from './pointers';

/** The calls that pointer analysis resolved, as a graph. */
export function buildCallGraph(
  pointers: PointerAnalysis,
  callers = new Callers(pointers.program, pointers.calls),
): CallGraph {
  return new CallGraph(new ProgramCalls(pointers, callers));
}

class ProgramCalls implements CallSource {
  private readonly implicitFrom = new Map<FunctionId, CallEdge[]>();
  private readonly implicitAt = new Map<NodeId, CallEdge[]>();
  private readonly to: (readonly CallEdge[] | undefined)[] = [];
  private readonly from: (readonly CallEdge[] | undefined)[] = [];
  /** Per call, the function that it is in. */
  private callerOf: Int32Array | undefined;
  private commonCallees: CommonCallees | undefined;

  constructor(
    private readonly pointers: PointerAnalysis,
    private readonly callers: Callers,
  ) {
    for (const implicit of pointers.calls.implicit) {
      const edge = this.implicitEdge(implicit);
      push(this.implicitFrom, edge.caller, edge);
      push(this.implicitAt, edge.site, edge);
    }
  }

  edges(): readonly CallEdge[] {
    const { calls } = this.pointers;
    const found: CallEdge[] = [];
    for (let i = 0; i < calls.count; i++) found.push(...this.edgesOf(i));
    for (const implicit of calls.implicit) found.push(this.implicitEdge(implicit));
    return found;
  }

  common(): CommonCallees {
    return (this.commonCallees ??= commonCallees(this.pointers));
  }

  edgeCount(): number {
    return this.callers.entries.length;
  }

  edgesFrom(fn: FunctionId): readonly CallEdge[] {
    return (this.from[fn] ??= this.listFrom(fn));
  }

  edgesTo(fn: FunctionId): readonly CallEdge[] {
    return (this.to[fn] ??= this.listTo(fn));
  }

  callersOf(fn: FunctionId): readonly FunctionId[] {
    const { calls, program } = this.pointers;
    const { offset, entries } = this.callers;
    this.callerOf ??= callerOfCalls(this.pointers);
    const found = new Set<FunctionId>();
    for (let i = offset[fn]!; i < offset[fn + 1]!; i++) {
      const index = entries[i]! >> reachBits;
      const isImplicit = (entries[i]! & ((1 << reachBits) - 1)) === reachKinds.implicit;
      found.add(
        isImplicit ? program.functionOf(nodeId(calls.implicit[index]!.node)) : functionId(this.callerOf[index]!),
      );
    }
    return [...found];
  }

  edgesAt(site: NodeId): readonly CallEdge[] {
    const call = this.pointers.calls.indexAt(site);
    return [...(call < 0 ? [] : this.edgesOf(call)), ...(this.implicitAt.get(site) ?? [])];
  }

  unresolved(): readonly UnresolvedCall[] {
    const { calls } = this.pointers;
    return Array.from({ length: calls.count }, (_, i) => calls.unresolved(i)).filter((call) => call !== undefined);
  }

  unresolvedCount(): number {
    const { calls } = this.pointers;
    let count = 0;
    for (let i = 0; i < calls.count; i++) if (calls.isUnresolved(i)) count++;
    return count;
  }

  unresolvedAt(site: NodeId): UnresolvedCall | undefined {
    const { calls } = this.pointers;
    const call = calls.indexAt(site);
    return call < 0 ? undefined : calls.unresolved(call);
  }

  private listFrom(fn: FunctionId): CallEdge[] {
    const { program, calls } = this.pointers;
    const { moduleIndex } = program.locate(fn);
    const found: CallEdge[] = [];
    const { first, end } = program.callsOf(fn);
    for (let i = first; i < end; i++) found.push(...this.edgesOf(calls.base[moduleIndex]! + i));
    return [...found, ...(this.implicitFrom.get(fn) ?? [])];
  }

  private listTo(fn: FunctionId): CallEdge[] {
    const { calls } = this.pointers;
    const { offset, entries } = this.callers;
    const found: CallEdge[] = [];
    for (let i = offset[fn]!; i < offset[fn + 1]!; i++) {
      const entry = entries[i]!;
      const kind = entry & ((1 << reachBits) - 1);
      const index = entry >> reachBits;
      if (kind === reachKinds.implicit) found.push(this.implicitEdge(calls.implicit[index]!));
      else found.push(edgeTo(calls.site(index), fn, kind === reachKinds.call ? 'call' : 'callback'));
    }
    return found;
  }

  private edgesOf(index: number): CallEdge[] {
    const { calls } = this.pointers;
    const site = calls.site(index);
    const targets = calls.targetsOf(index);
    const found: CallEdge[] = [];
    for (const callee of targets) found.push(edgeTo(site, callee, 'call'));
    for (const callee of calls.callbacksOf(index)) {
      if (!targets.includes(callee)) found.push(edgeTo(site, callee, 'callback'));
    }
    return found;
  }

  private implicitEdge({ node, callee }: ImplicitCall): CallEdge {
    const site = nodeId(node);
    const caller = this.pointers.program.functionOf(site);
    return { caller, callee: functionId(callee), site, returnNode: site, kind: 'implicit' };
  }
}

function commonCallees({ program, calls }: PointerAnalysis): CommonCallees {
  const open = Array.from(calls.open, (index) => {
    const { caller, node, returnNode } = calls.site(index);
    return { caller: functionId(caller), site: nodeId(node), returnNode: nodeId(returnNode) };
  });
  const nodes = Array.from(calls.openNodes, (node) => {
    return { caller: program.functionOf(nodeId(node)), site: nodeId(node), returnNode: nodeId(node) };
  });
  const sites = [...open, ...nodes];
  if (sites.length === 0) return { sites, callers: [], callees: [] };
  const callers = [...new Set(sites.map(({ caller }) => caller))].toSorted((a, b) => a - b);
  return { sites, callers, callees: Array.from(calls.common, (fn) => functionId(fn)) };
}

function callerOfCalls({ program, calls }: PointerAnalysis): Int32Array {
  const found = new Int32Array(calls.count);
  program.modules.forEach(({ calls: { fn } }, m) => {
    for (let i = 0; i < fn.length; i++) found[calls.base[m]! + i] = program.functionBase[m]! + fn[i]!;
  });
  return found;
}

function edgeTo(call: CallSite, callee: number, kind: 'call' | 'callback'): CallEdge {
  return {
    caller: functionId(call.caller),
    callee: functionId(callee),
    site: nodeId(call.node),
    returnNode: nodeId(call.returnNode),
    kind,
  };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
