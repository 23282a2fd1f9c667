import type { State } from '#symbolic/state';
import { asMadeAtLoad } from './about-calls';
import { isSameBySearch, type ComparedFunction } from './compared-function';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import type { SharedWorlds } from './shared-worlds';

/**
 * A function inside of another one that modules hand out has been made when they were loaded, with what it finds around it. Why it
 * cannot be compared as it was made; null where it can, or where that is not known.
 */
export function notMadeOnce(pair: FunctionPair, shared: SharedWorlds): string | null {
  const begun = shared.load(pair);
  if ('problem' in begun) return null;
  const [before, now] = [countOf(begun.loaded.base, pair.base), countOf(begun.loaded.head, pair.head)];
  if (before === 1 && now === 1) return null;
  if (before === 0 && now === 0) return 'it is made when other modules are loaded, with what they give it';
  return before === now
    ? `it was made ${now} times when modules were loaded, and each may do something else`
    : `it was made ${before} times when modules were loaded, and is made ${now} times now`;
}

/** The same only as long as nobody changes what it finds around it. */
export function asItWasMade(compared: ComparedFunction): ComparedFunction {
  return isSameBySearch(compared) ? { ...compared, remarks: [...compared.remarks, asMadeAtLoad] } : compared;
}

function countOf({ heap }: State, version: FunctionVersion): number {
  const { module, fn } = functionOf(version);
  let count = 0;
  for (const [, { internal }] of heap.entries()) {
    if (internal.kind === 'closure' && internal.closure.module === module && internal.closure.fn === fn) count++;
  }
  return count;
}
