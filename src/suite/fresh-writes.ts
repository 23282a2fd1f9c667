import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { placeKinds } from '#dependence/place-kinds';
import { literalNode } from '#dependence/place-maker';
import type { ModuleIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import type { Version } from './versions';

/** Does a statement write to an object that it makes itself? That was not there before, and whoever keeps it writes that, too. */
export function isWriteToNew(version: Version, fn: FunctionId, index: number, place: number): boolean {
  const graph = version.graph();
  const made = literalNode(graph, place);
  const node = graph.program.nodesOf(fn).first + index;
  return made === node || isCollectedBy(graph, node, made) || isWriteByConstructor(version, fn, index, place);
}

/** `list.map(f)` fills the array that it returns, and nothing else. */
function isCollectedBy(graph: DependenceGraph, node: number, made: number | null): boolean {
  const call = made === null ? undefined : graph.callsAt(made);
  if (call === undefined || call.returnNode !== node || call.builtIn === null) return false;
  return call.builtIn.collects !== undefined && call.builtIn.writes === undefined;
}

/**
 * Does a constructor write a property of its object? Only of classes that extend nothing: what another constructor returns in its place may
 * have been there.
 */
function isWriteByConstructor(version: Version, fn: FunctionId, index: number, place: number): boolean {
  const { program } = version.loaded;
  const kind = program.functionKind(fn);
  if (kind !== 'constructor' && kind !== 'fields') return false;
  const { shared, pointers } = version.graph();
  if (shared.table.kindOf(place) !== placeKinds.field) return false;
  const { module: facts, index: own } = program.locate(fn);
  const module = version.loaded.module(facts.path);
  const op = module?.functions[own]?.nodes[index]?.op;
  const target = op === undefined ? null : targetOf(op);
  if (module === null || target?.kind !== 'member' || target.object.kind !== 'this') return false;
  const name = pointers.propertyNames.textOf(shared.table.secondOf(place));
  return target.key.kind === 'name' && target.key.name === name && !extendsSomething(module, own);
}

function extendsSomething(module: ModuleIr, fn: number): boolean {
  const made = module.classes.find(({ constructorFn, fieldsFn }) => constructorFn === fn || fieldsFn === fn);
  return !module.functions.some(({ nodes }) =>
    nodes.some(
      ({ op }) =>
        op.kind === 'assign' &&
        op.value.kind === 'class' &&
        op.value.index === made?.index &&
        op.value.superClass === null,
    ),
  );
}
