import { compareModules } from '#change/compare-modules';
import type { ChangeSet } from '#change/change-set';
import { WingbeatError } from '#core/diagnostics';
import { invalidConfiguration } from '#core/path-diagnostics';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { Memory } from '#dependence/memory';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type CachedFacts, type LoadedProgram, type LoadOptions } from '#ir/load-program';
import { printFunction } from '#ir/print';
import { changedPaths, type ChangedPath } from '#project/changed-paths';
import { readConfiguration, type Configuration } from '#project/configuration';
import type { Snapshot } from '#project/snapshot';
import { isDataPath } from '#project/source-path';
import { isTestPath } from '#project/test-path';
import type { PathBounds } from '#result/paths-result';
import type { CoreKind } from '#smt/solver-kinds';
import { noticeDescriptions, type NoticeOptions } from '#slice/notice-descriptions';
import { openBlobStore, type BlobStore } from '#store/blob-store';
import { cacheFolder } from '#store/cache-folder';
import { defaultLimits } from '#symbolic/limits';
import type { Clock, JobOptions, PathsOptions } from './options';

/** One run: what it was told, where it keeps things, how long it may take. */
export interface Job<Options extends JobOptions = JobOptions> {
  readonly options: Options;
  readonly store: BlobStore | null;
  readonly expired: () => boolean;
  /** Milliseconds. */
  readonly timeLeft: () => number;
  readonly now: () => number;
}

export async function withStore<Options extends JobOptions, T>(
  root: string | null,
  options: Options,
  work: (job: Job<Options>) => T | Promise<T>,
): Promise<T> {
  const started = startClock(options);
  const store = root === null || started.cache === false ? null : openBlobStore(cacheFolder(root));
  try {
    const timeLeft = (): number => Math.max(0, timeUntil(started, shareForWork));
    return await work({ options: started, store, expired: deadline(started), timeLeft, now: started.clock.now });
  } finally {
    await store?.close();
  }
}

export function configurationOf(root: string): Configuration {
  const found = readConfiguration(root);
  if (found.kind === 'read') return found.configuration;
  throw new WingbeatError(invalidConfiguration(found.path, found.message));
}

/** Enough for a person, and for a minute of work. */
const defaultMaxPaths = 1_000;
export function boundsOf(options: {
  readonly loops?: number;
  readonly depth?: number;
  readonly maxPaths?: number;
}): PathBounds {
  return {
    loops: options.loops ?? defaultLimits.loops,
    depth: options.depth ?? defaultLimits.depth,
    paths: options.maxPaths ?? defaultMaxPaths,
  };
}

export function solverOf({ solver }: Pick<PathsOptions, 'solver'>): CoreKind | 'none' {
  return solver === 'z3' ? 'native-z3' : (solver ?? 'auto');
}

/** Were files left out for want of time? */
export function isCut({ problems }: LoadedProgram): boolean {
  return problems.some((problem) => problem.code === 'out-of-time');
}

/** The rest is kept for putting the result together. */
const shareForWork = 0.9;

/** Milliseconds of a budget until the result has to be put together. */
export function workTime(budgetMs: number): number {
  return budgetMs * shareForWork;
}

/** The promise of `--budget`: stages ask whether time is left and stop with what they have. */
export function deadline(options: JobOptions, share = shareForWork): () => boolean {
  if (options.budgetMs === undefined) return () => false;
  const started = startClock(options);
  return () => timeUntil(started, share) < 0;
}

/** From now on the time counts, unless it does already. */
function startClock<Options extends JobOptions>(options: Options): Options & { readonly clock: Clock } {
  const { clock = { begun: performance.now(), now: () => performance.now() } } = options;
  return { ...options, clock };
}

/** Milliseconds until a share of the budget is spent. */
function timeUntil({ budgetMs = Infinity, clock }: JobOptions & { readonly clock: Clock }, share: number): number {
  return budgetMs * share - (clock.now() - clock.begun);
}

export function load(
  snapshot: Snapshot,
  name: string,
  job: Job,
  known: Map<string, CachedFacts>,
  { keep = new Set<string>(), data }: Pick<LoadOptions, 'keep' | 'data'> = {},
): LoadedProgram {
  const { store, expired, options } = job;
  const loaded = loadProgram(snapshot, {
    store,
    known,
    keep,
    ...(data === undefined ? {} : { data }),
    expired,
    onProgress: (done, total) => options.onProgress?.(`read ${name}`, done, total),
  });
  const { modules, functionCount, nodeCount } = loaded.program;
  options.debug?.(
    `read ${name}`,
    `${snapshot.revision.description}: ${modules.length} files, ${functionCount} functions, ${nodeCount} nodes`,
  );
  return loaded;
}

/** Two versions, in which the JSON files that either imports are modules, and all that is not the same in both. */
export interface LoadedPair {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly paths: readonly ChangedPath[];
}

export function loadBoth(base: Snapshot, head: Snapshot, sources: readonly ChangedPath[], job: Job): LoadedPair {
  const known = new Map<string, CachedFacts>();
  const keep = new Set(sources.flatMap((p) => (p.status === 'renamed' ? [p.path, p.from] : [p.path])));
  const inHead = load(head, 'head', job, known, { keep, data: [] });
  const inBase = load(base, 'base', job, known, { keep, data: dataOf(inHead) });
  const listed = new Set(inHead.snapshot.paths);
  const dropped = dataOf(inBase).filter((path) => !listed.has(path));
  const isThere = dropped.some((path) => head.hashOfOther(path) !== undefined);
  const both = { base: inBase, head: isThere ? load(head, 'head', job, known, { keep, data: dropped }) : inHead };
  return { ...both, paths: changedPaths(both.base.snapshot, both.head.snapshot) };
}

function dataOf({ snapshot }: LoadedProgram): string[] {
  return snapshot.paths.filter(isDataPath);
}

/** `graph` is that of the head, asked for where functions are described otherwise; without it, nobody is said to see that. */
export function compareLoaded(
  base: LoadedProgram,
  head: LoadedProgram,
  paths: readonly ChangedPath[],
  job: Job,
  graph: (() => DependenceGraph) | null,
  noticing: NoticeOptions = { isTest: isTestPath },
): ChangeSet {
  const inBase: string[] = [];
  const inHead: string[] = [];
  for (const p of paths) {
    const was = p.status === 'added' ? null : p.status === 'renamed' ? p.from : p.path;
    const is = p.status === 'removed' ? null : p.path;
    // Of a file that one version cannot read, nothing is known to have come or gone.
    if ((was !== null && base.module(was) === null) || (is !== null && head.module(is) === null)) continue;
    if (was !== null) inBase.push(was);
    if (is !== null) inHead.push(is);
  }
  const compared = compareModules(modulesOf(base, inBase), modulesOf(head, inHead));
  const changes =
    graph === null ? compared : noticeDescriptions(compared, base, head, () => graph().pointers, noticing);
  for (const change of changes.functions) {
    if (change.status === 'unchanged') continue;
    const { module, fn } = change.head ?? change.base;
    job.options.debug?.(`change ${change.status}`, printFunction(module, fn));
  }
  return changes;
}

export function modulesOf(loaded: LoadedProgram, paths: readonly string[]): ModuleIr[] {
  return paths.flatMap((path) => loaded.module(path) ?? []);
}

export function dependences(loaded: LoadedProgram, { options, expired, store }: Job): DependenceGraph {
  options.onProgress?.('dependences', 0, 1);
  const { program, snapshot } = loaded;
  const graph = buildDependenceGraph(
    program,
    (from, specifier) => {
      const found = snapshot.resolve(from, specifier);
      if (found.kind === 'unresolved') return { kind: 'unresolved' };
      if (found.kind !== 'file') return { kind: 'external', name: found.name };
      const index = program.moduleIndex(found.path);
      return index === undefined ? { kind: 'external', name: found.path } : { kind: 'module', index };
    },
    expired,
    store === null ? null : new Memory(store, (path) => loaded.contentKey(path)),
  );
  options.debug?.(
    'dependences',
    `${graph.callGraph.edgeCount} call edges, ${graph.callGraph.unresolvedCount} calls of other code`,
  );
  options.onProgress?.('dependences', 1, 1);
  return graph;
}
