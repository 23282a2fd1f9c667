import { comparableFunction } from '#behaviour/functions-to-compare';
import { WingbeatError } from '#core/diagnostics';
import type { CachedFacts } from '#ir/load-program';
import { changedPaths } from '#project/changed-paths';
import { resolveRange } from '#project/range';
import type { Snapshot } from '#project/snapshot';
import { isTestPath } from '#project/test-path';
import { watchKey } from '#trace/instrument';
import type { TestCase } from '#trace/recording';
import type { WatchedFunctions } from '#trace/runner';
import { compareLoaded, load, type Job } from './job';
import type { RecordedVersions } from './suite-job';

/**
 * Functions whose calls are worth knowing: those that changed since a base, so that it can be told which tests call them in a way
 * that shows. Without a base, that of the main job.
 */
export function functionsToWatch(root: string, base: string | undefined, head: Snapshot, job: Job): WatchedFunctions {
  const from = base === undefined ? defaultBase(root) : resolveRange(root, base).base;
  const watched = new Map<string, readonly string[]>();
  const paths = from === null ? [] : changedPaths(from, head);
  if (from === null || paths.length === 0) return watched;
  const known = new Map<string, CachedFacts>();
  const keep = new Set(paths.flatMap((p) => (p.status === 'renamed' ? [p.path, p.from] : [p.path])));
  const changes = compareLoaded(
    load(from, 'base', job, known, { keep }),
    load(head, 'head', job, known, { keep }),
    paths,
    job,
    null,
  );
  for (const change of changes.functions) {
    if (change.status !== 'changed' || isTestPath(change.head.module.path)) continue;
    const { module, fn } = change.head;
    const { start, kind } = comparableFunction(module, fn);
    if (kind === 'module') continue;
    const own = watched.get(module.path) ?? [];
    watched.set(module.path, [...own, watchKey({ start, kind })]);
  }
  return watched;
}

/** Nothing is asked for, so nothing is said where there is none: a first commit, a clone without its base. */
function defaultBase(root: string): Snapshot | null {
  try {
    return resolveRange(root).base;
  } catch (error) {
    if (error instanceof WingbeatError) return null;
    throw error;
  }
}

/** Tests that run one of the functions, and of which it was not recorded what they call it with. */
export function unheardTests({ suite, head }: RecordedVersions, watched: WatchedFunctions): TestCase[] {
  const { program } = head.loaded;
  const numbers = program.modules.flatMap((module, m) => {
    const own = new Set(watched.get(module.path));
    return Array.from({ length: own.size === 0 ? 0 : module.functions.count }, (_, i) => program.functionAt(m, i))
      .filter((fn, i) => own.has(watchKey({ start: module.functions.start[i] ?? -1, kind: program.functionKind(fn) })))
      .flatMap((fn) => {
        const number = head.recorded(fn);
        return typeof number === 'number' ? [number] : [];
      });
  });
  return suite.recording.executions.flatMap(({ test, calls }, i) => {
    const heard = new Set(calls.map(({ fn }) => fn));
    const ran = suite.functionsOf(i);
    return numbers.some((fn) => ran.has(fn) && !heard.has(fn)) ? [test] : [];
  });
}
