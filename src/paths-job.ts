import { findPaths, type DirectedPaths } from '#behaviour/find-paths';
import type { FunctionId } from '#core/ids';
import { impactedByContext } from '#directed/affected-source';
import { describeImpact } from '#directed/describe-impact';
import type { DirectedSearch } from '#directed/directed-search';
import { functionsCalled } from '#directed/functions-called';
import { impactOfChange } from '#directed/impact-of-change';
import { importClosure } from '#ir/import-closure';
import type { CachedFacts, LoadedProgram } from '#ir/load-program';
import { openBase } from '#project/base';
import { changedPaths } from '#project/changed-paths';
import { withDataModules } from '#project/data-modules';
import { onlyPaths } from '#project/only-paths';
import type { Snapshot } from '#project/snapshot';
import { openSurroundings } from '#project/surroundings';
import { buildPaths, type PathsLayout } from '#result/build-paths';
import { NodeDescriber } from '#result/describe-node';
import { functionTarget } from '#result/function-target';
import type { PathsResult } from '#result/paths-result';
import {
  boundsOf,
  compareLoaded,
  configurationOf,
  deadline,
  dependences,
  load,
  solverOf,
  withStore,
  type Job,
} from './job';
import type { PathsOptions } from './options';

/** Every path of a function, each with an input that takes it: `wingbeat paths <file#function>`. */
export async function explorePaths(options: PathsOptions): Promise<PathsResult> {
  const { snapshot: opened, target } = openSurroundings(options.cwd, options.target, options.against);
  const snapshot = withDataModules(opened);
  return withStore(snapshot.root, options, async (job) => {
    const { against } = options;
    const known = new Map<string, CachedFacts>();
    // The modules that the function leads to are read on the way; what a change affects is known only from all of them.
    const loaded =
      against === undefined
        ? { ...load(onlyPaths(snapshot, [target.path]), 'source', job, known), snapshot }
        : loadImports(snapshot, [target.path], 'source', job, known);
    const nodes = new NodeDescriber(loaded);
    const place = functionTarget(nodes, target);
    const bounds = boundsOf(options);
    const change = against === undefined ? null : affectedPaths(loaded, place.fn, against, known, job);
    const found = await findPaths(loaded, target.path, loaded.program.locate(place.fn).index, {
      limits: bounds,
      preconditions: configurationOf(snapshot.root).preconditions,
      solver: solverOf(options),
      store: job.store,
      ...(options.budgetMs === undefined ? {} : { lastResortMs: Math.max(100, options.budgetMs / 5) }),
      ...(change === null ? {} : { directed: change.search }),
      replay: options.replay !== false,
      searchExpired: deadline(job.options, 0.6),
      expired: job.expired,
      isInterrupted: () => options.signal?.aborted === true,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    options.debug?.('paths', found.followed.summary);
    if (found.directed !== null) options.debug?.('directed search', searchSummary(found.directed));
    const treeNodes = options.all === true ? Infinity : mostTreeNodes;
    return buildPaths(nodes, found, {
      bounds,
      treeNodes: options.tree === true ? treeNodes : null,
      ...(change === null ? {} : { against: change.against }),
    });
  });
}

/** What a change affects in a function and in what it calls, and what to look for there. */
function affectedPaths(
  loaded: LoadedProgram,
  fn: FunctionId,
  against: string,
  known: Map<string, CachedFacts>,
  job: Job<PathsOptions>,
): { readonly search: DirectedPaths; readonly against: NonNullable<PathsLayout['against']> } {
  const { options } = job;
  const { path } = loaded.program.locate(fn).module;
  const base = openBase(options.cwd, against, path);
  const changed = changedPaths(base.snapshot, loaded.snapshot).filter((p) => !base.isFile || p.path === path);
  const inHead = new Set(loaded.program.modules.map((module) => module.path));
  const renamed = changed.flatMap((p) => (p.status === 'renamed' && inHead.has(p.path) ? [p.from] : []));
  const baseLoaded = loadImports(base.snapshot, [...inHead, ...renamed], 'base', job, known);
  const inBase = new Set(baseLoaded.program.modules.map((module) => module.path));
  const paths = changed.filter((p) => (p.status === 'removed' ? inBase : inHead).has(p.path));
  const graph = dependences(loaded, job);
  const changes = compareLoaded(baseLoaded, loaded, paths, job, () => graph);
  const sets = impactOfChange({
    base: { program: baseLoaded.program, graph: () => dependences(baseLoaded, job) },
    head: graph,
    changes,
  });
  const source = impactedByContext(sets, graph.callGraph);
  options.debug?.('impact sets', describeImpact(loaded.program, sets));
  const { goal = 'sequence', pruning = 'exact' } = options;
  const reached = functionsCalled(graph.callGraph, fn);
  const affectedNodes = [...source.reached].filter((node) => reached.has(loaded.program.functionOf(node))).length;
  return {
    search: { graph, source, fn, goal, pruning },
    against: { base: base.snapshot.revision.description, goal, pruning, affectedNodes },
  };
}

/** Some files and all that they import: nothing else is executed when a function of one of them is called. */
function loadImports(
  snapshot: Snapshot,
  from: Iterable<string>,
  name: string,
  job: Job,
  known: Map<string, CachedFacts>,
): LoadedProgram {
  const { store, expired } = job;
  const paths = importClosure(snapshot, from, { store, known, expired });
  return { ...load(onlyPaths(snapshot, paths), name, job, known), snapshot };
}

const mostTreeNodes = 400;

function searchSummary({ states, pruned, paths, uncovered }: DirectedSearch): string {
  const open = uncovered === 0 ? '' : `, ${uncovered} goals without a path`;
  return `${paths.length} paths, ${states} states, ${pruned} pruned${open}`;
}
