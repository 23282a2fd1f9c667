import { explainPlace } from '#behaviour/explain-place';
import type { SidedGraphs } from '#behaviour/explain-change';
import type { ChangeSet } from '#change/change-set';
import { WingbeatError } from '#core/diagnostics';
import { notACall } from '#core/explain-diagnostics';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import { openBase } from '#project/base';
import { changedPaths } from '#project/changed-paths';
import { resolveRange } from '#project/range';
import { withTexts } from '#project/replaced-texts';
import { findRepository } from '#project/repository';
import type { Snapshot } from '#project/snapshot';
import { openSurroundings } from '#project/surroundings';
import { isTestPath } from '#project/test-path';
import { buildEdits } from '#result/build-edits';
import { buildExplanation } from '#result/build-explain';
import type { DescribedVersions } from '#result/build-functions';
import { NodeDescriber } from '#result/describe-node';
import type { ExplainResult } from '#result/explain-result';
import { readableRecording } from '#suite/recordings';
import { recordedTestCalls } from './explain-recorded-job';
import { compareLoaded, configurationOf, dependences, isCut, loadBoth, solverOf, withStore, type Job } from './job';
import type { ExplainOptions } from './options';

/** This call, or this test, goes wrong since base: which change, which condition? `wingbeat explain <call | test> [base]`. */
export async function explain(options: ExplainOptions): Promise<ExplainResult> {
  const { snapshot, target } = openSurroundings(options.cwd, options.target, options.against);
  const kept = isInRepository(snapshot) ? await readableRecording(snapshot.root) : null;
  return withStore(snapshot.root, options, async (job) => {
    const { base, head, changes, graphs } = loadVersions(openVersions(snapshot, target.path, options), job);
    const versions: DescribedVersions = { base: new NodeDescriber(base), head: new NodeDescriber(head) };
    const { test, calls, same, passedOver } = await explainPlace(target, {
      base,
      head,
      changes,
      graphs,
      recorded: kept === null ? null : recordedTestCalls(snapshot.root, kept, head.snapshot, changes, job),
      preconditions: configurationOf(snapshot.root).preconditions,
      solver: solverOf(options),
      store: job.store,
      all: options.all === true,
      expired: job.expired,
    });
    const edits = buildEdits(versions, changes);
    return {
      schemaVersion: 1,
      base: base.snapshot.revision,
      head: head.snapshot.revision,
      ...(test === null ? {} : { test: { ...test, same, passedOver } }),
      calls: calls.map((call) => buildExplanation(call, versions, edits)),
      diagnostics: [],
      complete: !job.expired() && !isCut(base) && !isCut(head),
    };
  });
}

/** Outside of one, nothing is recorded. */
function isInRepository({ revision }: Snapshot): boolean {
  return revision.rev === 'worktree';
}

/** Two versions, matched. Their graphs are built when they are first asked for. */
export interface LoadedVersions {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  readonly changes: ChangeSet;
  readonly graphs: SidedGraphs;
}

export function loadVersions({ base, head }: Versions, job: Job): LoadedVersions {
  const { base: inBase, head: inHead, paths } = loadBoth(base, head, changedPaths(base, head), job);
  const graphs = { base: once(inBase, job), head: once(inHead, job) };
  const changes = compareLoaded(inBase, inHead, paths, job, graphs.head);
  return { base: inBase, head: inHead, changes, graphs };
}

export interface Versions {
  readonly base: Snapshot;
  readonly head: Snapshot;
}

/** A file to compare with stands in the place of the one that is looked at; all others are as they are. */
export function openVersions(
  opened: Snapshot,
  path: string,
  { cwd, base, against, target }: Pick<ExplainOptions, 'cwd' | 'base' | 'against' | 'target'>,
): Versions {
  if (against === undefined) return resolveRange(findRepository(opened.root), base);
  const before = openBase(cwd, against, path);
  if (!before.isFile) return { base: before.snapshot, head: opened };
  if (isTestPath(path) && !target.includes('(')) {
    throw new WingbeatError(notACall(target, 'a test needs a revision to compare with, not a file'));
  }
  const text = before.snapshot.read(path)?.text ?? '';
  return { base: { ...withTexts(opened, new Map([[path, text]])), revision: before.snapshot.revision }, head: opened };
}

function once(loaded: LoadedProgram, job: Job): () => DependenceGraph {
  let graph: DependenceGraph | undefined;
  return () => (graph ??= dependences(loaded, job));
}
