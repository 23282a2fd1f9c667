import type { FunctionId } from '#core/ids';
import { placeKinds } from '#dependence/place-kinds';
import type { ModuleIr } from '#ir/cfg';
import { targetOf } from '#ir/operands';
import type { Version } from './versions';

/**
 * Does a constructor write a property of the object that it makes? It was not there before, and whoever keeps it writes that, too. Only of
 * classes that extend nothing: what another constructor returns in its place may have been there.
 */
export function isWriteToNew(version: Version, fn: FunctionId, index: number, place: number): boolean {
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
