import { Worklist } from '#core/worklist';
import { nodeKinds, wellKnown } from '#ir/facts';
import type { PointerAnalysis } from './pointers';

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

export function errorFlow(pointers: PointerAnalysis): ErrorFlow {
  const { program, calls } = pointers;
  const throws = new Uint8Array(program.functionCount);
  const surfacing = new Set<number>();
  const work = new Worklist(program.functionCount);
  const raise = (fn: number): void => {
    if (throws[fn] === 1) return;
    throws[fn] = 1;
    work.push(fn);
  };
  program.modules.forEach((module, m) => {
    const { nodes, functions } = module;
    for (let fn = 0; fn < functions.count; fn++) {
      const first = functions.firstNode[fn]!;
      for (let node = first; node < first + functions.nodeCount[fn]!; node++) {
        if (nodeKinds[nodes.kind[node]!] === 'throw' && leaves(m, node)) raise(program.functionBase[m]! + fn);
      }
    }
  });
  const callers = new Map<number, { returnNode: number; caller: number }[]>();
  const note = (callee: number, entry: { returnNode: number; caller: number }): void => {
    const list = callers.get(callee);
    if (list === undefined) callers.set(callee, [entry]);
    else list.push(entry);
  };
  for (const call of calls.all) {
    for (const target of [...call.targets, ...call.callbacks]) note(target, call);
    if (!call.exits) continue;
    surfacing.add(call.returnNode);
    raise(call.caller);
  }
  for (const implicit of calls.implicit) {
    note(implicit.callee, { returnNode: implicit.node, caller: program.functionOf(implicit.node as never) });
  }
  for (let fn = work.pop(); fn !== undefined; fn = work.pop()) {
    for (const { returnNode, caller } of callers.get(fn) ?? []) {
      surfacing.add(returnNode);
      const m = program.moduleOfNode(returnNode as never);
      if (leaves(m, returnNode - program.nodeBase[m]!)) raise(caller);
    }
  }
  return { mayThrow: (fn) => throws[fn] === 1, surfacesAt: (node) => surfacing.has(node) };

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
