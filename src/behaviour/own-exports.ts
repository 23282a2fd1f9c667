import type { Expr } from '#ir/expression';
import { eachExpr } from '#ir/operands';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import type { ChangeFacts } from './change-facts';
import type { FunctionPair } from './function-pair';
import { exportsOf, variableAt } from './exposed-objects';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { pathOf, UsesOfProgram } from './uses-of-program';

/**
 * What changed code of a CommonJS module looks up in its own exports when it is called (`exports.debug`), or in those of another one (`other.debug`), and whoever
 * requires the module can set: data, and functions where only one version looks them up.
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
  const owners = new Map(state.modules.sorted().map(([id]) => ownerOf(world, state, world.keys.textOf(id))));
  for (const place of new UsesOfProgram(loaded).reach(path, [index], true).functions) {
    const [at, number] = [pathOf(place), Number.parseInt(place, 10)];
    const module = loaded.module(at);
    const fn = module?.functions[number];
    if (module?.format !== 'commonjs' || fn === undefined || fn.kind === 'module') continue;
    if (facts.isUnchanged(version, at, number)) continue;
    const look = (expr: Expr): void => {
      if (expr.kind !== 'member' || expr.key.kind !== 'name') return;
      const { object, key } = expr;
      const held = object.kind === 'var' ? variableAt(world, state, at, object.binding) : null;
      const isOwn = isOwnExports(object);
      const owner = isOwn ? at : held?.kind === 'object' ? owners.get(held.ref) : undefined;
      // Its own ones by a variable are known as what that holds.
      if (owner === undefined || (owner === at && !isOwn)) return;
      found.set(`exports.${key.name} of ${facts.toHead(owner)}`, isFunctionAt(world, state, owner, key.name));
    };
    for (const { op } of fn.nodes) {
      if (op.kind === 'call' && op.callee.kind === 'method') look({ ...op.callee, kind: 'member' });
      eachExpr(op, look);
    }
  }
  return found;
}

function isOwnExports(object: Expr): boolean {
  if (object.kind === 'global') return object.name === 'exports';
  const isWhole = object.kind === 'member' && object.key.kind === 'name' && object.key.name === 'exports';
  return isWhole && object.object.kind === 'global' && object.object.name === 'module';
}

/** The object that a module exports, and the module. */
function ownerOf(world: World, state: State, path: string): readonly [Ref | null, string] {
  const exported = exportsOf(world, state, path);
  return [exported?.kind === 'object' ? exported.ref : null, path];
}

function isFunctionAt(world: World, state: State, path: string, key: string): boolean {
  const exported = exportsOf(world, state, path);
  if (exported?.kind !== 'object') return false;
  const property = state.heap.get(exported.ref)?.properties.get(world.keys.idOf(key));
  if (property?.kind !== 'data' || property.value.kind !== 'object') return false;
  return state.heap.get(property.value.ref)?.internal.kind === 'closure';
}
