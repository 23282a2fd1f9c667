import { spawnSync } from 'node:child_process';
import { selectAffectedTests } from '#pipeline';
import { testName } from '#result/build-tests';
import type { TestsResult } from '#result/tests-result';
import type { KeptRecording } from '#suite/kept-recording';
import type { Execution } from '#trace/recording';
import { runSuite } from '#trace/run-suite';
import { didFail } from '../../src/record-job';
import { ownSelection, type OwnSelection } from './own-selection';

/** One change of a project: who selects what, and which tests it makes fail. */
export interface TriedChange {
  readonly tests: number;
  /** Tests that fail and did not when they were recorded. */
  readonly failing: number;
  /** Those of them that were not selected. */
  readonly missed: readonly string[];
  /** Tests that the recording does not know, and that were not announced as new. */
  readonly unlisted: readonly string[];
  readonly ours: Share;
  readonly own: Share | null;
  /** Why ours were selected: how many tests for which cause. */
  readonly causes: Readonly<Record<string, number>>;
  readonly milliseconds: { readonly ours: number; readonly own: number; readonly run: number };
}

/** Of all tests, of their time, and of their files. */
export interface Share {
  readonly tests: number;
  readonly time: number;
  readonly files: number;
}

export interface ChangeToTry {
  readonly root: string;
  readonly kept: KeptRecording;
  readonly base: string;
  readonly changed: readonly string[];
  /** Does a test that is gone count as failing, as it does where the change cannot have been meant to take it away? */
  readonly isGoneFailing: boolean;
  /** As `BenchArguments` has it: it is asked before anything is built. */
  readonly build: string | null;
}

interface KnownTest {
  readonly id: string;
  readonly file: string;
  readonly milliseconds: number;
  /** To the recording. */
  readonly isKnown: boolean;
}

const killed = 137;

/** Asks for the affected tests of a change that is in the working tree, and runs all tests. */
export async function tryChange(change: ChangeToTry): Promise<TriedChange> {
  const { root, kept, base, changed, isGoneFailing, build } = change;
  const { executions, runner } = kept.recording;
  const begin = performance.now();
  const selection = await selectAffectedTests({ cwd: root });
  const ours = Math.round(performance.now() - begin);
  const own = ownSelection({ root, runner, base, changed });
  runBuild(root, build);
  const run = await runSuite({
    root,
    command: kept.command,
    only: null,
    mode: 'after',
    onOutput: () => {},
    mostMs: longest(executions),
  });
  const before = byId(executions, new Set());
  const after = byId(run.recording.executions, new Set(before.keys()));
  const gone = new Set(selection.gone.map(({ id }) => id));
  const all = knownTests(before, after, isGoneFailing ? new Set() : gone);
  const isOurs = selector(selection);
  // When the run was ended, tests that had not begun say nothing.
  const areMissingFailing = isGoneFailing && run.exitCode !== killed;
  const failing = all.filter(({ id }) => {
    const outcome = after.get(id)?.outcome;
    const was = before.get(id)?.outcome;
    if (was !== undefined && was !== 'passed' && was !== 'skipped') return false;
    return outcome === undefined ? areMissingFailing : didFail(outcome);
  });
  // A file that cannot be compiled fails as a whole: any of its tests tells.
  const broken = new Set(run.recording.executions.flatMap(({ test }) => (test.titles.length === 0 ? [test.file] : [])));
  const told = new Set(selection.selected.map(({ file }) => file).filter((file) => broken.has(file)));
  const isTold = ({ id, file }: KnownTest): boolean => !after.has(id) && told.has(file);
  return {
    tests: all.length,
    failing: failing.length,
    missed: failing.flatMap((test) => (isOurs(test) || isTold(test) ? [] : [test.id])),
    unlisted: all.flatMap((test) => (before.has(test.id) || isOurs(test) ? [] : [test.id])),
    ours: shareOf(all, isOurs),
    own: ownShare(all, own),
    causes: causesOf(selection),
    milliseconds: { ours, own: own.milliseconds, run: run.milliseconds },
  };
}

/** What cannot be built leaves what was there before: tests say nothing then, and neither does the build. */
export function runBuild(root: string, build: string | null): boolean {
  if (build === null) return true;
  return spawnSync(build, { cwd: root, shell: true, stdio: 'ignore' }).status === 0;
}

/** Changes may make a suite run for ever. */
function longest(executions: readonly Execution[]): number {
  return 60_000 + 10 * executions.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/**
 * A file that cannot be loaded counts as a test without titles: what fails are the tests that are missing then. One that passes is a test by
 * itself.
 */
function byId(executions: readonly Execution[], known: ReadonlySet<string>): Map<string, Execution> {
  const tests = executions.map((execution) => [testName(execution.test).id, execution] as const);
  return new Map(
    tests.filter(
      ([id, { test, outcome }]) =>
        test.titles.join('') !== '' || known.has(id) || (outcome === 'passed' && isFile(test)),
    ),
  );
}

function isFile({ titles }: Execution['test']): boolean {
  return titles.length === 0;
}

function knownTests(
  before: ReadonlyMap<string, Execution>,
  after: ReadonlyMap<string, Execution>,
  gone: ReadonlySet<string>,
): KnownTest[] {
  const known = [...before].filter(([id]) => after.has(id) || !gone.has(id));
  const added = [...after].filter(([id]) => !before.has(id));
  return [...known, ...added].map(([id, { test, milliseconds }]) => {
    return { id, file: test.file, milliseconds, isKnown: before.has(id) };
  });
}

function selector({ selected, fresh }: TestsResult): (test: KnownTest) => boolean {
  const ids = new Set(selected.map(({ id }) => id));
  // A group of tests that fails by itself is run with them.
  const groups = new Set(selected.flatMap(({ id }) => groupsAround(id)));
  // A file that could not be loaded when it was recorded is one test without titles: what is run then are all of its tests.
  const whole = selected.flatMap(({ id, file }) => (withoutCount(id) === file ? [file] : []));
  const files = new Set([...whole, ...fresh.flatMap(({ file, name }) => (name === null ? [file] : []))]);
  const named = fresh.map(({ file, name, isGroup }) => ({ id: name === null ? null : `${file} > ${name}`, isGroup }));
  const names = new Set(named.flatMap(({ id, isGroup }) => (id === null || isGroup === true ? [] : [id])));
  // What is new in a test that is selected or new, or in a group that is said to have new ones, runs with it.
  const around = new Set([...ids, ...named.flatMap(({ id }) => id ?? [])]);
  const isWithin = (id: string): boolean => groupsAround(withoutCount(id)).some((group) => around.has(group));
  return ({ id, file, isKnown }) =>
    ids.has(id) || (!isKnown && (groups.has(id) || isWithin(id))) || files.has(file) || names.has(withoutCount(id));
}

function groupsAround(id: string): string[] {
  const parts = id.split(' > ');
  return parts.map((_, i) => parts.slice(0, i + 1).join(' > '));
}

/** Without the project that ran it, and the number that tells tests with the same titles apart. */
function withoutCount(id: string): string {
  return id.replace(/^\[[^\]]*\] /, '').replace(/ #\d+$/, '');
}

function ownShare(all: readonly KnownTest[], { files }: OwnSelection): Share | null {
  if (files === null) return null;
  const chosen = new Set(files);
  return shareOf(all, ({ file }) => chosen.has(file));
}

function shareOf(all: readonly KnownTest[], isChosen: (test: KnownTest) => boolean): Share {
  const chosen = all.filter(isChosen);
  const time = (tests: readonly KnownTest[]): number => tests.reduce((sum, t) => sum + t.milliseconds, 0);
  const files = (tests: readonly KnownTest[]): number => new Set(tests.map(({ file }) => file)).size;
  return {
    tests: chosen.length / Math.max(1, all.length),
    time: time(chosen) / Math.max(1, time(all)),
    files: files(chosen) / Math.max(1, files(all)),
  };
}

/** The first reason of each test; the most frequent ones. */
function causesOf({ selected, fresh }: TestsResult): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { because } of selected) {
    const [first] = because;
    const cause = first === undefined ? 'unknown' : `${first.kind} ${first.subject}`;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  return Object.fromEntries(fresh.length === 0 ? most : [['new', fresh.length], ...most]);
}
