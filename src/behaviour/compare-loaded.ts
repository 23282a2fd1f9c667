import { actOn } from '#symbolic/act-on';
import type { Closure } from '#symbolic/closure';
import { moduleVariables } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import { objectValue, type Ref, type Value } from '#symbolic/value';
import type { ChangeFacts } from './change-facts';
import { all, unsure, type Finding } from './finding';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { BothSides } from './side';
import type { SameCode } from './compare-functions';
import { ValueComparison } from './value-comparison';

/**
 * Whether everything that modules have made by the time they are loaded is the same in both versions, but for the code of
 * functions, which shows its changes when it is run. What only one version has, only changed code can name.
 */
export function isLoadedAlike(worlds: PairWorlds, loaded: LoadedPair, facts: ChangeFacts): boolean {
  const before = heldBy(worlds.base, loaded.base, (path) => facts.toHead(path));
  const now = heldBy(worlds.head, loaded.head, (path) => path);
  // A version of the same function: what it does shows when it is called.
  const sameCode: SameCode = (first, second) => facts.arePartners(first, second);
  const ways = actOn(worlds.base, loaded.base, (machine): Finding => {
    const sides = new BothSides(worlds.head, loaded.head, machine);
    const comparison = new ValueComparison(sides, { sameCode, strict: true, inputs: 'by-themselves' });
    return all([
      ...[...now].map(([name, value]) => (): Finding => {
        const was = before.get(name);
        return was === undefined ? { kind: 'same' } : comparison.values(value, was, name);
      }),
      ...changedOfLanguage(loaded).map((ref) => (): Finding => comparison.kept(ref, ref, 'an object of the language')),
    ]);
  });
  const [only, ...others] = ways.map((way) => (way.kind === 'done' ? way.result : unsure('it was cut')));
  return only?.kind === 'same' && others.length === 0;
}

/**
 * Places of what a module exports, and of its variables, that hold another function than before: not a version of the same one.
 * Looking at values does not show it, for functions are told apart by what they do.
 */
export function exchangedFunctions(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  paths: { readonly base: string; readonly head: string },
): string[] {
  const before = functionsIn(worlds.base, loaded.base, paths.base);
  return [...functionsIn(worlds.head, loaded.head, paths.head)].flatMap(([place, now]) => {
    const was = before.get(place);
    return was === undefined || facts.arePartners(now, was) ? [] : [place];
  });
}

/** By place: in variables of a module, in its exports, and directly in objects that these hold. */
function functionsIn(world: World, state: State, path: string): Map<string, Closure> {
  const found = new Map<string, Closure>();
  const look = (value: Value | null | undefined, place: string, depth: number): void => {
    const object = value?.kind === 'object' ? state.heap.get(value.ref) : undefined;
    if (object === undefined) return;
    if (object.internal.kind === 'closure') found.set(place, object.internal.closure);
    if (depth === 0) return;
    for (const [key, property] of object.properties.entries()) {
      if (property.kind === 'data') look(property.value, `${place}.${world.keys.textOf(key)}`, depth - 1);
    }
  };
  for (const variable of moduleVariables(world, state)) {
    if (variable.path === path) look(state.cells.get(variable.cell), variable.name, 1);
  }
  for (const [id, { commonJs }] of state.modules.sorted()) {
    if (commonJs === null || world.keys.textOf(id) !== path) continue;
    // The object `module`, whose property `exports` counts.
    look(objectValue(commonJs), 'module', 2);
  }
  return found;
}

/** Objects of the language that loading has changed, in either version. */
function changedOfLanguage({ base, head }: LoadedPair): Ref[] {
  return [...new Set([...base.heap.entries(), ...head.heap.entries()].flatMap(([ref]) => (ref < 0 ? [ref] : [])))];
}

/** The values of the variables of all modules, and what modules of CommonJS export. */
function heldBy(world: World, state: State, headPath: (path: string) => string): Map<string, Value> {
  const held = new Map<string, Value>();
  for (const { name, cell, path } of moduleVariables(world, state)) {
    const value = state.cells.get(cell);
    if (value !== null && value !== undefined) held.set(`${name} of ${headPath(path)}`, value);
  }
  for (const [id, { commonJs }] of state.modules.sorted()) {
    if (commonJs !== null) held.set(`exports of ${headPath(world.keys.textOf(id))}`, objectValue(commonJs));
  }
  return held;
}
