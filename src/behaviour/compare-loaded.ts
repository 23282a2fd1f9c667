import { actOn } from '#symbolic/act-on';
import { moduleVariables } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import { objectValue, type Ref, type Value } from '#symbolic/value';
import type { ChangeFacts } from './change-facts';
import { all, unsure, type Finding } from './finding';
import type { SameCode } from './compare-functions';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { BothSides } from './side';
import { ValueComparison } from './value-comparison';

/**
 * Whether everything that modules have made by the time they are loaded is the same in both versions, but for the code of
 * functions, which shows its changes when it is run. What only one version has, only changed code can name.
 */
export function isLoadedAlike(worlds: PairWorlds, loaded: LoadedPair, facts: ChangeFacts): boolean {
  const sameCode: SameCode = (head, base) => facts.isCounterpart(head, base);
  return compareLoaded(worlds, loaded, facts, { strict: true, sameCode }).kind === 'same';
}

/** Whether something that modules have made by the time they are loaded is known to differ, or is another function. */
export function isLoadedOtherwise(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  strict: boolean,
): boolean {
  let isReplaced = false;
  const sameCode: SameCode = (head, base) => {
    const isSame = facts.isCounterpart(head, base);
    isReplaced ||= !isSame;
    return isSame;
  };
  return compareLoaded(worlds, loaded, facts, { strict, sameCode }).kind === 'different' || isReplaced;
}

function compareLoaded(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  how: { readonly strict: boolean; readonly sameCode: SameCode },
): Finding {
  const before = heldBy(worlds.base, loaded.base, (path) => facts.toHead(path));
  const now = heldBy(worlds.head, loaded.head, (path) => path);
  const ways = actOn(worlds.base, loaded.base, (machine): Finding => {
    const sides = new BothSides(worlds.head, loaded.head, machine);
    const comparison = new ValueComparison(sides, { ...how, inputs: 'by-themselves' });
    return all([
      ...[...now].map(([name, value]) => (): Finding => {
        const was = before.get(name);
        return was === undefined ? { kind: 'same' } : comparison.values(value, was, name);
      }),
      ...changedOfLanguage(loaded).map((ref) => (): Finding => comparison.kept(ref, ref, 'an object of the language')),
    ]);
  });
  const [only, ...others] = ways.map((way) => (way.kind === 'done' ? way.result : unsure('it was cut')));
  return only === undefined || others.length > 0 ? unsure('it loads in several ways') : only;
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
