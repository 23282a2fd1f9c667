import type { ChangeSet } from '#change/change-set';
import type { FunctionId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import { stepToCallers } from '#dependence/call-walk';
import type { Program } from '#ir/program';
import { isTestPath } from '#project/test-path';
import { functionIn, type DescribedVersions } from './build-functions';
import type { SliceOfVersion } from './build-impact';

/** Functions of the head in which something depends on the change. */
export interface ReachedFunctions {
  readonly impacted: ReadonlySet<FunctionId>;
  /** Those that may do something else than before for the same arguments, or call one that may. */
  readonly altered: ReadonlySet<FunctionId>;
  /** Those in which it does so whoever calls them, each with the changed functions that this comes from. */
  readonly sources: ReadonlyMap<FunctionId, ReadonlySet<FunctionId>>;
}

export function reachedFunctions(
  versions: DescribedVersions,
  changes: ChangeSet,
  slices: readonly SliceOfVersion[],
  callGraph: CallGraph,
): ReachedFunctions {
  const { program } = versions.head.loaded;
  const sources = new Map<FunctionId, Set<FunctionId>>();
  const impacted = new Set<FunctionId>();
  const add = (fn: FunctionId, changed: FunctionId): void => {
    const known = sources.get(fn) ?? new Set();
    sources.set(fn, known.add(changed));
  };
  for (const change of changes.functions) {
    if (change.head !== null && isTestPath(change.head.module.path)) continue;
    const fn =
      change.head === null || change.status === 'unchanged' ? undefined : functionIn(versions.head, change.head);
    if (fn !== undefined) add(fn, fn);
  }
  for (const { slice, toReported } of slices) {
    const met = new Set<FunctionId>();
    for (const { node } of slice.hits) {
      const inHead = toReported(node);
      const fn = inHead === undefined ? undefined : program.functionOf(inHead);
      // The nearest node of a function tells where it comes from; the others tell the same as a rule.
      if (fn === undefined) continue;
      impacted.add(fn);
      if (met.has(fn) || !slice.inAnyContext(node)) continue;
      met.add(fn);
      const [first] = slice.explain(node);
      const origin = toReported(first?.from ?? node);
      if (origin !== undefined) add(fn, program.functionOf(origin));
      else sources.set(fn, sources.get(fn) ?? new Set());
    }
  }
  // Who makes a function can give it away: what it does then is seen from there.
  for (const [fn, changed] of Array.from(sources)) {
    for (const around of functionsAround(program, fn)) for (const each of changed) add(around, each);
  }
  // Who calls a function that does something else now does something else, whatever becomes of the result.
  const calling = new Set(sources.keys());
  const callersOf = stepToCallers(callGraph);
  for (const fn of calling) for (const caller of callersOf(fn)) calling.add(caller);
  for (const fn of calling) impacted.add(fn);
  return { impacted, altered: calling, sources };
}

/** The functions that one is made in, but for module bodies. */
function functionsAround(program: Program, fn: FunctionId): FunctionId[] {
  const { module, moduleIndex, index } = program.locate(fn);
  const around: FunctionId[] = [];
  for (let at = module.functions.parent[index] ?? -1; at > 0; at = module.functions.parent[at] ?? -1) {
    around.push(program.functionAt(moduleIndex, at));
  }
  return around;
}
