import { BitSet } from '#core/bit-set';
import { functionId, nodeId, type FunctionId } from '#core/ids';
import { IntList } from '#core/int-list';
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
  /** Successors of node n: `offset[n]` … `offset[n + 1]` − 1. */
  private readonly offset: Int32Array;
  private readonly next: Int32Array;
  private readonly functionOf: Int32Array;

  constructor(
    private readonly program: Program,
    private readonly callGraph: CallGraph,
    extra: readonly ExtraCall[] = [],
  ) {
    const calling = grouped(extra, (call) => call.caller);
    const called = grouped(extra, (call) => call.callee);
    const next = new IntList();
    // Behind the nodes of the program: where calls of functions held in common enter these, and where they come back.
    const { nodeCount } = program;
    const { sites, callees } = callGraph.common;
    const [enters, comesBack] = [nodeCount, nodeCount + 1];
    const open = new Set<number>(sites.map(({ site }) => site));
    const isCommon = new Set<number>(callees);
    this.offset = new Int32Array(nodeCount + 3);
    this.functionOf = new Int32Array(nodeCount);
    for (let index = 0; index < program.nodeCount; index++) {
      const fn = program.functionOf(nodeId(index));
      this.functionOf[index] = fn;
      this.flow(index, next);
      // Where in its caller a call that the graph lacks stands is not known.
      if (index === program.entryOf(fn)) for (const { callee } of calling(fn)) next.push(program.entryOf(callee));
      if (open.has(index)) next.push(enters);
      if (index === program.exitOf(fn)) {
        this.returns(fn, called(fn), next);
        if (isCommon.has(fn)) next.push(comesBack);
      }
      this.offset[index + 1] = next.length;
    }
    for (const callee of callees) next.push(program.entryOf(callee));
    this.offset[enters + 1] = next.length;
    // What calls a function back may do so again.
    for (const { site, returnNode } of sites) next.push(returnNode, site);
    this.offset[comesBack + 1] = next.length;
    this.next = next.toArray();
  }

  /** Functions with a node that can be reached from the entry of one. */
  after(fn: FunctionId): BitSet {
    const functions = new BitSet(this.program.functionCount);
    const seen = new BitSet(this.offset.length - 1);
    const waiting: number[] = [this.program.entryOf(fn)];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!seen.add(node)) continue;
      const at = this.functionOf[node];
      if (at !== undefined) functions.add(at);
      for (let i = this.offset[node] ?? 0; i < (this.offset[node + 1] ?? 0); i++) waiting.push(this.next[i] ?? 0);
    }
    return functions;
  }

  private flow(node: number, next: IntList): void {
    const { program, callGraph } = this;
    const m = program.moduleOfNode(nodeId(node));
    const base = program.nodeBase[m] ?? 0;
    const nodes = program.modules[m]?.nodes;
    const end = nodes?.edgeOffset[node - base + 1] ?? 0;
    for (let i = nodes?.edgeOffset[node - base] ?? 0; i < end; i++) next.push(base + (nodes?.edgeTo[i] ?? 0));
    for (const { callee } of callGraph.callsAt(nodeId(node))) next.push(program.entryOf(callee));
  }

  private returns(fn: FunctionId, extra: readonly ExtraCall[], next: IntList): void {
    for (const { kind, site, returnNode } of this.callGraph.callsTo(fn)) {
      next.push(returnNode);
      // What calls a function back may do so again, and call others.
      if (kind === 'callback') next.push(site);
    }
    for (const { caller } of extra) {
      const { first, count } = this.program.nodesOf(caller);
      for (let i = 0; i < count; i++) next.push(first + i);
    }
  }
}

function grouped(
  calls: readonly ExtraCall[],
  keyOf: (call: ExtraCall) => FunctionId,
): (key: number) => readonly ExtraCall[] {
  const groups = new Map<FunctionId, ExtraCall[]>();
  for (const call of calls) groups.set(keyOf(call), [...(groups.get(keyOf(call)) ?? []), call]);
  return (key) => groups.get(functionId(key)) ?? [];
}
