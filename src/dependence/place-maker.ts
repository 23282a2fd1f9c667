import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import type { DependenceGraph } from './dependence-graph';
import { ObjectSpace } from './object-space';
import { placeKinds } from './place-kinds';

/**
 * The functions of which a run makes what a shared place lies in: the owner of a variable, the function with a literal, the
 * constructor of an instance. `always`: it is there as long as the program; null where the object is not known.
 */
export function placeMaker(graph: DependenceGraph, place: number): number | 'always' | null {
  const { shared, program } = graph;
  const first = shared.table.firstOf(place);
  switch (shared.table.kindOf(place)) {
    case placeKinds.global:
      return 'always';
    case placeKinds.binding:
      return program.functionAt(first, program.modules[first]?.bindings.owner[shared.bindingOf(place)] ?? 0);
    case placeKinds.field:
    case placeKinds.everything:
      return objectMaker(graph, first);
    default:
      return null;
  }
}

/** The node whose literal makes the object that a shared place lies in; null where it is not made by a literal. */
export function literalNode(graph: DependenceGraph, place: number): NodeId | null {
  const { shared, pointers, program } = graph;
  const kind = shared.table.kindOf(place);
  if (kind !== placeKinds.field && kind !== placeKinds.everything) return null;
  const object = shared.table.firstOf(place);
  if (!pointers.objects.isLiteral(object)) return null;
  const { module: m, site } = pointers.objects.literalSite(object);
  return program.nodeAt(m, program.modules[m]?.sites.node[site] ?? 0);
}

/** The same of an abstract object. */
export function objectMaker({ program, pointers }: DependenceGraph, object: number): number | 'always' | null {
  const { objects } = pointers;
  if (object < ObjectSpace.first) return null;
  if (objects.isLiteral(object)) {
    const { module: m, site } = objects.literalSite(object);
    const node = program.modules[m]?.sites.node[site] ?? 0;
    return program.functionOf(program.nodeAt(m, node));
  }
  const { functionCount } = program;
  const kind = makers[Math.floor((object - ObjectSpace.first) / functionCount)];
  if (kind === undefined) return 'always';
  const fn = (object - ObjectSpace.first) % functionCount;
  return kind === 'run' ? fn : parentOf(program, fn);
}

/** Of the objects that belong to functions, in the order of `ObjectSpace`: made by a run of the function, or of the one around it. */
const makers = ['around', 'around', 'run', 'run', 'run', 'run'] as const;

function parentOf(program: Program, fn: number): number | 'always' {
  const { module, moduleIndex, index } = program.locate(fn as FunctionId);
  const parent = module.functions.parent[index] ?? -1;
  return parent < 0 ? 'always' : program.functionAt(moduleIndex, parent);
}
