import type { DependenceGraph } from './dependence-graph';
import { ObjectSpace } from './object-space';
import { placeKinds } from './shared-places';

/**
 * The functions of which a run makes what a shared place lies in: the owner of a variable, the function with a literal, the
 * constructor of an instance. `always`: it is there as long as the program; null where the object is not known.
 */
export function placeMaker(graph: DependenceGraph, place: number): number | 'always' | null {
  const { shared, pointers, program } = graph;
  const first = shared.table.firstOf(place);
  switch (shared.table.kindOf(place)) {
    case placeKinds.global:
      return 'always';
    case placeKinds.binding:
      return program.functionAt(first, ownerOf(graph, first, shared.table.secondOf(place)));
    case placeKinds.field:
    case placeKinds.everything:
      return objectMaker(graph, pointers.objects, first);
    default:
      return null;
  }
}

function ownerOf({ program }: DependenceGraph, m: number, code: number): number {
  const { variables } = program.pointerFacts(m);
  const binding = (code & 1) === 1 ? code >> 1 : variables.indexOf(code >> 1);
  return program.modules[m]?.bindings.owner[binding] ?? 0;
}

function objectMaker({ program }: DependenceGraph, objects: ObjectSpace, object: number): number | 'always' | null {
  if (object === ObjectSpace.any || object === ObjectSpace.external) return null;
  if (objects.isLiteral(object)) {
    const { module: m, site } = objects.literalSite(object);
    const node = program.modules[m]?.sites.node[site] ?? 0;
    return program.functionOf(program.nodeAt(m, node));
  }
  for (let kind = 0; kind < makers.length; kind++) {
    const fn = object - 2 - kind * program.functionCount;
    if (fn >= 0 && fn < program.functionCount) return makers[kind] === 'run' ? fn : 'always';
  }
  return 'always';
}

/** Of the objects that belong to functions, in the order of `ObjectSpace`: which ones a run of the function makes. */
const makers = ['always', 'always', 'run', 'run', 'run', 'run'] as const;
