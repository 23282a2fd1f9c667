import { functionId, nodeId, type FunctionId } from '#core/ids';
import { CallGraph, type CallEdge } from '#dependence/call-graph';
import { calleeKinds } from '#ir/facts';
import type { Program } from '#ir/program';

/** The call graph of a program that calls its functions by their names, and methods whose names occur once. */
export function directCalls(program: Program): CallGraph {
  const edges: CallEdge[] = [];
  program.modules.forEach((module, moduleIndex) => {
    const { calls, strings, bindings } = module;
    for (let call = 0; call < calls.count; call++) {
      const isMethod = calleeKinds[calls.callee[call] ?? 0] === 'method';
      const name = isMethod ? strings[calls.property[call] ?? 0] : strings[bindings.name[calls.target[call] ?? 0] ?? 0];
      const callee = name === undefined ? undefined : functionNamed(program, name);
      if (callee === undefined) continue;
      edges.push({
        caller: program.functionAt(moduleIndex, calls.fn[call] ?? 0),
        callee,
        site: program.nodeAt(moduleIndex, calls.node[call] ?? 0),
        returnNode: nodeId(program.nodeAt(moduleIndex, calls.node[call] ?? 0) + 1),
        kind: 'call',
      });
    }
  });
  return new CallGraph(edges, []);
}

function functionNamed(program: Program, name: string): FunctionId | undefined {
  for (let fn = 0; fn < program.functionCount; fn++) {
    const id = functionId(fn);
    if (program.shortName(id) === name || program.shortName(id).endsWith(`.${name}`)) return id;
  }
  return undefined;
}
