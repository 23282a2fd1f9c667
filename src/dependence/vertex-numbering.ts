import { offsets, type Program } from '#ir/program';

/** Where the vertices of each function start, and which node each vertex is or belongs to. */
export interface VertexNumbering {
  /** One more than there are functions. */
  readonly base: Int32Array;
  /** Per vertex: arguments belong to their call, formals to the entry, errors to the exit. */
  readonly node: Int32Array;
  readonly functionOf: Int32Array;
  /** Per node of the program, its vertex. */
  readonly vertexOf: Int32Array;
  /** Per vertex, the call (numbered through) whose node or part it is, −1 for others. */
  readonly callOf: Int32Array;
  /** Per call, the vertex of its node, and that of its receiver; the vertex of its return comes after its own. */
  readonly callVertex: Int32Array;
  readonly receiver: Int32Array;
  /** Per function, the vertices at which it ends, and the first of its formals, which end before its error. */
  readonly exit: Int32Array;
  readonly error: Int32Array;
  readonly firstFormal: Int32Array;
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
  const calls = offsets(program.modules, (module) => module.calls.count);
  const callOf = new Int32Array(count).fill(-1);
  const callVertex = new Int32Array(calls.at(-1) ?? 0);
  const receiver = new Int32Array(callVertex.length);
  const exit = new Int32Array(program.functionCount);
  const error = new Int32Array(program.functionCount);
  const firstFormal = new Int32Array(program.functionCount);
  program.modules.forEach(({ functions, calls: table }, m) => {
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
      firstFormal[fn] = vertex;
      node.fill(first, vertex, vertex + formals);
      vertex += formals;
      exit[fn] = vertexOf[nodes + functions.exit[index]!]!;
      error[fn] = vertex;
      node[vertex++] = nodes + functions.exit[index]!;
      for (; call < table.count && table.fn[call] === index; call++) {
        const parts = 1 + ((table.argOffset[call + 1]! - table.argOffset[call]!) >> 1);
        const site = nodes + table.node[call]!;
        const id = calls[m]! + call;
        callVertex[id] = vertexOf[site]!;
        receiver[id] = vertex;
        callOf[vertexOf[site]!] = id;
        callOf.fill(id, vertex, vertex + parts);
        node.fill(site, vertex, vertex + parts);
        vertex += parts;
      }
    }
  });
  return { base, node, functionOf, vertexOf, callOf, callVertex, receiver, exit, error, firstFormal };
}
