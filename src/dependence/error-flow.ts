import { nodeId, type NodeId } from '#core/ids';
import { Worklist } from '#core/worklist';
import { nodeKinds, wellKnown } from '#ir/facts';
import { lastAtMost } from '#ir/program';
import { reachBits, reachKinds, type Callers } from './callers';
import type { PointerAnalysis } from './pointers';

const throwing = nodeKinds.indexOf('throw');

/**
 * Which functions an error (or an exit of the process) may leave: those with a `throw` that nothing in
 * them catches, and those that call one of them unprotected.
 *
 * Errors that the engine raises by itself, and errors of code outside the program, count only where a
 * handler of the source awaits them: see the list of known gaps in docs/ANALYSIS.md.
 */
export interface ErrorFlow {
  mayThrow(fn: number): boolean;
  /** Return nodes (program-wide) at which an error or exit of the callee surfaces. */
  surfacesAt(returnNode: number): boolean;
}

export function errorFlow({ program, calls }: PointerAnalysis, callers: Callers): ErrorFlow {
  const throws = new Uint8Array(program.functionCount);
  const surfacing = new Uint8Array(program.nodeCount);
  const work = new Worklist(program.functionCount);
  const raise = (fn: number): void => {
    if (throws[fn] === 1) return;
    throws[fn] = 1;
    work.push(fn);
  };
  const surface = (m: number, local: number, caller: number): void => {
    const node = program.nodeBase[m]! + local;
    if (surfacing[node] === 1) return;
    surfacing[node] = 1;
    if (leaves(m, local)) raise(caller);
  };
  program.modules.forEach((module, m) => {
    const { nodes, functions } = module;
    for (let fn = 0; fn < functions.count; fn++) {
      const first = functions.firstNode[fn]!;
      for (let node = first; node < first + functions.nodeCount[fn]!; node++) {
        if (nodes.kind[node] === throwing && leaves(m, node)) raise(program.functionBase[m]! + fn);
      }
    }
  });
  for (const index of calls.exiting) {
    const call = calls.call(index);
    surfacing[call.returnNode] = 1;
    raise(call.caller);
  }
  const common = new Set(calls.common);
  for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
    for (let i = callers.offset[fn]!; i < callers.offset[fn + 1]!; i++) reach(callers.entries[i]!);
    if (!common.has(fn)) continue;
    for (const index of calls.open) reach((index << reachBits) | reachKinds.call);
    for (const node of calls.openNodes) surfaceAt(nodeId(node));
    common.clear(); // what one of them throws surfaces at all of the calls
  }
  return { mayThrow: (fn) => throws[fn] === 1, surfacesAt: (node) => surfacing[node] === 1 };

  function reach(entry: number): void {
    const index = entry >> reachBits;
    if ((entry & ((1 << reachBits) - 1)) === reachKinds.implicit) {
      surfaceAt(nodeId(calls.implicit[index]!.node));
      return;
    }
    const m = lastAtMost(calls.base, index, program.modules.length);
    const table = program.modules[m]!.calls;
    const local = index - calls.base[m]!;
    surface(m, table.returnNode[local]!, program.functionBase[m]! + table.fn[local]!);
  }

  function surfaceAt(node: NodeId): void {
    const m = program.moduleOfNode(node);
    surface(m, node - program.nodeBase[m]!, program.functionOf(node));
  }

  /** Does the error edge of a node lead out of its function, at most through the closing of iterators? */
  function leaves(m: number, node: number): boolean {
    const { nodes } = program.modules[m]!;
    let at = node;
    for (let guard = 0; guard < 1000; guard++) {
      let to = -1;
      for (let e = nodes.edgeOffset[at]!; e < nodes.edgeOffset[at + 1]!; e++) {
        if (nodes.edgeLabel[e] === wellKnown.error) to = nodes.edgeTo[e]!;
      }
      if (to < 0) return false;
      const kind = nodeKinds[nodes.kind[to]!];
      if (kind === 'exit') return true;
      if (kind !== 'iter-close') return kind === 'catch' && rethrows(m, to);
      at = to;
    }
    return true;
  }

  /** A `finally` passes errors on: its catch node belongs to no clause of the source. */
  function rethrows(m: number, catchNode: number): boolean {
    const { nodes } = program.modules[m]!;
    const next = nodes.edgeTo[nodes.edgeOffset[catchNode]!]!;
    return (
      nodeKinds[nodes.kind[next]!] === 'assign' &&
      nodes.start[next] === nodes.start[catchNode] &&
      nodes.end[next] === nodes.end[catchNode]
    );
  }
}
