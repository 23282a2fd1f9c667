import { AsyncResource } from 'node:async_hooks';
import type { AnyFunction, Inside } from './contexts';
import type { EndEntry } from './entry';
import type { Recorder } from './recorder';
import type { SuiteSegment, TestSegment } from './segment';
import { replaceMethod } from './replace-method';

export interface NodeTestRequest {
  readonly recorder: Recorder;
  /** The file that Node runs in this process as one of tests; null where it does not. */
  readonly program: string | null;
  fileOf(test: NodeTest): string;
}

/**
 * Tests of `node:test`. It runs the function of every test, hook and suite in the asynchronous scope of an object of its
 * own, which is the one place where all of them pass, however they were imported. A program that Node runs as a file of tests, and
 * that has none, is a test itself: it passes when it ends well.
 */
export function watchNodeTest(request: NodeTestRequest): void {
  new NodeTestWatch(request).start();
}

/** Whether this process was started to run a file of tests, or by one that was: who starts a process hands on his variables. */
export function runsFileOfTests(env: NodeJS.ProcessEnv): boolean {
  return env['NODE_TEST_CONTEXT'] !== undefined;
}

/** What is read of the runner's objects. */
export interface NodeTest {
  readonly name: string;
  readonly parent: NodeTest | null;
  readonly root: NodeTest;
  readonly subtests: readonly NodeTest[];
  readonly passed: boolean;
  readonly skipped: boolean;
  /** Why it is skipped. */
  readonly message?: unknown;
  readonly isTodo: boolean;
  readonly finished: boolean;
  readonly startTime: bigint | null;
  readonly endTime: bigint | null;
  readonly error: { readonly failureType?: string } | null;
  /** Of hooks. */
  readonly hookType?: string;
  readonly parentTest?: NodeTest | null;
  readonly reportedType?: string;
  readonly loc?: { readonly file: string };
  readonly entryFile?: string;
}

interface TestPrototype {
  postRun(this: NodeTest, ...args: unknown[]): unknown;
  getRunArgs(this: NodeTest): { readonly ctx: object };
}

// Held here, as tests replace it.
const now = performance.now.bind(performance);
const nanosecondsNow = process.hrtime.bigint;

const nothing: Inside = { storage: null, storing: (fn) => fn, leave: () => {} };

class NodeTestWatch {
  readonly #recorder: Recorder;
  readonly #program: string | null;
  readonly #fileOf: (test: NodeTest) => string;
  readonly #segments = new WeakMap<NodeTest, TestSegment>();
  readonly #tests = new WeakMap<object, NodeTest>();
  #knowsPrototype = false;
  #hasSeenAny = false;

  constructor({ recorder, program, fileOf }: NodeTestRequest) {
    this.#recorder = recorder;
    this.#program = program;
    this.#fileOf = fileOf;
  }

  start(): void {
    const run = AsyncResource.prototype.runInAsyncScope;
    const enter = (test: NodeTest, context: unknown): Inside => this.#enter(test, context);
    // As few frames as can be: errors of tests show them.
    replaceMethod(AsyncResource.prototype, 'runInAsyncScope', function (this: AsyncResource, ...args: unknown[]) {
      if (!isNodeTest(this)) return Reflect.apply(run, this, args) as unknown;
      const inside = enter(this, args[1]);
      const [fn, ...rest] = args;
      // The scope has an asynchronous context of its own: that of the test is set inside of it.
      const scoped = inside.storage === null || typeof fn !== 'function' ? fn : inside.storing(fn as AnyFunction);
      let result: unknown;
      try {
        result = Reflect.apply(run, this, [scoped, ...rest]);
        return result;
      } finally {
        inside.leave(result);
      }
    });
    if (this.#program !== null) process.prependListener('exit', (code) => this.#tellOfProgram(code));
  }

  #tellOfProgram(code: number): void {
    if (this.#program === null || this.#hasSeenAny || this.#recorder.hasBegunTests) return;
    const segment = this.#recorder.beginTest({ file: this.#program, titles: [], project: null });
    this.#recorder.endTest(segment, code === 0 ? 'passed' : 'failed', now());
  }

  #enter(test: NodeTest, context: unknown): Inside {
    this.#hasSeenAny = true;
    if (!this.#knowsPrototype) this.#learnPrototype(test);
    if (isFile(test)) return nothing;
    const hook = test.hookType;
    // The body of a suite runs while its file is loaded.
    if (hook === undefined && (test.parent === null || test.reportedType === 'suite')) return nothing;
    if (hook === undefined) return isLeftOut(test) ? nothing : this.#recorder.inside(this.#begin(test));
    const owner = hook.endsWith('Each') ? this.#testOf(context, test) : (test.parentTest ?? null);
    if (owner !== null && isLeftOut(owner)) return nothing;
    const each = hook.endsWith('Each') && owner !== null ? this.#begin(owner) : null;
    const segment = each ?? (owner === null ? undefined : this.#segments.get(owner));
    return segment === undefined ? this.#suiteHook(owner) : this.#recorder.inside(segment);
  }

  #suiteHook(owner: NodeTest | null): Inside {
    const file = owner === null ? '' : this.#fileOf(owner);
    const suite: SuiteSegment = this.#recorder.suite(file, owner === null ? [] : titlesOf(owner));
    this.#recorder.enter(suite, true);
    const inside = this.#recorder.inside(suite);
    const end = (): void => this.#recorder.leave(suite);
    return {
      ...inside,
      leave: (result) => {
        inside.leave(result);
        if (result instanceof Promise) void result.then(end, end);
        else end();
      },
    };
  }

  #begin(test: NodeTest): TestSegment {
    const known = this.#segments.get(test);
    if (known !== undefined) return known;
    const name = { file: this.#fileOf(test), titles: titlesOf(test), project: null };
    const segment = this.#recorder.beginTest(name, { within: this.#within(test) });
    this.#segments.set(test, segment);
    this.#recorder.enter(segment, true);
    return segment;
  }

  #within(test: NodeTest): TestSegment | null {
    for (let outer = test.parent; outer !== null; outer = outer.parent) {
      const segment = this.#segments.get(outer);
      if (segment !== undefined) return segment;
    }
    return null;
  }

  #end(test: NodeTest): void {
    if (test.parent === null || test.hookType !== undefined || test.reportedType === 'suite') return;
    if (isLeftOut(test) || isFile(test)) return;
    const segment = this.#begin(test);
    const ended = test.endTime ?? nanosecondsNow();
    const ms = test.startTime === null ? 0 : Number(ended - test.startTime) / 1e6;
    this.#recorder.endTest(segment, outcomeOf(test), ms);
  }

  /** The test that a hook runs for: known by its context, or the one that has begun when the first hook is seen. */
  #testOf(context: unknown, hook: NodeTest): NodeTest | null {
    const known = typeof context === 'object' && context !== null ? this.#tests.get(context) : undefined;
    return known ?? running(hook.parentTest?.root ?? null);
  }

  #learnPrototype(test: NodeTest): void {
    let prototype: object = test;
    for (;;) {
      const next: unknown = Object.getPrototypeOf(prototype);
      if (typeof next !== 'object' || next === null || next === AsyncResource.prototype) break;
      prototype = next;
    }
    const { postRun, getRunArgs } = prototype as TestPrototype;
    if (typeof postRun !== 'function' || typeof getRunArgs !== 'function') return;
    this.#knowsPrototype = true;
    const end = (ended: NodeTest): void => this.#end(ended);
    const remember = (context: object, owner: NodeTest): void => void this.#tests.set(context, owner);
    replaceMethod(prototype, 'postRun', function (this: NodeTest, ...args: unknown[]) {
      // What this reports may be the last that the process does.
      end(this);
      return Reflect.apply(postRun, this, args);
    });
    replaceMethod(prototype, 'getRunArgs', function (this: NodeTest) {
      const made = Reflect.apply(getRunArgs, this, []);
      remember(made.ctx, this);
      return made;
    });
  }
}

/** A file that `run` of `node:test` runs in a process of its own, where its tests are seen. */
function isFile(test: NodeTest): boolean {
  return test.constructor.name === 'FileTest';
}

/** By a pattern for names: what does not run for that reason is no skipped test. */
function isLeftOut({ skipped, message }: NodeTest): boolean {
  return skipped && typeof message === 'string' && /does not match pattern/.test(message);
}

function outcomeOf(test: NodeTest): EndEntry['outcome'] {
  if (test.skipped) return 'skipped';
  if (test.isTodo) return 'todo';
  if (test.error?.failureType === 'testTimeoutFailure') return 'timed-out';
  const failed = !test.passed || test.subtests.some((part) => part.finished && !part.passed && !part.isTodo);
  return failed ? 'failed' : 'passed';
}

function titlesOf(test: NodeTest): string[] {
  const titles: string[] = [];
  for (let node: NodeTest | null = test; node !== null && node.parent !== null; node = node.parent)
    titles.unshift(node.name);
  return titles;
}

function running(test: NodeTest | null): NodeTest | null {
  if (test === null) return null;
  for (const part of test.subtests) {
    if (part.startTime === null || part.finished || part.endTime !== null) continue;
    return running(part) ?? (part.reportedType === 'suite' ? null : part);
  }
  return null;
}

function isNodeTest(resource: object): resource is NodeTest {
  return 'subtests' in resource && 'hooks' in resource && 'passed' in resource && 'runHook' in resource;
}
