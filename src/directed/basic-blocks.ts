import type { FunctionId } from '#core/ids';
import { flowGraphOf } from '#dependence/flow-graph';
import type { Program } from '#ir/program';

/** Per node of a function, the first node of its basic block. Errors that nobody awaits do not end a block. */
export function basicBlocks(program: Program, fn: FunctionId): Int32Array {
  const { module, index } = program.locate(fn);
  const { nodeCount, edgeFrom, edgeTo } = flowGraphOf(module, index);
  const into = new Int32Array(nodeCount);
  const out = new Int32Array(nodeCount);
  const before = new Int32Array(nodeCount).fill(-1);
  edgeFrom.forEach((from, edge) => {
    const to = edgeTo[edge] ?? 0;
    out[from] = (out[from] ?? 0) + 1;
    into[to] = (into[to] ?? 0) + 1;
    before[to] = from;
  });
  const isJoined = (node: number): boolean => into[node] === 1 && out[before[node] ?? 0] === 1 && before[node] !== 0;
  return Int32Array.from({ length: nodeCount }, (_, node) => {
    let first = node;
    // A loop without a way in has no first node; it is not executed either.
    for (let guard = 0; guard < nodeCount && isJoined(first); guard++) first = before[first] ?? first;
    return first;
  });
}
