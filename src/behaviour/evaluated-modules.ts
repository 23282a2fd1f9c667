import type { LoadedProgram } from '#ir/load-program';
import type { Keys } from '#symbolic/keys';
import type { State } from '#symbolic/state';
import { loadableModules } from './loadable-modules';

/** All modules that a call of a function of a module can get at; null where some may be loaded later, or it cannot be told. */
export function evaluatedModules(
  state: State,
  keys: Keys,
  loaded: LoadedProgram,
  path: string,
): ReadonlySet<string> | null {
  const loadable = loadableModules(loaded, [path]);
  const modules = [...state.modules.sorted()].filter(([, { status }]) => status === 'evaluated');
  const names = new Set(modules.map(([id]) => keys.textOf(id)));
  return loadable !== null && [...loadable].every((each) => names.has(each)) ? loadable : null;
}
