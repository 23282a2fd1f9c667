import { compareChange } from '#behaviour/compare-change';
import type { ChangeVerdicts } from '#behaviour/compared-change';
import type { ComparedFunction } from '#behaviour/compared-function';
import type { DirectedBy } from '#behaviour/pair-search';
import { hasDepartures } from '#behaviour/departures';
import { withReplayers, type ReplayerPair } from '#behaviour/replayer-pair';
import { triggersOf } from '#behaviour/triggers';
import type { ChangeSet } from '#change/change-set';
import type { FunctionId, NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { CachedFacts, LoadedProgram } from '#ir/load-program';
import type { Program } from '#ir/program';
import { changedPaths, type ChangedPath } from '#project/changed-paths';
import { openBase } from '#project/base';
import { openPair } from '#project/pair';
import { resolveRange } from '#project/range';
import { findRepository } from '#project/repository';
import type { Snapshot } from '#project/snapshot';
import { isSourcePath } from '#project/source-path';
import { openSurroundings } from '#project/surroundings';
import { isTestPath } from '#project/test-path';
import { buildBugs } from '#result/build-bugs';
import { buildEdits } from '#result/build-edits';
import { buildFiles } from '#result/build-files';
import { buildFunctions, type DescribedVersions } from '#result/build-functions';
import { buildImpact, type SliceOfVersion } from '#result/build-impact';
import { buildPartial } from '#result/build-partial';
import { VerdictBuilder } from '#result/build-verdict';
import { NodeDescriber } from '#result/describe-node';
import { buildEntryPoints, otherEntryPoints, reachedEntryPoints, type ReachedEntryPoint } from '#result/entry-points';
import { withoutCallbacks } from '#result/without-callbacks';
import { buildGraphView, type GraphRequest } from '#result/graph/build-graph-view';
import type { GraphView } from '#result/graph-view';
import { impactDiagnostics } from '#result/impact-diagnostics';
import type { ImpactResult } from '#result/impact-result';
import { Judgements, type NotCompared } from '#result/judgements';
import { onlyFunction } from '#result/only-function';
import { reachedFunctions, type ReachedFunctions } from '#result/reached-functions';
import type { Result } from '#result/result';
import { symbolicTreeView } from '#result/symbolic-tree-view';
import { resolveTarget } from '#result/target';
import { unresolvedCalls } from '#result/unresolved-calls';
import type { KeptRecording } from '#suite/kept-recording';
import { baseToHead, changeSeeds, type ChangeSeeds } from '#slice/change-seeds';
import { withoutQuietLoads } from '#slice/quiet-loads';
import { slice } from '#slice/slice';
import {
  boundsOf,
  compareLoaded,
  configurationOf,
  dependences,
  isCut,
  load,
  loadBoth,
  solverOf,
  withStore,
  workTime,
  type Job,
} from './job';
import { changeDiagnostics } from './diagnostics-job';
import { explorePaths } from './paths-job';
import { readableRecording } from '#suite/recordings';
import { recordedCalls, recordedTests } from './recorded-tests-job';
import { selectFromRecording } from './suite-job';
import type { ChangeOptions, CompareOptions, GraphOptions, ImpactOptions } from './options';

export { explain } from './explain-job';
export { explorePaths };
export { collectGarbage } from './gc-job';
export { record } from './record-job';
export { selectInputs } from './select-job';
export { compareTechniques } from './techniques-job';
export { selectAffectedTests } from './tests-job';

/** What does this change do? `wingbeat [base] [head]`. */
export async function analyzeChange(options: ChangeOptions): Promise<Result> {
  const root = findRepository(options.cwd);
  const range = resolveRange(root, options.base, options.staged === true ? 'index' : options.head);
  const kept = await readableRecording(root);
  return withStore(root, options, (job) => analyzeVersions(range.base, range.head, job, kept));
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
    const loaded = load(snapshot, 'source', job, new Map(), { data: [] });
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
  const { snapshot, target } = openSurroundings(options.cwd, options.target, options.against);
  return withStore(snapshot.root, options, (job) => {
    const known = new Map<string, CachedFacts>();
    const loaded = load(snapshot, 'source', job, known, { data: [] });
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
    const baseLoaded = load(base.snapshot, 'base', job, known, { data: [] });
    const paths = changedPaths(base.snapshot, snapshot).filter((p) => !base.isFile || p.path === target.path);
    const changes = compareLoaded(baseLoaded, loaded, paths, job, request.graph);
    return buildGraphView({
      ...request,
      change: { base: baseLoaded, changes, graph: () => dependences(baseLoaded, job) },
    });
  });
}

function given({ allEdges, all, depth, postDominators }: GraphOptions): Partial<GraphRequest> {
  return {
    ...(allEdges === undefined ? {} : { allEdges }),
    ...(all === undefined ? {} : { all }),
    ...(depth === undefined ? {} : { depth }),
    ...(postDominators === undefined ? {} : { postDominators }),
  };
}

/** The main job: both versions are read and matched, the effects of the difference are followed, and behaviour is compared. */
async function analyzeVersions(
  base: Snapshot,
  head: Snapshot,
  job: Job<ChangeOptions | CompareOptions>,
  kept: KeptRecording | null = null,
): Promise<Result> {
  const paths = changedPaths(base, head);
  const isRun = job.options.behaviour !== false && paths.some(({ path }) => isSourcePath(path) && !isTestPath(path));
  return withReplayers((replayers) => {
    // They start while the versions are read and matched.
    if (isRun) replayers.start({ base: base.root, head: head.root });
    return analyzePair(paths, base, head, replayers, job, kept);
  });
}

async function analyzePair(
  sources: readonly ChangedPath[],
  base: Snapshot,
  head: Snapshot,
  replayers: ReplayerPair,
  job: Job<ChangeOptions | CompareOptions>,
  kept: KeptRecording | null,
): Promise<Result> {
  const pair = loadBoth(base, head, sources, job);
  const { base: baseLoaded, head: headLoaded, paths } = pair;
  const graph = dependences(headLoaded, job);
  const compared = compareLoaded(baseLoaded, headLoaded, paths, job, () => graph);
  const changes = withoutQuietLoads(compared, baseLoaded, headLoaded);
  const versions: DescribedVersions = { base: new NodeDescriber(baseLoaded), head: new NodeDescriber(headLoaded) };
  const seeds = changeSeeds(baseLoaded.program, headLoaded.program, changes, {
    base: baseLoaded.snapshot,
    head: headLoaded.snapshot,
  });
  const baseGraph = seeds.base.size > 0 || hasDepartures(changes) ? dependences(baseLoaded, job) : null;
  const follow = (from: ChangeSeeds): SliceOfVersion[] =>
    sliceVersions(versions, { graph, baseGraph, seeds: from }, changes, job.expired);
  const slices = follow(seeds);
  // What tests do when they are changed is no behaviour of the program.
  const ownSeeds = outsideTests(seeds, baseLoaded.program, headLoaded.program);
  const isAllOwn = ownSeeds.head.size === seeds.head.size && ownSeeds.base.size === seeds.base.size;
  const impact = buildImpact(versions.head, slices, seeds.head);
  const reached = reachedFunctions(versions, changes, isAllOwn ? slices : follow(ownSeeds), graph.callGraph);
  const exported = reachedEntryPoints(graph, reached.sources);
  const entries = withoutCallbacks(graph, exported);
  const others = otherEntryPoints(graph, exported);
  const tests = kept === null ? null : selectFromRecording(head.root, kept, base, head, job);
  const verdicts = await compareBehaviour(
    baseLoaded,
    headLoaded,
    changes,
    reached,
    { entries, others },
    { graph, baseGraph, seeds: ownSeeds },
    tests === null ? null : recordedCalls(tests),
    replayers,
    job,
  );
  const partial = buildPartial({
    files: !isCut(headLoaded) && !isCut(baseLoaded),
    pointers: graph.pointers.complete,
    slices: slices.every((s) => s.slice.complete),
    behaviour: verdicts,
  });
  const bounds = boundsOf(job.options);
  const judgements = new Judgements(verdicts, new VerdictBuilder(versions, bounds));
  const files = buildFiles(paths, changes);
  const touched = [...files.map((f) => f.path), ...impact.statements.map((s) => s.span.file)];
  const functions = buildFunctions(versions, changes, judgements);
  return {
    schemaVersion: 1,
    base: base.revision,
    head: head.revision,
    files,
    edits: buildEdits(versions, changes),
    functions,
    entryPoints: buildEntryPoints(entries, others, versions.head, judgements),
    ...buildBugs(verdicts, versions.head),
    impact,
    ...(tests === null ? {} : { tests: recordedTests(tests, functions, impact) }),
    unresolvedCalls: unresolvedCalls(graph, versions.head, [
      ...seeds.head,
      ...slices.flatMap((s) => (s.nodes === versions.head ? s.slice.hits.map((h) => h.node) : [])),
    ]),
    diagnostics: [...changeDiagnostics(pair), ...impactDiagnostics(versions.head, touched, impact.statements.length)],
    complete: partial === null,
    ...(partial === null ? {} : { partial }),
  };
}

/** What the change can reach in the head, and what code that is gone did reach in the base. */
function sliceVersions(
  versions: DescribedVersions,
  { graph, baseGraph, seeds }: Dependences,
  changes: ChangeSet,
  expired: () => boolean,
): SliceOfVersion[] {
  const inHead = slice(graph, seeds.head, { isTest: isTestPath, expired });
  const slices: SliceOfVersion[] = [{ slice: inHead, nodes: versions.head, toReported: (node) => node }];
  if (baseGraph === null || seeds.base.size === 0) return slices;
  const toReported = baseToHead(baseGraph.program, graph.program, changes);
  const inBase = slice(baseGraph, seeds.base, { isTest: isTestPath, expired });
  return [...slices, { slice: inBase, nodes: versions.base, toReported }];
}

function outsideTests(seeds: ChangeSeeds, base: Program, head: Program): ChangeSeeds {
  return { base: withoutTests(base, seeds.base), head: withoutTests(head, seeds.head) };
}

function withoutTests(program: Program, nodes: ReadonlySet<NodeId>): Set<NodeId> {
  return new Set([...nodes].filter((node) => !isTestPath(program.locate(program.functionOf(node)).module.path)));
}

/** Both versions of every changed function, and of what leads to one from outside, are followed and run. */
async function compareBehaviour(
  base: LoadedProgram,
  head: LoadedProgram,
  changes: ChangeSet,
  { impacted, altered }: ReachedFunctions,
  exported: { readonly entries: readonly ReachedEntryPoint[]; readonly others: readonly ReachedEntryPoint[] },
  { graph, baseGraph, seeds }: Dependences,
  recorded: ReturnType<typeof recordedCalls> | null,
  replayers: ReplayerPair,
  { options, store, expired, timeLeft, now }: Job<ChangeOptions | CompareOptions>,
): Promise<ChangeVerdicts | NotCompared> {
  if (options.behaviour === false) return 'not asked for';
  if (expired()) return 'no time';
  options.onInterruptible?.();
  const budgetMs = Math.min(
    timeForBehaviour(timeLeft(), options),
    options.budgetMs === undefined ? defaultBehaviourMs : Infinity,
  );
  const directedBy = (): DirectedBy | null => {
    const inHead = triggersOf(graph, changes, 'head', seeds.head);
    const inBase = baseGraph === null ? null : triggersOf(baseGraph, changes, 'base', seeds.base);
    return inHead === null || (baseGraph !== null && inBase === null) ? null : { head: inHead, base: inBase };
  };
  const verdicts = await compareChange(
    {
      base,
      head,
      changes,
      isImpacted: (fn) => impacted.has(fn),
      isAltered: (fn) => altered.has(fn),
      graph,
      entryPoints: ownFunctions(head.program, exported.entries),
      otherExports: ownFunctions(head.program, exported.others),
    },
    {
      limits: { ...boundsOf(options), elements: boundsOf(options).loops },
      preconditions: configurationOf(head.snapshot.root).preconditions,
      solver: solverOf(options),
      store,
      directed: directedBy(),
      lastResortMs: Math.max(100, Math.min(2_000, budgetMs / 10)),
      strict: options.strict === true,
      ...(recorded === null ? {} : { recorded }),
      replayers,
      budgetMs,
      now,
      isInterrupted: () => options.signal?.aborted === true,
      onProgress: (done, total) => options.onProgress?.('compare behaviour', done, total),
    },
  );
  options.debug?.('behaviour', [...verdicts.functions].map(([key, found]) => `${key}: ${summaryOf(found)}`).join('\n'));
  return verdicts;
}

function ownFunctions(program: Program, entries: readonly ReachedEntryPoint[]): FunctionId[] {
  return entries.map(({ fn }) => fn).filter((fn) => !isTestPath(program.locate(fn).module.path));
}

interface Dependences {
  readonly graph: DependenceGraph;
  /** Null when nothing was removed or moved. */
  readonly baseGraph: DependenceGraph | null;
  readonly seeds: ChangeSeeds;
}

/**
 * What comes after it puts into words what the stages before it have found: it is given three quarters of what those have taken,
 * on this machine and at its load, and some more.
 */
function timeForBehaviour(timeLeft: number, { budgetMs }: ChangeOptions | CompareOptions): number {
  if (budgetMs === undefined) return timeLeft;
  const spent = workTime(budgetMs) - timeLeft;
  return Math.max(timeLeft / 2, timeLeft - spent * 0.75);
}

/** Someone waits in front of the screen; `--budget` gives more. */
const defaultBehaviourMs = 60_000;

function summaryOf({ paths, pruned, pairs, steps, behaviours, gaps, complete, full }: ComparedFunction): string {
  const extent = complete ? 'complete' : full ? 'too many paths' : 'not complete';
  return `${paths} paths, ${pruned} left, ${pairs} pairs, ${steps} steps, ${behaviours.length} behaviours, ${gaps.length} gaps, ${extent}`;
}
