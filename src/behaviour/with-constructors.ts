import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { Keys } from '#symbolic/keys';
import type { DirectedBy } from './pair-search';
import type { Triggers } from './triggers';

/**
 * Instances with private members that are handed in are made by their constructor, which no call of the function leads to, and
 * maybe after the function has begun. Where a constructor may run something that has changed, all that depends on it counts as
 * changed, too: both versions may be given different instances. Null when that could not be found out in time.
 */
export function withConstructors(
  directed: DirectedBy,
  base: LoadedProgram,
  head: LoadedProgram,
  keys: Keys,
  expired: () => boolean,
): DirectedBy | null {
  const wider = (triggers: Triggers, version: LoadedProgram): Triggers | null =>
    mayMakeInputs(triggers, version, keys) ? triggers.withDependents(expired) : triggers;
  const inHead = wider(directed.head, head);
  const inBase = directed.base === null ? null : wider(directed.base, base);
  return inHead === null || (directed.base !== null && inBase === null) ? null : { head: inHead, base: inBase };
}

/** Whether a constructor that makes inputs may execute one of the nodes. */
function mayMakeInputs(triggers: Triggers, loaded: LoadedProgram, keys: Keys): boolean {
  return triggers.constructorsThatMayRun(keys).some(({ path, fn }) => {
    const module = loaded.module(path);
    return (
      module === null || module.classes.some((klass) => klass.constructorFn === fn && mayBeMade(loaded, module, klass))
    );
  });
}

/** Classes with private or renamed members of their own, or inherited ones: whatever has a parent may have some. */
function mayBeMade({ renamed }: LoadedProgram, { path, text }: ModuleIr, { index, start, end }: ClassIr): boolean {
  if (renamed !== undefined && renamed.of(path, index).length > 0) return true;
  return /#[\p{ID_Start}$_\\]|\bextends\b/u.test(text.slice(start, end));
}
