import { findPaths } from '#behaviour/find-paths';
import { compareModules } from '#change/compare-modules';
import type { ChangeSet } from '#change/change-set';
import { emptyDiff, WingbeatError } from '#core/diagnostics';
import type { FunctionId } from '#core/ids';
import { invalidConfiguration } from '#core/path-diagnostics';
import { buildDependenceGraph, type DependenceGraph } from '#dependence/dependence-graph';
import { Memory } from '#dependence/memory';
import type { ModuleIr } from '#ir/cfg';
import { loadProgram, type CachedFacts, type LoadedProgram } from '#ir/load-program';
import { printFunction } from '#ir/print';
import { changedPaths, type ChangedPath } from '#project/changed-paths';
import { openBase } from '#project/base';
import { readConfiguration, type Configuration } from '#project/configuration';
import { onlyPaths } from '#project/only-paths';
import { openPair } from '#project/pair';
import { resolveRange } from '#project/range';
import { findRepository } from '#project/repository';
import type { Snapshot } from '#project/snapshot';
import { openSurroundings } from '#project/surroundings';
import { isTestPath } from '#project/test-path';
import { buildEdits } from '#result/build-edits';
import { buildFiles } from '#result/build-files';
import { buildFunctions, functionIn, type DescribedVersions } from '#result/build-functions';
import { buildImpact, type SliceOfVersion } from '#result/build-impact';
import { buildPaths } from '#result/build-paths';
import { NodeDescriber } from '#result/describe-node';
import { entryPoints } from '#result/entry-points';
import { functionTarget } from '#result/function-target';
import { buildGraphView, type GraphRequest } from '#result/graph/build-graph-view';
import type { GraphView } from '#result/graph-view';
import { impactDiagnostics } from '#result/impact-diagnostics';
import type { ImpactResult } from '#result/impact-result';
import type { PathsResult } from '#result/paths-result';
import type { Result } from '#result/result';
import { symbolicTreeView } from '#result/symbolic-tree-view';
import { resolveTarget } from '#result/target';
import { unresolvedCalls } from '#result/unresolved-calls';
import { baseToHead, changeSeeds } from '#slice/change-seeds';
import { slice } from '#slice/slice';
import { openBlobStore, type BlobStore } from '#store/blob-store';
import { cacheFolder } from '#store/cache-folder';
import { defaultLimits } from '#symbolic/limits';
import type { ChangeOptions, CompareOptions, GraphOptions, ImpactOptions, JobOptions, PathsOptions } from './options';

/** What does this change do? `wingbeat [base] [head]`. */
export async function analyzeChange(options: ChangeOptions): Promise<Result> {
  const root = findRepository(options.cwd);
  const range = resolveRange(root, options.base, options.staged === true ? 'index' : options.head);
  return withStore(root, options, (job) => analyzeVersions(range.base, range.head, job));
}

/** The same for two files or two folders: `wingbeat compare <old> <new>`. */
export async function compare(options: CompareOptions): Promise<Result> {
  const { base, head } = openPair(options.cwd, options.old, options.new);
  const result = await withStore(null, options, (job) => analyzeVersions(base, head, job));
  return options.function === undefined ? result : onlyFunction(result, options.function);
}

/** What depends on this place, or what does it depend on? `wingbeat impact <place>`. */
export async function analyzeImpact(options: ImpactOptions): Promise<ImpactResult> {
  const { snapshot, target } = openSurroundings(options.cwd, options.target);
  return withStore(snapshot.root, options, (job) => {
    const loaded = load(snapshot, 'source', job, new Map());
    const nodes = new NodeDescriber(loaded);
    const place = resolveTarget(nodes, target);
    const graph = dependences(loaded, job);
    const found = slice(graph, place.nodes, { direction: options.direction, isTest: isTestPath, expired: job.expired });
    const seeds = new Set(place.nodes);
    const impact = buildImpact(nodes, [{ slice: found, nodes, toReported: (node) => node }], seeds);
    return {
      schemaVersion: 1,
      target: { id: place.id, nodes: place.nodes.filter((n) => nodes.isVisible(n)).map((n) => nodes.ref(n)) },
      direction: options.direction,
      ...impact,
      diagnostics: impactDiagnostics(
        nodes,
        impact.statements.map((s) => s.span.file),
        impact.statements.length,
      ),
      complete: found.complete && graph.pointers.complete && !isCut(loaded),
    };
  });
}

/** A picture of one function, or of the calls around it: `wingbeat graph <file#function>`. */
export async function buildGraph(options: GraphOptions): Promise<GraphView> {
  const { kind } = options;
  if (kind === 'tree') return symbolicTreeView(await explorePaths({ ...options, replay: false, tree: true }));
  const { snapshot, target } = openSurroundings(options.cwd, options.target);
  return withStore(snapshot.root, options, (job) => {
    const known = new Map<string, CachedFacts>();
    const loaded = load(snapshot, 'source', job, known);
    const place = resolveTarget(new NodeDescriber(loaded), target);
    let graph: DependenceGraph | undefined;
    const request: GraphRequest = {
      kind,
      loaded,
      fn: place.fn,
      title: `${kind} of ${place.id}`,
      graph: () => (graph ??= dependences(loaded, job)),
      ...given(options),
    };
    if (options.against === undefined) return buildGraphView(request);
    const base = openBase(options.cwd, options.against, target.path);
    const baseLoaded = load(base.snapshot, 'base', job, known);
    const paths = changedPaths(base.snapshot, snapshot).filter((p) => !base.isFile || p.path === target.path);
    const changes = compareLoaded(baseLoaded, loaded, paths, job);
    return buildGraphView({
      ...request,
      change: { base: baseLoaded, changes, graph: () => dependences(baseLoaded, job) },
    });
  });
}

/** Every path of a function, each with an input that takes it: `wingbeat paths <file#function>`. */
export async function explorePaths(options: PathsOptions): Promise<PathsResult> {
  const { snapshot, target } = openSurroundings(options.cwd, options.target);
  return withStore(snapshot.root, options, async (job) => {
    // The modules that the function leads to are read on the way.
    const loaded = { ...load(onlyPaths(snapshot, [target.path]), 'source', job, new Map()), snapshot };
    const nodes = new NodeDescriber(loaded);
    const place = functionTarget(nodes, target);
    const bounds = {
      loops: options.loops ?? defaultLimits.loops,
      depth: options.depth ?? defaultLimits.depth,
      paths: options.maxPaths ?? defaultMaxPaths,
    };
    const found = await findPaths(loaded, target.path, loaded.program.locate(place.fn).index, {
      limits: bounds,
      preconditions: configurationOf(snapshot.root).preconditions,
      solver: options.solver === 'z3' ? 'native-z3' : (options.solver ?? 'embedded'),
      store: job.store,
      ...(options.budgetMs === undefined ? {} : { lastResortMs: Math.max(100, options.budgetMs / 5) }),
      replay: options.replay !== false,
      searchExpired: deadline(options, 0.6),
      expired: job.expired,
      isInterrupted: () => options.signal?.aborted === true,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    options.debug?.('paths', found.followed.summary);
    const treeNodes = options.all === true ? Infinity : mostTreeNodes;
    return buildPaths(nodes, found, { bounds, treeNodes: options.tree === true ? treeNodes : null });
  });
}

function configurationOf(root: string): Configuration {
  const found = readConfiguration(root);
  if (found.kind === 'read') return found.configuration;
  throw new WingbeatError(invalidConfiguration(found.path, found.message));
}

/** Enough for a person, and for a minute of work. */
const defaultMaxPaths = 1_000;
const mostTreeNodes = 400;

function given({ allEdges, all, depth, postDominators }: GraphOptions): Partial<GraphRequest> {
  return {
    ...(allEdges === undefined ? {} : { allEdges }),
    ...(all === undefined ? {} : { all }),
    ...(depth === undefined ? {} : { depth }),
    ...(postDominators === undefined ? {} : { postDominators }),
  };
}

/** The main job: both versions are read and matched, then the effects of the difference are followed. */
function analyzeVersions(base: Snapshot, head: Snapshot, job: Job): Result {
  const paths = changedPaths(base, head);
  const known = new Map<string, CachedFacts>();
  const compared = new Set(paths.flatMap((p) => (p.status === 'renamed' ? [p.path, p.from] : [p.path])));
  const headLoaded = load(head, 'head', job, known, compared);
  const baseLoaded = load(base, 'base', job, known, compared);
  const changes = compareLoaded(baseLoaded, headLoaded, paths, job);
  const versions: DescribedVersions = { base: new NodeDescriber(baseLoaded), head: new NodeDescriber(headLoaded) };
  const seeds = changeSeeds(baseLoaded.program, headLoaded.program, changes);
  const graph = dependences(headLoaded, job);
  const slices: SliceOfVersion[] = [
    {
      slice: slice(graph, seeds.head, { isTest: isTestPath, expired: job.expired }),
      nodes: versions.head,
      toReported: (node) => node,
    },
  ];
  if (seeds.base.size > 0) {
    // What code that is gone did reach is found where it still was.
    const toReported = baseToHead(baseLoaded.program, headLoaded.program, changes);
    slices.push({
      slice: slice(dependences(baseLoaded, job), seeds.base, { isTest: isTestPath, expired: job.expired }),
      nodes: versions.base,
      toReported,
    });
  }
  const impact = buildImpact(versions.head, slices, seeds.head);
  const changed = changes.functions.flatMap((change): FunctionId[] => {
    const fn =
      change.head === null || change.status === 'unchanged' ? undefined : functionIn(versions.head, change.head);
    return fn === undefined ? [] : [fn];
  });
  const files = buildFiles(paths, changes);
  const touched = [...files.map((f) => f.path), ...impact.statements.map((s) => s.span.file)];
  return {
    schemaVersion: 1,
    base: base.revision,
    head: head.revision,
    files,
    edits: buildEdits(versions, changes),
    functions: buildFunctions(versions, changes),
    entryPoints: entryPoints(graph, changed, (fn) => headLoaded.program.nameOf(fn)),
    impact,
    unresolvedCalls: unresolvedCalls(graph, versions.head, [
      ...seeds.head,
      ...slices.flatMap((s) => (s.nodes === versions.head ? s.slice.hits.map((h) => h.node) : [])),
    ]),
    diagnostics: [
      ...(paths.length === 0 ? [emptyDiff(base.revision.description, head.revision.description)] : []),
      ...impactDiagnostics(versions.head, touched, impact.statements.length),
    ],
    complete:
      graph.pointers.complete && slices.every((s) => s.slice.complete) && !isCut(headLoaded) && !isCut(baseLoaded),
  };
}

/** Were files left out for want of time? */
function isCut({ problems }: LoadedProgram): boolean {
  return problems.some((problem) => problem.code === 'out-of-time');
}

/** The promise of `--budget`: stages ask whether time is left and stop with what they have. */
function deadline({ budgetMs }: JobOptions, share = 0.9): () => boolean {
  if (budgetMs === undefined) return () => false;
  // A tenth is kept for putting the result together.
  const end = performance.now() + budgetMs * share;
  return () => performance.now() > end;
}

function load(
  snapshot: Snapshot,
  name: string,
  job: Job,
  known: Map<string, CachedFacts>,
  keep: ReadonlySet<string> = new Set(),
): LoadedProgram {
  const { store, expired, options } = job;
  const loaded = loadProgram(snapshot, {
    store,
    known,
    keep,
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

function compareLoaded(base: LoadedProgram, head: LoadedProgram, paths: readonly ChangedPath[], job: Job): ChangeSet {
  const inBase = paths.flatMap((p) => (p.status === 'added' ? [] : [p.status === 'renamed' ? p.from : p.path]));
  const inHead = paths.flatMap((p) => (p.status === 'removed' ? [] : [p.path]));
  const changes = compareModules(modulesOf(base, inBase), modulesOf(head, inHead));
  for (const change of changes.functions) {
    if (change.status === 'unchanged') continue;
    const { module, fn } = change.head ?? change.base;
    job.options.debug?.(`change ${change.status}`, printFunction(module, fn));
  }
  return changes;
}

function modulesOf(loaded: LoadedProgram, paths: readonly string[]): ModuleIr[] {
  return paths.flatMap((path) => loaded.module(path) ?? []);
}

function dependences(loaded: LoadedProgram, { options, expired, store }: Job): DependenceGraph {
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

function onlyFunction(result: Result, name: string): Result {
  const functions = result.functions.filter((f) => f.id === name || f.id.endsWith(`#${name}`));
  return { ...result, functions };
}

/** One run: what it was told, where it keeps things, how long it may take. */
interface Job {
  readonly options: JobOptions;
  readonly store: BlobStore | null;
  readonly expired: () => boolean;
}

async function withStore<T>(root: string | null, options: JobOptions, work: (job: Job) => T | Promise<T>): Promise<T> {
  const store = root === null || options.cache === false ? null : openBlobStore(cacheFolder(root));
  try {
    return await work({ options, store, expired: deadline(options) });
  } finally {
    await store?.close();
  }
}
