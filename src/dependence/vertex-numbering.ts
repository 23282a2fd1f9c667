import type { FunctionId } from '#core/ids';
import type { Program } from '#ir/program';

/** Where the vertices and the calls of each function start. */
export interface VertexNumbering {
  /** One more than there are functions. */
  readonly base: Int32Array;
  readonly calls: CallRanges;
}

/** Per function, its first call in the call table of its module, and one past its last. */
interface CallRanges {
  readonly first: Int32Array;
  readonly end: Int32Array;
}

export function numberVertices(program: Program): VertexNumbering {
  const calls = callRanges(program);
  return { base: vertexBases(program, calls), calls };
}

/** Functions are lowered one after the other, so the calls of each follow each other. */
function callRanges(program: Program): CallRanges {
  const first = new Int32Array(program.functionCount);
  const end = new Int32Array(program.functionCount);
  program.modules.forEach((module, m) => {
    const base = program.functionBase[m]!;
    let call = 0;
    for (let fn = 0; fn < module.functions.count; fn++) {
      first[base + fn] = call;
      while (call < module.calls.count && module.calls.fn[call] === fn) call++;
      end[base + fn] = call;
    }
  });
  return { first, end };
}

function vertexBases(program: Program, ranges: CallRanges): Int32Array {
  const bases = new Int32Array(program.functionCount + 1);
  for (let fn = 0; fn < program.functionCount; fn++) {
    const { module, index } = program.locate(fn as FunctionId);
    const { functions, calls } = module;
    const params = functions.firstParam[index + 1]! - functions.firstParam[index]!;
    const from = ranges.first[fn]!;
    const to = ranges.end[fn]!;
    const args = (calls.argOffset[to]! - calls.argOffset[from]!) >> 1;
    bases[fn + 1] = bases[fn]! + functions.nodeCount[index]! + params + 3 + args + (to - from);
  }
  return bases;
}
