import type { FunctionId } from '#core/ids';
import type { Keys } from '#symbolic/keys';
import type { FunctionPair } from './function-pair';
import type { OtherReaders } from './other-readers';
import type { DirectedBy } from './pair-search';
import type { BegunPair, SharedWorlds } from './shared-worlds';
import { withConstructors } from './with-constructors';

/**
 * What is different from the start, because modules loaded differently, is ahead of every path that uses it: of those that read
 * something else than before, where these can be told, and else of all that depends on what was executed then.
 */
export function afterLoading(
  directed: DirectedBy | null,
  { base, head }: FunctionPair,
  { loaded: { executed }, isAlike, readersOfOthers, mayGiveOthers }: Exclude<BegunPair, { readonly problem: string }>,
  keys: Keys,
  expired: () => boolean,
): DirectedBy | null {
  const isUntouched = executed.head.length === 0 && executed.base.length === 0 && !mayGiveOthers();
  if (directed === null || isUntouched || isAlike()) return directed;
  const readers = readersOfOthers();
  if (readers !== null) return withConstructors(andReaders(directed, readers), base.loaded, head.loaded, keys, expired);
  if (mayGiveOthers()) return null;
  const inHead = directed.head.afterLoading(executed.head, expired);
  if (inHead === null) return null;
  if (directed.base === null) return { head: inHead, base: null };
  const inBase = directed.base.afterLoading(executed.base, expired);
  return inBase === null ? null : { head: inHead, base: inBase };
}

/** Readers of the base that the head has, too, are among those of the head: the others, only changed code can run. */
export function andReaders({ head, base }: DirectedBy, readers: OtherReaders): DirectedBy {
  return { head: head.andFunctions(readers.head), base: base?.andFunctions(readers.base) ?? null };
}

/** Functions of the head that read something else than before of what modules have made; null where that cannot be told of some. */
export function readersAroundAll(pairs: Iterable<FunctionPair>, shared: SharedWorlds): ReadonlySet<FunctionId> | null {
  const found = new Set<FunctionId>();
  for (const pair of pairs) {
    const begun = shared.load(pair);
    const readers = 'problem' in begun ? null : begun.readersOfOthers();
    if (readers === null) return null;
    for (const fn of readers.head) found.add(fn);
  }
  return found;
}
