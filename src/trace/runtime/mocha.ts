import type { Recorder } from './recorder';
import type { SuiteSegment, TestSegment } from './segment';

/**
 * Tests of mocha, by what its runner says that it does. Mocha runs one thing after another. The hooks before a test
 * come after its beginning is told, those behind it after its end: a test is open until something else begins.
 */
export function watchMocha({ runner, main }: MochaClasses, recorder: Recorder, files: FilesOfTests): void {
  const { relative, isRun, isTestRun } = files;
  const prototype = prototypeOf(runner);
  if (prototype === null) return;
  leaveOutOthers(prototype, isTestRun);
  const mocha = prototypeOf(main);
  if (mocha !== null) leaveOutFiles(mocha, isRun);
  const watch = new MochaWatch(recorder, relative);
  const inherited: unknown = Reflect.get(prototype, 'emit');
  if (typeof inherited !== 'function') return;
  const emit = function (this: MochaRunner, event: unknown, subject: unknown, ...rest: unknown[]): unknown {
    // What it says then, other processes have done.
    if (this.isParallelMode?.() === true) return Reflect.apply(inherited, this, [event, subject, ...rest]) as unknown;
    watch.before(event, subject);
    const result: unknown = Reflect.apply(inherited, this, [event, subject, ...rest]);
    watch.after(event, subject);
    return result;
  };
  Object.defineProperty(prototype, 'emit', { value: emit, configurable: true, writable: true });
}

function prototypeOf(made: unknown): object | null {
  const prototype: unknown = typeof made === 'function' ? made.prototype : null;
  return typeof prototype === 'object' ? prototype : null;
}

export interface MochaClasses {
  readonly runner: unknown;
  readonly main: unknown;
}

export interface FilesOfTests {
  readonly relative: (file: string) => string;
  /** Whether tests of a file are wanted: the command may name more files than were asked for, and these are added to them. */
  readonly isRun: (file: string) => boolean;
  readonly isTestRun: (file: string, titles: readonly string[]) => boolean;
}

/** In several processes each file runs by itself, and twice where it is named twice. */
function leaveOutFiles(prototype: object, isRun: FilesOfTests['isRun']): void {
  beforeRun(prototype, (mocha: { files?: readonly string[] }) => {
    if (mocha.files !== undefined) mocha.files = [...new Set(mocha.files)].filter(isRun);
  });
}

/** Not by a pattern for titles: of some files all tests may be wanted, and all run in one process, as what is left behind in it is seen. */
function leaveOutOthers(prototype: object, isRun: FilesOfTests['isTestRun']): void {
  beforeRun(prototype, (runner: MochaRunner) => {
    const { suite } = runner;
    if (suite !== undefined && leaveOutTests(suite, isRun)) runner.total = runner.grepTotal?.(suite);
  });
}

function beforeRun<T extends object>(prototype: object, act: (self: T) => void): void {
  const inherited: unknown = Reflect.get(prototype, 'run');
  if (typeof inherited !== 'function') return;
  const run = function (this: T, ...rest: unknown[]): unknown {
    act(this);
    return Reflect.apply(inherited, this, rest) as unknown;
  };
  Object.defineProperty(prototype, 'run', { value: run, configurable: true, writable: true });
}

/** True when some were left out. */
function leaveOutTests(suite: MochaSuite, isRun: FilesOfTests['isTestRun']): boolean {
  const all = suite.tests;
  const isMeant = (test: Runnable): boolean => isRun(fileOf(test) ?? '', titlesOf(test));
  suite.tests = all.filter(isMeant);
  // With `it.only`, mocha takes these in place of all.
  const preferred: unknown = Reflect.get(suite, '_onlyTests');
  if (Array.isArray(preferred)) Reflect.set(suite, '_onlyTests', (preferred as Runnable[]).filter(isMeant));
  const within = suite.suites.map((each) => leaveOutTests(each, isRun));
  return suite.tests.length < all.length || within.includes(true);
}

interface MochaRunner {
  readonly suite?: MochaSuite;
  total?: number | undefined;
  grepTotal?(suite: MochaSuite): number;
  isParallelMode?(): boolean;
}

interface MochaSuite {
  tests: readonly Runnable[];
  readonly suites: readonly MochaSuite[];
}

interface Runnable {
  readonly title: string;
  readonly parent?: Runnable | undefined;
  readonly file?: string | undefined;
  readonly root?: boolean;
  readonly state?: string;
  readonly duration?: number;
  readonly timedOut?: boolean;
  readonly ctx?: { readonly currentTest?: Runnable };
  readonly currentRetry?: () => number;
}

class MochaWatch {
  readonly #recorder: Recorder;
  readonly #relative: (file: string) => string;
  #test: { readonly mocha: Runnable; readonly segment: TestSegment; pending: boolean } | null = null;
  #suite: SuiteSegment | null = null;

  constructor(recorder: Recorder, relative: (file: string) => string) {
    this.#recorder = recorder;
    this.#relative = relative;
  }

  before(event: unknown, subject: unknown): void {
    if (!isRunnable(subject)) {
      if (event === 'end') this.#closeTest();
      return;
    }
    if (event === 'test') this.#begin(subject);
    if (event === 'hook') this.#hook(subject);
    if (event === 'suite' || event === 'suite end') this.#closeTest();
    if (event === 'pending') {
      if (this.#test?.mocha !== subject) this.#begin(subject);
      if (this.#test !== null) this.#test.pending = true;
    }
  }

  after(event: unknown, subject: unknown): void {
    if (event === 'end') this.#closeTest();
    if (event !== 'hook end' || !isRunnable(subject) || this.#suite === null) return;
    this.#recorder.leave(this.#suite);
    this.#suite = null;
  }

  #begin(test: Runnable): void {
    this.#closeTest();
    const name = { file: this.#fileOf(test), titles: titlesOf(test), project: null };
    const segment = this.#recorder.beginTest(name, { attempt: test.currentRetry?.() ?? 0 });
    this.#test = { mocha: test, segment, pending: false };
    this.#recorder.enter(segment);
  }

  #closeTest(): void {
    if (this.#test === null) return;
    const { mocha, segment, pending } = this.#test;
    this.#test = null;
    const failed = mocha.timedOut === true ? 'timed-out' : 'failed';
    const outcome = pending || mocha.state === 'pending' ? 'skipped' : mocha.state === 'passed' ? 'passed' : failed;
    this.#recorder.endTest(segment, outcome, mocha.duration ?? 0);
  }

  /** Hooks around each test belong to the test that is open; the others to all tests of their suite. */
  #hook(hook: Runnable): void {
    if (/^"(?:before|after) each"/.test(hook.title) && this.#test !== null) return;
    this.#closeTest();
    const { parent } = hook;
    // Hooks of the root run for all files, wherever they were written.
    const file = parent?.root === false ? this.#fileOf(hook) : '';
    this.#suite = this.#recorder.suite(file, parent === undefined ? [] : titlesOf(parent));
    this.#recorder.enter(this.#suite);
  }

  #fileOf(subject: Runnable): string {
    const file = fileOf(subject);
    return file === null ? '' : this.#relative(file);
  }
}

function fileOf(subject: Runnable): string | null {
  for (let node: Runnable | undefined = subject; node !== undefined; node = node.parent)
    if (node.file !== undefined) return node.file;
  return null;
}

function titlesOf(subject: Runnable): string[] {
  const titles: string[] = [];
  for (let node: Runnable | undefined = subject; node !== undefined && node.root !== true; node = node.parent)
    titles.unshift(node.title);
  return titles;
}

function isRunnable(value: unknown): value is Runnable {
  return typeof value === 'object' && value !== null && 'title' in value && typeof value.title === 'string';
}
