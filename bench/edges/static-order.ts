import { BitSet } from '#core/bit-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { Program } from '#ir/program';

/** A call that is known to happen although the call graph lacks it. */
export interface ExtraCall {
  readonly caller: FunctionId;
  readonly callee: FunctionId;
}

/**
 * Which functions can execute after another was entered, before the code that called the first of them goes on: what can be
 * reached in the control flow of all functions, where a call goes on in its targets and an exit where its calls return.
 */
export class StaticOrder {
  private readonly extraFrom = new Map<FunctionId, FunctionId[]>();
  private readonly extraTo = new Map<FunctionId, FunctionId[]>();

  constructor(
    private readonly program: Program,
    private readonly callGraph: CallGraph,
    extra: readonly ExtraCall[] = [],
  ) {
    for (const { caller, callee } of extra) {
      this.extraFrom.set(caller, [...(this.extraFrom.get(caller) ?? []), callee]);
      this.extraTo.set(callee, [...(this.extraTo.get(callee) ?? []), caller]);
    }
  }

  /** Functions with a node that can be reached from the entry of one. */
  after(fn: FunctionId): BitSet {
    const { program } = this;
    const functions = new BitSet(program.functionCount);
    const seen = new BitSet(program.nodeCount);
    const waiting: NodeId[] = [];
    const reach = (node: NodeId): void => {
      if (seen.add(node)) waiting.push(node);
    };
    reach(program.entryOf(fn));
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      functions.add(program.functionOf(node));
      this.follow(node, reach);
    }
    return functions;
  }

  private follow(node: NodeId, reach: (next: NodeId) => void): void {
    const { program, callGraph } = this;
    const m = program.moduleOfNode(node);
    const base = program.nodeBase[m] ?? 0;
    const { nodes } = program.modules[m] ?? {};
    if (nodes === undefined) return;
    for (let i = nodes.edgeOffset[node - base] ?? 0; i < (nodes.edgeOffset[node - base + 1] ?? 0); i++)
      reach((base + (nodes.edgeTo[i] ?? 0)) as NodeId);
    for (const { callee } of callGraph.callsAt(node)) reach(program.entryOf(callee));
    const fn = program.functionOf(node);
    // Where in its caller a call that the graph lacks stands is not known.
    if (node === program.entryOf(fn)) for (const callee of this.extraFrom.get(fn) ?? []) reach(program.entryOf(callee));
    if (node !== program.exitOf(fn)) return;
    for (const { kind, site, returnNode } of callGraph.callsTo(fn)) {
      reach(returnNode);
      // What calls a function back may do so again, and call others.
      if (kind === 'callback') reach(site);
    }
    for (const caller of this.extraTo.get(fn) ?? []) {
      const { first, count } = program.nodesOf(caller);
      for (let i = 0; i < count; i++) reach((first + i) as NodeId);
    }
  }
}
