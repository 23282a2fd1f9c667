import type { TestCase } from '../recording';
import { insertBefore, insertBeforeAssigned } from './insert-before';
import type { Selection, TestEvents } from './test-events';
import {
  aroundOf,
  fileOf,
  passOver,
  projectOf,
  titlesOf,
  vitestCases,
  vitestOutcome,
  willRun,
  type VitestFile,
  type VitestTask,
} from './vitest-tasks';

// Held here, as tests replace it.
const now = performance.now.bind(performance);

/** The methods of a test runner of vitest that are looked into; the others stay as they are. */
export interface VitestRunner {
  readonly config?: VitestRunnerConfig;
  importFile(filepath: string, source: string): unknown;
  onBeforeCollect?(paths: readonly string[]): unknown;
  onCollected?(files: readonly VitestFile[]): unknown;
  onBeforeRunSuite?(suite: VitestTask): unknown;
  onAfterRunSuite?(suite: VitestTask): unknown;
  onBeforeRunTask?(test: VitestTask): unknown;
  onAfterRetryTask?(test: VitestTask): unknown;
  onAfterRunTask?(test: VitestTask): unknown;
  onAfterRunFiles?(files: readonly VitestFile[]): unknown;
  runTask?(test: VitestTask): unknown;
}

/** Vitest's own: the function of a test. */
export type TestFunctions = (test: VitestTask) => () => unknown;

export interface ObserverRequest {
  readonly events: TestEvents;
  /** Null to run all tests. */
  readonly selection: Selection | null;
  readonly functionOf: TestFunctions;
}

interface VitestRunnerConfig {
  readonly name?: unknown;
  readonly snapshotOptions?: { readonly snapshotEnvironment?: unknown };
}

/**
 * Makes a runner tell which test it is at. Works on whatever runner the project has, by methods that every version
 * from 1 on calls: each first tells, in the turn of its caller, and then does what it did.
 */
export function observeRunner(runner: VitestRunner, request: ObserverRequest): void {
  const { events, selection, functionOf } = request;
  const observer = new RunObserver(events, selection);
  const enterFile = (file: string) => {
    const name = runner.config?.name;
    events.enterSuite({ file, project: typeof name === 'string' && name !== '' ? name : null, titles: [] });
  };
  insertBefore(runner, 'onBeforeCollect', (paths) => {
    keepSnapshots(runner.config?.snapshotOptions?.snapshotEnvironment);
    paths.forEach(enterFile);
  });
  leaveOutFiles(runner, selection);
  insertBefore(runner, 'importFile', (file, source) => {
    if (source === 'collect') enterFile(file);
  });
  // Vitest puts a method here that sends the tests to its main process: they must have been chosen before.
  insertBeforeAssigned(runner, 'onCollected', (files) => files.forEach((file) => observer.collect(file)));
  separateConcurrent(runner, observer, functionOf);
  insertBefore(runner, 'onBeforeRunSuite', (suite) => observer.enter(suite));
  insertBefore(runner, 'onBeforeRunTask', (test) => observer.begin(test));
  insertBefore(runner, 'onAfterRetryTask', (test) => observer.endIfSkipped(test));
  insertBefore(runner, 'onAfterRunTask', (test) => observer.end(test));
  insertBefore(runner, 'onAfterRunSuite', (suite) => observer.leave(suite));
  insertBefore(runner, 'onAfterRunFiles', (files) => {
    for (const file of files) observer.endFile(file);
    events.rest();
  });
}

/** Only as long as concurrent tests run, so that errors of the others have no more lines in their stacks than ever. */
function separateConcurrent(runner: VitestRunner, observer: RunObserver, functionOf: TestFunctions): void {
  const own = runner.runTask?.bind(runner);
  const separate = (test: VitestTask): unknown => observer.run(test, () => (own ?? ((t) => functionOf(t)()))(test));
  const inherited = runner.runTask;
  Object.defineProperty(runner, 'runTask', {
    configurable: true,
    enumerable: false,
    get: () => (observer.hasConcurrent ? separate : inherited),
  });
}

/** Where vitest could not be told which files to run. */
function leaveOutFiles(runner: VitestRunner, selection: Selection | null): void {
  if (selection === null) return;
  const importFile = runner.importFile.bind(runner);
  runner.importFile = (file, source) =>
    source === 'collect' && !selection.hasFile(file) ? undefined : importFile(file, source);
}

/** A run that records leaves the project as it is: snapshots are compared and, where there are none, forgotten. */
function keepSnapshots(environment: unknown): void {
  if (typeof environment !== 'object' || environment === null) return;
  const value = nothing;
  for (const name of ['saveSnapshotFile', 'removeSnapshotFile']) {
    Object.defineProperty(environment, name, { configurable: true, writable: true, value });
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}

class RunObserver {
  readonly #events: TestEvents;
  readonly #selection: Selection | null;
  readonly #cases = new Map<VitestTask, TestCase>();
  /** Tests that run, with when they began. */
  readonly #open = new Map<VitestTask, number>();
  readonly #ended = new Set<VitestTask>();

  constructor(events: TestEvents, selection: Selection | null) {
    this.#events = events;
    this.#selection = selection;
  }

  collect(file: VitestFile): void {
    for (const [test, testCase] of vitestCases(file)) this.#cases.set(test, testCase);
    if (this.#selection !== null) passOver(file, (test) => this.#isSelected(test));
  }

  enter(suite: VitestTask): void {
    const file = fileOf(suite);
    this.#events.enterSuite({ file: file.filepath, project: projectOf(file), titles: titlesOf(suite) });
  }

  leave(suite: VitestTask): void {
    const file = fileOf(suite);
    if (suite === file) this.endFile(file);
    else this.enter(aroundOf(suite));
  }

  begin(test: VitestTask): void {
    // Versions 1 and 2 do not say that a test is over that skipped itself.
    if (!isConcurrent(test)) for (const other of this.#open.keys()) this.end(other);
    const testCase = this.#cases.get(test);
    if (testCase === undefined || !willRun(test)) return;
    this.#open.set(test, now());
    // What a concurrent test does is told apart where its function is called; its hooks belong to the suite.
    if (!isConcurrent(test)) this.#events.beginTest(testCase);
  }

  run<T>(test: VitestTask, body: () => T): T {
    const testCase = isConcurrent(test) ? this.#cases.get(test) : undefined;
    return testCase === undefined ? body() : this.#events.inTest(testCase, body);
  }

  get hasConcurrent(): boolean {
    return [...this.#open.keys()].some(isConcurrent);
  }

  endIfSkipped(test: VitestTask): void {
    if (test.result?.state === 'skip' || test.result?.pending === true) this.end(test);
  }

  end(test: VitestTask): void {
    const testCase = this.#cases.get(test);
    if (testCase === undefined || this.#ended.has(test)) return;
    this.#ended.add(test);
    const begun = this.#open.get(test);
    this.#open.delete(test);
    const elapsed = begun === undefined ? 0 : now() - begun;
    this.#events.endTest(testCase, vitestOutcome(test), test.result?.duration ?? elapsed);
    this.enter(aroundOf(test));
  }

  /** Ends what is still open and tells of tests that were never begun. */
  endFile(file: VitestFile): void {
    const cases = [...this.#cases].filter(([test]) => fileOf(test) === file);
    for (const [test, testCase] of cases) {
      if (!this.#isSelected(test) || this.#ended.has(test)) continue;
      if (!this.#open.has(test)) this.#events.beginTest(testCase);
      this.end(test);
    }
    if (cases.length === 0 && file.result?.state === 'fail') this.#tellOfFile(file);
  }

  /** A file that could not be loaded is told of as a test without titles: nobody knows which it has. */
  #tellOfFile(file: VitestFile): void {
    if (this.#ended.has(file)) return;
    this.#ended.add(file);
    const testCase: TestCase = { file: file.filepath, titles: [], ordinal: 0, project: projectOf(file) };
    this.#events.beginTest(testCase);
    this.#events.endTest(testCase, 'failed', file.result?.duration ?? 0);
  }

  #isSelected(test: VitestTask): boolean {
    const testCase = this.#cases.get(test);
    return this.#selection === null || testCase === undefined || this.#selection.has(testCase);
  }
}

function isConcurrent(test: VitestTask): boolean {
  return 'concurrent' in test && test.concurrent === true;
}
