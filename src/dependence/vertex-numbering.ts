import type { Program } from '#ir/program';

/** Where the vertices of each function start, and which node each vertex is or belongs to. */
export interface VertexNumbering {
  /** One more than there are functions. */
  readonly base: Int32Array;
  /** Per vertex: arguments belong to their call, formals to the entry, errors to the exit. */
  readonly node: Int32Array;
  readonly functionOf: Int32Array;
  /** Per node of the program, its vertex. */
  readonly vertexOf: Int32Array;
}

/** As `vertexLayout` lays out each function, one after the other. */
export function numberVertices(program: Program): VertexNumbering {
  const base = new Int32Array(program.functionCount + 1);
  program.modules.forEach(({ functions, calls }, m) => {
    let call = 0;
    for (let index = 0; index < functions.count; index++) {
      const from = call;
      while (call < calls.count && calls.fn[call] === index) call++;
      const params = functions.firstParam[index + 1]! - functions.firstParam[index]!;
      const args = (calls.argOffset[call]! - calls.argOffset[from]!) >> 1;
      const fn = program.functionBase[m]! + index;
      base[fn + 1] = base[fn]! + functions.nodeCount[index]! + params + 3 + args + (call - from);
    }
  });
  const count = base[program.functionCount]!;
  const node = new Int32Array(count);
  const functionOf = new Int32Array(count);
  const vertexOf = new Int32Array(program.nodeCount);
  program.modules.forEach(({ functions, calls }, m) => {
    const nodes = program.nodeBase[m]!;
    let call = 0;
    for (let index = 0; index < functions.count; index++) {
      const fn = program.functionBase[m]! + index;
      const first = nodes + functions.firstNode[index]!;
      let vertex = base[fn]!;
      functionOf.fill(fn, vertex, base[fn + 1]);
      for (let i = 0; i < functions.nodeCount[index]!; i++) {
        vertexOf[first + i] = vertex;
        node[vertex++] = first + i;
      }
      const formals = functions.firstParam[index + 1]! - functions.firstParam[index]! + 2;
      node.fill(first, vertex, vertex + formals);
      vertex += formals;
      node[vertex++] = nodes + functions.exit[index]!;
      for (; call < calls.count && calls.fn[call] === index; call++) {
        const parts = 1 + ((calls.argOffset[call + 1]! - calls.argOffset[call]!) >> 1);
        node.fill(nodes + calls.node[call]!, vertex, vertex + parts);
        vertex += parts;
      }
    }
  });
  return { base, node, functionOf, vertexOf };
}
