import type { CachedFacts } from '#ir/load-program';
import type { Snapshot } from '#project/snapshot';
import { findRepository, folderWithin } from '#project/repository';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { commitOf } from '#project/commit';
import { headOf } from '#project/head';
import { WingbeatError, type Diagnostic } from '#core/diagnostics';
import {
  builtCodeStale,
  commandNotStarted,
  commandWithoutTests,
  builtWithoutMap,
  compiledWithoutMap,
  nothingRecorded,
  recordingForgotten,
  recordingNote,
} from '#core/suite-diagnostics';
import { testName } from '#result/build-tests';
import type { RecordResult } from '#result/record-result';
import { withBuiltEntries } from '#suite/built-entries';
import { followBuilds, hasBuilt } from '#suite/follow-builds';
import { Links } from '#suite/links';
import { keepRecording, type KeptRecording, type RecordingOrigin } from '#suite/kept-recording';
import { mergeRecordings } from '#suite/merge-recordings';
import { buildsWithoutMap, withOrigins, type UnmappedBuild } from '#suite/made-from';
import { staleBuilds, type StaleBuild } from '#suite/stale-builds';
import { sourceTexts } from '#suite/source-texts';
import { surroundingsOf } from '#suite/surroundings';
import { inOrder, testsToRun } from '#suite/tests-to-run';
import { unknownRunner } from '#suite/unknown-runner';
import { filesKnownAsWhole } from '#suite/known-as-whole';
import { updatePaths } from '#suite/update-paths';
import type { Execution, Recording, TestCase } from '#trace/recording';
import type { WatchedFunctions } from '#trace/runner';
import { load, withStore, type Job } from './job';
import type { JobOptions, RecordOptions } from './options';
import { forgetOldest, openRecordings, readableRecording } from '#suite/recordings';
import { runSuite, type SuiteRun } from '#trace/run-suite';
import { functionsToWatch, unheardTests } from './watched-functions-job';
import { lookedAt, openRecordedVersions, selectFromRecording, type RecordedChange } from './suite-job';

/** Run the tests once and remember what each of them executes: `wingbeat record`. */
export async function record(options: RecordOptions): Promise<RecordResult> {
  const root = findRepository(options.cwd);
  const snapshot = openWorkingTree(root);
  const command = options.command ?? null;
  const commandFolder = command === null ? '' : folderWithin(root, options.cwd);
  const last = options.everything === true ? null : await readableRecording(root);
  return withStore(root, options, async (job) => {
    const known = last !== null && canContinue(last, command, commandFolder, options) ? last : null;
    const change = known === null ? null : selectFromRecording(root, known, null, snapshot, job);
    const watched = functionsToWatch(root, options.base, snapshot, job);
    const asked = options.base === undefined || change === null ? [] : unheardTests(change, watched);
    const only =
      change === null ? null : inOrder(change.suite, [...testsToRun(change.suite, change.selection), ...asked]);
    const hasEarlier = last !== null;
    const told = { command, commandFolder, hasEarlier };
    return recordResult(await recordTests({ root, snapshot, ...told, known, change, only, watched, options, job }));
  });
}

/** A recording of other commands, without the paths that are asked for, or of no test at all, is not gone on with. */
function canContinue(
  last: KeptRecording,
  command: RecordRequest['command'],
  commandFolder: string,
  { paths }: RecordOptions,
): boolean {
  const isSame = JSON.stringify(last.command) === JSON.stringify(command);
  return (
    isSame &&
    (last.commandFolder ?? '') === commandFolder &&
    last.recording.executions.length > 0 &&
    (paths !== true || last.paths !== null)
  );
}

export interface RecordRequest {
  readonly root: string;
  readonly snapshot: Snapshot;
  /** Null where the project's scripts say it. */
  readonly command: readonly string[] | null;
  /** Where the user said it, relative to the root. */
  readonly commandFolder: string;
  /** What is gone on from, with how the source changed since; null for a recording of all tests. */
  readonly hasEarlier: boolean;
  readonly known: KeptRecording | null;
  readonly change: RecordedChange | null;
  /** Null: all tests. */
  readonly only: readonly TestCase[] | null;
  /** Functions of which it is kept what they are called with. */
  readonly watched: WatchedFunctions;
  readonly options: JobOptions & Pick<RecordOptions, 'paths' | 'base' | 'onOutput'>;
  readonly job: Job;
}

export interface Recorded {
  readonly kept: KeptRecording;
  /** What was run for it. */
  readonly run: SuiteRun;
  /** Code that it has loaded and that is not built from the source. */
  readonly stale: readonly StaleBuild[];
  readonly unmapped: readonly UnmappedBuild[];
  readonly store: StoreState;
}

interface StoreState {
  readonly bytes: number;
  /** Recordings that had to go. */
  readonly forgotten: readonly RecordingOrigin[];
}

/** Runs tests, and keeps what is known of all of them in one step: a run that is killed leaves the recording before. */
export async function recordTests(request: RecordRequest): Promise<Recorded> {
  const { root, snapshot, command, commandFolder, known, only, watched, options, job } = request;
  const texts = sourceTexts(root, snapshot);
  const mode = options.paths === true || (known !== null && known.paths !== null) ? 'paths' : 'after';
  const ran =
    only !== null && only.length === 0
      ? nothingToRun
      : await runSuite({
          root,
          command,
          commandFolder,
          only,
          mode,
          watched,
          ...(known === null ? {} : { ranBy: runnersOf(known.recording), knownTests: testsOf(known.recording) }),
          onOutput: options.onOutput ?? (() => {}),
        });
  const run = { ...ran, recording: withSources(request, ran.recording) };
  const isNothingRun = run.recording.executions.length === 0;
  const [notStarted] = run.notStarted;
  if (isNothingRun && notStarted !== undefined) throw new WingbeatError(commandNotStarted(notStarted));
  if (isNothingRun && (only === null || run.exitCode !== 0)) {
    const told = { command: command?.join(' ') ?? null, runner: unknownRunner(root), isKept: request.hasEarlier };
    throw new WingbeatError(nothingRecorded(told));
  }
  const recording = merged(request, run);
  const kept: KeptRecording = {
    recording: withoutTraces(recording),
    texts,
    surroundings: emptySurroundings,
    paths: null,
    description: commitOf(root, snapshot),
    ...headOf(root),
    madeAt: Date.now(),
    command,
    commandFolder,
  };
  const { links, recorded } = openRecordedVersions(root, kept, snapshot, job);
  const surroundings = surroundingsOf(
    root,
    lookedAt(root, { recording, command, commandFolder }, snapshot, links),
    process.env,
  );
  const paths = mode === 'paths' ? updatePaths(known?.paths ?? null, run.recording, recording, recorded) : null;
  const complete: KeptRecording = { ...kept, surroundings, paths };
  return {
    kept: complete,
    run,
    stale: staleBuilds(root, run.recording, links),
    unmapped: buildsWithoutMap(root, recording),
    store: await keep(root, complete),
  };
}

/** Functions of built code by the names of those that they were built from, and what is built otherwise with what it was made from. */
function withSources({ root, snapshot, job }: RecordRequest, recording: Recording): Recording {
  const sources = new Set(snapshot.paths);
  if (recording.modules.every(({ path }) => sources.has(path))) return recording;
  const known = new Map<string, CachedFacts>();
  const linksWith = (entries: ReadonlyMap<string, string>): Links =>
    new Links(load(withBuiltEntries(snapshot, entries), 'head', job, known));
  const isMapped = hasBuilt(root, recording, (path) => sources.has(path));
  const followed = isMapped ? followBuilds(root, recording, linksWith) : recording;
  return withOrigins(root, followed, linksWith(new Map()), () => snapshot.otherPaths());
}

/** By the file of the tests. */
function runnersOf({ executions }: Recording): (file: string) => string | undefined {
  const runners = new Map(executions.map(({ test, runner }) => [test.file, runner]));
  return (file) => runners.get(file);
}

/** By their file. */
function testsOf({ executions }: Recording): (file: string) => readonly TestCase[] {
  const tests = new Map<string, TestCase[]>();
  for (const { test } of executions) tests.set(test.file, [...(tests.get(test.file) ?? []), test]);
  return (file) => tests.get(file) ?? [];
}

const nothingToRun: SuiteRun = {
  recording: { runner: '', modules: [], segments: [], executions: [], notes: [] },
  runners: [],
  exitCode: 0,
  silent: [],
  notStarted: [],
  milliseconds: 0,
};

const emptySurroundings: KeptRecording['surroundings'] = {
  node: '',
  read: new Map(),
  configuration: new Map(),
  packages: new Map(),
  tools: new Map(),
  environment: new Map(),
};

/** A file that ended before it came to a test is told of as one that failed. */
function isFailedFile({ test, outcome }: Execution): boolean {
  return test.titles.length === 0 && outcome === 'failed';
}

/** What is new of the tests that ran, what was known of those that did not have to. */
function merged({ change, known, only }: RecordRequest, { recording: fresh, exitCode }: SuiteRun): Recording {
  if (change === null || known === null || only === null) return fresh;
  const { suite, selection, head } = change;
  const gone = new Set(selection.gone);
  const stale = new Set(selection.selected.map(({ test }) => test));
  const filesRun = new Set(fresh.executions.flatMap((each) => (isFailedFile(each) ? [] : [each.test.file])));
  const ranAgain = new Set(fresh.executions.map(({ test }) => testName(test).id));
  const kept: number[] = [];
  const lost = new Set<string>();
  suite.recording.executions.forEach(({ test }, i) => {
    if (gone.has(i)) return;
    // Of a file that was to be run and did not get to a test, nobody knows that its tests are gone.
    const { id } = testName(test);
    const isLost = stale.has(i) && exitCode !== 0 && !filesRun.has(test.file) && !ranAgain.has(id);
    if (isLost) lost.add(id);
    if (isLost || !stale.has(i)) kept.push(i);
  });
  const runner = fresh.runner === '' ? known.recording.runner : fresh.runner;
  const recording = mergeRecordings(suite, kept, head, fresh);
  const executions = recording.executions.map((execution) =>
    lost.has(testName(execution.test).id) ? Object.assign({}, execution, { outcome: 'crashed' as const }) : execution,
  );
  return { ...recording, executions, runner };
}

/** Traces are kept in the grammar. */
function withoutTraces(recording: Recording): Recording {
  return {
    ...recording,
    segments: recording.segments.map(({ process, functions, first, last }) => ({ process, functions, first, last })),
  };
}

async function keep(root: string, kept: KeptRecording): Promise<StoreState> {
  const store = openRecordings(root, 'write');
  if (store === null) return { bytes: 0, forgotten: [] };
  try {
    keepRecording(store, kept);
    const forgotten = forgetOldest(store, root);
    return { bytes: store.size, forgotten };
  } finally {
    await store.close();
  }
}

function recordResult({ kept, run, stale, unmapped, store }: Recorded): RecordResult {
  const { executions, modules, segments } = kept.recording;
  const outcomes = run.recording.executions;
  const ran = new Set<number>();
  for (const list of [...executions.map((e) => e.segments), ...modules.map((m) => m.loads)]) {
    for (const s of list) for (const fn of segments[s]?.functions ?? []) ran.add(fn);
  }
  // What is built is known by its sources, which are counted.
  const written = modules.filter(({ build }) => build === undefined);
  const functions = written.flatMap((module) => module.functions.map((_, i) => module.firstFunction + i));
  return {
    schemaVersion: 1,
    command: commandText(kept.command),
    runners: run.runners.length === 0 ? [kept.recording.runner] : run.runners,
    description: kept.description,
    tests: executions.length,
    ran: outcomes.length,
    passed: outcomes.filter(({ outcome }) => outcome === 'passed').length,
    failed: outcomes.flatMap(({ outcome, test }) => (didFail(outcome) ? [testName(test)] : [])),
    skipped: outcomes.filter(({ outcome }) => outcome === 'skipped' || outcome === 'todo').length,
    files: new Set(executions.map(({ test }) => test.file)).size,
    modules: written.length,
    functions: { run: functions.filter((fn) => ran.has(fn)).length, total: functions.length },
    milliseconds: run.milliseconds,
    storeBytes: store.bytes,
    diagnostics: [
      ...run.notStarted.map(commandNotStarted),
      ...run.silent.map(commandWithoutTests),
      ...staleDiagnostics(stale),
      ...mapless(kept),
      ...builtWithoutMap(unmapped),
      ...notesOf(kept.recording),
      ...store.forgotten.map(recordingForgotten),
    ],
  };
}

function mapless({ recording, texts }: KeptRecording): Diagnostic[] {
  const files = filesKnownAsWhole(recording, texts);
  return files.length === 0 ? [] : [compiledWithoutMap(files)];
}

export function staleDiagnostics(stale: readonly StaleBuild[]): Diagnostic[] {
  return stale.map(({ built, source }) => builtCodeStale(built, source));
}

function commandText(command: readonly string[] | null): string {
  return command === null ? 'the test script' : command.join(' ');
}

export function didFail(outcome: Recording['executions'][number]['outcome']): boolean {
  return outcome === 'failed' || outcome === 'timed-out' || outcome === 'crashed';
}

const mostNotes = 5;

function notesOf({ notes }: Recording): Diagnostic[] {
  const texts = [...new Set(notes.map(({ kind, message }) => `${noteWords[kind]}: ${message}`))];
  const rest = texts.length - mostNotes;
  return [
    ...texts.slice(0, mostNotes).map(recordingNote),
    ...(rest > 0 ? [recordingNote(`and ${rest} more remarks about what could not be seen`)] : []),
  ];
}

const noteWords = {
  together: 'tests ran at the same time and count as one',
  'not-instrumented': 'not watched',
  'lost-process': 'a process did not end in order',
  unreadable: 'what a process wrote cannot be read',
} as const;
