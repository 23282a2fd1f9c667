import type { LoadedProgram } from '#ir/load-program';
import type { Keys } from '#symbolic/keys';
import type { ComparedLoads } from './compared-loads';
import type { FunctionPair } from './function-pair';
import { loadableModules } from './loadable-modules';
import type { DirectedBy } from './pair-search';
import type { SharedWorlds } from './shared-worlds';
import type { PastLoading } from './untouched-pairs';

/** Only what a compared function can load is asked what it may run: tests and the like define properties as no other code does. */
export function directedWithin(
  directed: DirectedBy | null,
  base: LoadedProgram,
  head: LoadedProgram,
  pairs: Iterable<FunctionPair>,
  expired: () => boolean,
): DirectedBy | null {
  if (directed === null) return null;
  const roots = { base: new Set<string>(), head: new Set<string>() };
  for (const pair of pairs) {
    roots.base.add(pair.base.path);
    roots.head.add(pair.head.path);
  }
  const [inBase, inHead] = [loadableModules(base, roots.base), loadableModules(head, roots.head)];
  if (inBase === null || inHead === null) return directed;
  return {
    head: directed.head.whereLoadable(inHead, expired),
    base: directed.base?.whereLoadable(inBase, expired) ?? null,
  };
}

/** Modules that load differently in their text only are nothing to look out for. */
export function directedPast(loads: ComparedLoads, shared: SharedWorlds, directed: DirectedBy | null): PastLoading {
  const { hasUnseen: hasUnseenLoads } = loads;
  if (directed === null) return { directed, isAlike: false, hasUnseenLoads, mayFollow: true };
  const alike = loads.changed.filter((change) => {
    const begun = shared.load(loads.pairOf(change));
    return 'loaded' in begun && begun.isAlike();
  });
  const inHead = new Set(alike.map((change) => change.head.module.path));
  const inBase = new Set(alike.map((change) => change.base.module.path));
  return {
    directed: {
      head: directed.head.withoutLoading(inHead),
      base: directed.base?.withoutLoading(inBase) ?? null,
    },
    isAlike: alike.length === loads.changed.length && !hasUnseenLoads,
    hasUnseenLoads,
    mayFollow: true,
  };
}

export function mayRunChange({ base, head }: FunctionPair, directed: DirectedBy | null, keys: Keys): boolean {
  return (
    directed === null ||
    directed.head.mayRun(head.path, head.index, keys) ||
    directed.base?.mayRun(base.path, base.index, keys) === true
  );
}
