import type { Expr } from '#ir/expression';
import { eachExpr } from '#ir/operands';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { ChangeFacts } from './change-facts';
import type { FunctionPair } from './function-pair';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { pathOf, UsesOfProgram } from './uses-of-program';

/**
 * What changed code of a CommonJS module looks up in its own exports when it is called (`exports.debug`), and whoever requires the module can set: data, and
 * functions where only one version looks them up.
 */
export function ownExports(
  pair: FunctionPair,
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
): readonly string[] {
  const [before, now] = (['base', 'head'] as const).map((version) =>
    lookedUp(pair, version, worlds[version], loaded[version], facts),
  ) as [ReadonlyMap<string, boolean>, ReadonlyMap<string, boolean>];
  const names = [...new Set([...before.keys(), ...now.keys()])].toSorted();
  return names.filter((name) => {
    const isFunction = before.get(name) ?? now.get(name) ?? false;
    return !isFunction || before.has(name) !== now.has(name);
  });
}

/** By name, whether it is a function. */
function lookedUp(
  pair: FunctionPair,
  version: 'base' | 'head',
  world: World,
  state: State,
  facts: ChangeFacts,
): ReadonlyMap<string, boolean> {
  const { loaded, path, index } = pair[version];
  const found = new Map<string, boolean>();
  for (const place of new UsesOfProgram(loaded).reach(path, [index], true).functions) {
    const [at, number] = [pathOf(place), Number.parseInt(place, 10)];
    const module = loaded.module(at);
    const fn = module?.functions[number];
    if (module?.format !== 'commonjs' || fn === undefined || fn.kind === 'module') continue;
    if (facts.isUnchanged(version, at, number)) continue;
    const look = (expr: Expr): void => {
      const key = keyOfExports(expr);
      if (key !== null) found.set(`exports.${key} of ${facts.toHead(at)}`, isFunctionAt(world, state, at, key));
    };
    for (const { op } of fn.nodes) {
      if (op.kind === 'call' && op.callee.kind === 'method') look({ ...op.callee, kind: 'member' });
      eachExpr(op, look);
    }
  }
  return found;
}

function keyOfExports(expr: Expr): string | null {
  if (expr.kind !== 'member' || expr.key.kind !== 'name') return null;
  const { object, key } = expr;
  if (object.kind === 'global') return object.name === 'exports' ? key.name : null;
  const isWhole = object.kind === 'member' && object.key.kind === 'name' && object.key.name === 'exports';
  return isWhole && object.object.kind === 'global' && object.object.name === 'module' ? key.name : null;
}

function isFunctionAt(world: World, state: State, path: string, key: string): boolean {
  const { keys } = world;
  const own = state.modules.get(keys.idOf(path))?.commonJs ?? null;
  const exported = own === null ? undefined : state.heap.get(own)?.properties.get(keys.idOf('exports'));
  if (exported?.kind !== 'data' || exported.value.kind !== 'object') return false;
  const property = state.heap.get(exported.value.ref)?.properties.get(keys.idOf(key));
  if (property?.kind !== 'data' || property.value.kind !== 'object') return false;
  return state.heap.get(property.value.ref)?.internal.kind === 'closure';
}
