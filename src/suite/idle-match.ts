import type { NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { Version } from './versions';

/**
 * Does a statement that is taken to write to a shared place only match with a regular expression that keeps nothing of it? Where
 * the next match begins is kept by those with the flag `g` or `y` alone.
 */
export function isIdleMatch({ loaded, graph }: Version, vertex: number, place: number): boolean {
  const dependences = graph();
  if (!isMatch(dependences, vertex)) return false;
  const { program, pointers, shared, placeBase } = dependences;
  const object = shared.table.firstOf(place - placeBase);
  if (!pointers.objects.isLiteral(object)) return false;
  const { module: m, site } = pointers.objects.literalSite(object);
  const module = program.modules[m];
  const node = module?.sites.node[site] ?? 0;
  const text = loaded.textOf(module?.path ?? '').slice(module?.nodes.start[node], module?.nodes.end[node]);
  return !keepsItsPlace.test(text);
}

const keepsItsPlace = /\/[a-z]*[gy][a-z]*(?![\w/])|RegExp/;

function isMatch({ program, numbering }: DependenceGraph, vertex: number): boolean {
  const node = (numbering.node[vertex] ?? 0) as NodeId;
  const m = program.moduleOfNode(node);
  const module = program.modules[m];
  if (module === undefined) return false;
  const local = node - (program.nodeBase[m] ?? 0);
  const { calls } = module;
  for (let i = 0; i < calls.count; i++) {
    if (calls.node[i] !== local && calls.returnNode[i] !== local) continue;
    const name = module.strings[calls.property[i] ?? -1];
    return name === 'test' || name === 'exec';
  }
  return false;
}
