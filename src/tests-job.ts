import type { Diagnostic } from '#core/diagnostics';
import { commandNotStarted, partRecorded, skippedTestFailed } from '#core/suite-diagnostics';
import { resolveRange } from '#project/range';
import { findRepository } from '#project/repository';
import type { Snapshot } from '#project/snapshot';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { buildTests, testName } from '#result/build-tests';
import type { TestRunResult, TestsResult } from '#result/tests-result';
import { CallChains } from '#suite/call-chains';
import type { KeptRecording } from '#suite/kept-recording';
import { requireRecording } from '#suite/recordings';
import { sampleTests } from '#suite/sample-tests';
import type { Selection } from '#suite/select-tests';
import type { StaleBuild } from '#suite/stale-builds';
import { inOrder, testsToRun } from '#suite/tests-to-run';
import { unrecordedFiles } from '#suite/unrecorded-files';
import type { SuiteRun } from '#trace/run-suite';
import { isCut, withStore, type Job } from './job';
import type { TestsOptions } from './options';
import { didFail, recordTests, staleDiagnostics } from './record-job';
import { selectFromRecording, type RecordedChange } from './suite-job';
import { functionsToWatch } from './watched-functions-job';

/** Which tests does the change affect? `wingbeat tests [base]`; with `run`, also what comes of them. */
export async function selectAffectedTests(options: TestsOptions): Promise<TestsResult> {
  const root = findRepository(options.cwd);
  const kept = await requireRecording(root);
  return withStore(root, options, async (job) => {
    const head = openWorkingTree(root);
    // Without a base, the change since the recording is meant.
    const base = options.base === undefined ? null : resolveRange(root, options.base).base;
    const change = selectFromRecording(root, kept, base, head, job);
    const { suite, recorded, selection } = change;
    const result: TestsResult = {
      schemaVersion: 1,
      base: base?.revision ?? { rev: 'recording', description: kept.description },
      head: head.revision,
      recording: { description: kept.description, madeAt: new Date(kept.madeAt).toISOString() },
      ...buildTests(suite, selection, new CallChains(recorded, suite)),
      diagnostics: options.run === true ? [] : leftOut(kept, head, selection.fresh),
      complete: !isCut(recorded.loaded) && !isCut(change.head.loaded),
    };
    if (options.run !== true) return result;
    const { run, now, stale, notStarted } = await runSelected(root, kept, head, change, options, job);
    const missed = run.missed.length === 0 ? [] : [skippedTestFailed(run.missed.map(({ id }) => id))];
    const diagnostics = [...notStarted.map(commandNotStarted), ...missed, ...staleDiagnostics(stale)];
    return { ...result, run, diagnostics: [...leftOut(now, head), ...diagnostics] };
  });
}

/** Tests that a command of the user's does not run are neither known nor new. Of new ones it is not known yet whether it does. */
function leftOut(
  { command, recording }: KeptRecording,
  head: Snapshot,
  fresh: Selection['fresh'] = [],
): readonly Diagnostic[] {
  const announced = new Set(fresh.map(({ file }) => file));
  const files = command === null ? [] : unrecordedFiles(recording, head).filter((file) => !announced.has(file));
  return command === null || files.length === 0 ? [] : [partRecorded(command.join(' '), files)];
}

/** Runs the selected tests, and a sample of the others; the recording is brought up to date with what was seen. */
async function runSelected(
  root: string,
  kept: KeptRecording,
  snapshot: Snapshot,
  change: RecordedChange,
  options: TestsOptions,
  job: Job,
): Promise<{
  readonly run: TestRunResult;
  /** What is known after it. */
  readonly now: KeptRecording;
  readonly stale: readonly StaleBuild[];
  readonly notStarted: SuiteRun['notStarted'];
}> {
  const { suite, selection } = change;
  const audited = options.audit === undefined ? [] : sampleTests(suite, selection, options.audit, kept.madeAt);
  const sampled = audited.flatMap((test) => suite.recording.executions[test]?.test ?? []);
  const only = inOrder(suite, [...testsToRun(suite, selection), ...sampled]);
  const watched = functionsToWatch(root, options.base, snapshot, job);
  const known = { hasEarlier: true, known: kept, change };
  const request = {
    root,
    snapshot,
    command: kept.command,
    commandFolder: kept.commandFolder ?? '',
    ...known,
    only,
    watched,
    options,
    job,
  };
  const { kept: now, run, stale } = await recordTests(request);
  const isSampled = new Set(sampled.map((test) => testName(test).id));
  const failed = run.recording.executions.flatMap(({ test, outcome }) => (didFail(outcome) ? [testName(test)] : []));
  const missed = failed.filter(({ id }) => isSampled.has(id));
  const result = {
    passed: run.recording.executions.filter(({ outcome }) => outcome === 'passed').length,
    failed: failed.filter(({ id }) => !isSampled.has(id)),
    audited: sampled.length,
    missed,
    exitCode: run.exitCode,
  };
  return { run: result, now, stale, notStarted: run.notStarted };
}
