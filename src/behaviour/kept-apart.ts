import { moduleVariables } from '#symbolic/describe-effects';
import { primitiveKinds, type FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { ChangeFacts } from './change-facts';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';

/** Whether modules of one version have variables that those of the other do not have, such as a cache. */
export function keepsApart(worlds: PairWorlds, loaded: LoadedPair, facts: ChangeFacts): boolean {
  const before = new Set(namesIn(worlds.base, loaded.base, (path) => facts.toHead(path)));
  const now = new Set(namesIn(worlds.head, loaded.head, (path) => path));
  return [...before].some((name) => !now.has(name)) || [...now].some((name) => !before.has(name));
}

function namesIn(world: World, state: State, headPath: (path: string) => string): string[] {
  return moduleVariables(world, state).map(({ name, path }) => `${name} of ${headPath(path)}`);
}

/** Whether something is handed in that others may change later. */
export function takesObjects({ params }: FunctionInputs): boolean {
  return params.some(({ type }) => type.members.some(({ kind }) => kind !== 'function' && !primitiveKinds.has(kind)));
}
