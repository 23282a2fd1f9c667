import type { TestCase, TestOutcome } from '../recording';

/** What is read of vitest's tasks, of version 1 and later. */
export interface VitestTask {
  readonly type: string;
  readonly name: string;
  mode: string;
  /** Absent of a file in version 1. */
  readonly file?: VitestFile | undefined;
  /** The suite around it. Where that is the file, it is absent, or in version 1 a suite that no file has among its tasks. */
  readonly suite?: VitestTask | undefined;
  readonly tasks?: readonly VitestTask[] | undefined;
  readonly result?: VitestResult | undefined;
}

export interface VitestFile extends VitestTask {
  readonly filepath: string;
  readonly projectName?: string | undefined;
}

export interface VitestResult {
  readonly state?: string | undefined;
  readonly pending?: boolean | undefined;
  readonly duration?: number | undefined;
  readonly errors?: readonly { readonly message?: unknown }[] | undefined;
}

/** The tests of a file in the order in which it has them, each with its name. */
export function vitestCases(file: VitestFile): Map<VitestTask, TestCase> {
  const cases = new Map<VitestTask, TestCase>();
  const seen = new Map<string, number>();
  const project = projectOf(file);
  for (const test of testsOf(file)) {
    const titles = titlesOf(test);
    const key = JSON.stringify(titles);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    cases.set(test, { file: file.filepath, titles, ordinal, project });
  }
  return cases;
}

export function projectOf(file: VitestFile): string | null {
  return file.projectName === undefined || file.projectName === '' ? null : file.projectName;
}

export function fileOf(task: VitestTask): VitestFile {
  return task.file ?? (task as VitestFile);
}

/** The suite around a test or a suite, or the file. */
export function aroundOf(task: VitestTask): VitestTask {
  const { suite } = task;
  const file = fileOf(task);
  if (suite === undefined) return file;
  return suite.suite !== undefined || file.tasks?.includes(suite) === true ? suite : file;
}

/** From the outermost suite on; empty for the file. */
export function titlesOf(task: VitestTask): readonly string[] {
  const titles: string[] = [];
  for (let at = task; at !== fileOf(at); at = aroundOf(at)) titles.unshift(at.name);
  return titles;
}

function* testsOf(task: VitestTask): Generator<VitestTask> {
  if (task.tasks === undefined) yield task;
  else for (const child of task.tasks) yield* testsOf(child);
}

export function vitestOutcome(test: VitestTask): TestOutcome {
  const state = test.result?.state;
  if (state === 'pass') return 'passed';
  if (test.mode === 'todo' || state === 'todo') return 'todo';
  if (state === 'fail') return test.result?.errors?.some(isTimeout) === true ? 'timed-out' : 'failed';
  return hasFailedSuite(test) ? 'failed' : 'skipped';
}

/** A suite fails before its tests are run when a hook of it throws: they are then marked as skipped. */
function hasFailedSuite(test: VitestTask): boolean {
  for (let at = aroundOf(test); ; at = aroundOf(at)) {
    if (at.result?.state === 'fail' && at.result.errors !== undefined && at.result.errors.length > 0) return true;
    if (at === fileOf(at)) return false;
  }
}

function isTimeout(error: { readonly message?: unknown }): boolean {
  return typeof error.message === 'string' && /^(?:Test|Hook) timed out in \d+ms/.test(error.message);
}

/** Passes over tests that are not selected, and suites without any other, so that hooks of those do not run. */
export function passOver(task: VitestTask, isSelected: (test: VitestTask) => boolean): void {
  if (!willRun(task)) return;
  if (task.tasks === undefined) {
    if (!isSelected(task)) task.mode = 'skip';
    return;
  }
  for (const child of task.tasks) passOver(child, isSelected);
  if (task.tasks.length > 0 && !task.tasks.some(willRun)) task.mode = 'skip';
}

export function willRun({ mode }: VitestTask): boolean {
  return mode === 'run' || mode === 'queued';
}
