import type { CallTable, ModuleFacts } from '#ir/facts';
import { Program } from '#ir/program';
import { buildDependenceGraph, type DependenceGraph } from './dependence-graph';
import type { ModuleTarget } from './link';

/**
 * The dependences of a program of which only some modules are ever loaded: what the others, such as tests, would call or hand to
 * them is left out. Nodes and functions have the numbers that they have in the whole program. The graph of the whole program
 * where it is the same one, or where there was no time.
 */
export function graphWithin(
  graph: DependenceGraph,
  paths: ReadonlySet<string>,
  expired: () => boolean,
): DependenceGraph {
  const { program, pointers } = graph;
  if (program.modules.every(({ path }) => paths.has(path))) return graph;
  const forms = new Map(
    program.modules.flatMap((module, m) =>
      paths.has(module.path) ? [[module, program.pointerFacts(m)] as const] : [],
    ),
  );
  const part = new Program(
    program.modules.map((module) => (paths.has(module.path) ? module : withoutFlow(module))),
    forms,
  );
  const resolve = (from: string, specifier: string): ModuleTarget => {
    const module = program.moduleIndex(from);
    return module === undefined ? { kind: 'unresolved' } : pointers.linker.target(module, specifier);
  };
  const found = buildDependenceGraph(part, resolve, expired);
  return found.pointers.complete ? found : graph;
}

/** A module whose code is never run. */
function withoutFlow(module: ModuleFacts): ModuleFacts {
  return { ...module, constraints: none, calls: noCalls, imports: [], typeImports: [], exports: [], typeExports: [] };
}

const none = new Int32Array(0);

const noCalls: CallTable = {
  count: 0,
  node: none,
  returnNode: none,
  fn: none,
  kind: new Uint8Array(0),
  callee: new Uint8Array(0),
  target: none,
  property: none,
  loaded: none,
  result: none,
  collection: none,
  argOffset: new Int32Array(1),
  args: none,
  global: none,
  text: none,
  textParam: none,
  argTexts: none,
  ofPrimitive: new Uint8Array(0),
};
