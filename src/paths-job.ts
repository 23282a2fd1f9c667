import { findPaths, type DirectedPaths } from '#behaviour/find-paths';
import type { FunctionId } from '#core/ids';
import { impactedByContext } from '#directed/affected-source';
import { describeImpact } from '#directed/describe-impact';
import { functionsCalled } from '#directed/functions-called';
import { impactOfChange } from '#directed/impact-of-change';
import type { CachedFacts, LoadedProgram } from '#ir/load-program';
import { openBase } from '#project/base';
import { changedPaths } from '#project/changed-paths';
import { onlyPaths } from '#project/only-paths';
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
  const { snapshot, target } = openSurroundings(options.cwd, options.target);
  return withStore(snapshot.root, options, async (job) => {
    const { against } = options;
    const known = new Map<string, CachedFacts>();
    // The modules that the function leads to are read on the way; what a change affects is known only from all of them.
    const loaded =
      against === undefined
        ? { ...load(onlyPaths(snapshot, [target.path]), 'source', job, known), snapshot }
        : load(snapshot, 'source', job, known);
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
      searchExpired: deadline(options, 0.6),
      expired: job.expired,
      isInterrupted: () => options.signal?.aborted === true,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
    options.debug?.('paths', found.followed.summary);
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
  const baseLoaded = load(base.snapshot, 'base', job, known);
  const paths = changedPaths(base.snapshot, loaded.snapshot).filter((p) => !base.isFile || p.path === path);
  const changes = compareLoaded(baseLoaded, loaded, paths, job);
  const graph = dependences(loaded, job);
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

const mostTreeNodes = 400;
