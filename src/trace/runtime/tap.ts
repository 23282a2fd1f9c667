import { AsyncResource } from 'node:async_hooks';
import type { AnyFunction } from './contexts';
import type { EndEntry, TestName } from './entry';
import type { Recorder } from './recorder';
import type { TestSegment } from './segment';
import { replaceMethod } from './replace-method';
import { isOptions, isTimedOut, isTrue, originalOf, testOf, type TapOptions, type TapTest } from './tap-test';

// Held here, as tests replace it, and others watch tests of another runner by it.
const { runInAsyncScope } = AsyncResource.prototype;
const now = performance.now.bind(performance);

export interface TapRequest {
  readonly recorder: Recorder;
  /** The file of tests that this process runs; null where it runs none, as the runner's own. */
  readonly file: string | null;
  /** Tests that are not to be run. */
  isLeftOut(test: TestName & { readonly ordinal: number }): boolean;
}

/**
 * Tests of tap. Every file has a process of its own, with a root that its subtests are a part of. Each of them, from 16 on,
 * runs in the asynchronous scope of an object that names it, which is the one place where all of them pass, however tap
 * was imported. The root begins in the middle of loading its file, and code around a test goes on while it waits: what
 * belongs to whom is always told by asynchronous context, which tap itself watches all the time.
 */
export function watchTap(request: TapRequest): void {
  if (request.file !== null) new TapWatch(request, request.file).start();
}

/** A test that has begun. */
interface Watched {
  readonly titles: readonly string[];
  readonly segment: TestSegment;
  readonly parent: Watched | null;
  readonly begun: number;
  /** Subtests that have begun to end. */
  readonly ending: Set<TapTest>;
  /** Subtests that it has passed over, and those that have ended. */
  parts: number;
  failedParts: number;
  hasLatePart: boolean;
  hasEnded: boolean;
  isTornDown: boolean;
}

interface Place {
  readonly titles: readonly string[];
  readonly ordinal: number;
}

/** What is to be done in the place of adding a subtest, or after it. */
interface Adding {
  readonly instead?: () => unknown;
  readonly after?: () => void;
}

/**
 * What is put around functions of tap calls them itself: tap writes out a stack for every subtest and looks at all of its
 * lines, so that each call in between costs more than what it does.
 */
class TapWatch {
  readonly #recorder: Recorder;
  readonly #file: string;
  readonly #isLeftOut: TapRequest['isLeftOut'];
  /** Those that have begun and not ended, outer ones first. */
  readonly #open = new Map<TapTest, Watched>();
  /** By the options that a subtest is made of. */
  readonly #places = new WeakMap<object, Place>();
  readonly #ordinals = new Map<string, number>();
  #root: TapTest | null = null;

  constructor({ recorder, isLeftOut }: TapRequest, file: string) {
    this.#recorder = recorder;
    this.#file = file;
    this.#isLeftOut = isLeftOut;
  }

  start(): void {
    const otherwise = AsyncResource.prototype.runInAsyncScope;
    const watchedOf = (test: TapTest): Watched | undefined => this.#watchedOf(test);
    const inside = (watched: Watched, fn: AnyFunction): AnyFunction => this.#inside(watched, fn);
    replaceMethod(AsyncResource.prototype, 'runInAsyncScope', function (this: AsyncResource, ...args: unknown[]) {
      const test = testOf(this);
      const watched = test === null ? undefined : watchedOf(test);
      const [fn, ...rest] = args;
      if (watched === undefined || typeof fn !== 'function') return Reflect.apply(otherwise, this, args) as unknown;
      return Reflect.apply(runInAsyncScope, this, [inside(watched, fn as AnyFunction), ...rest]) as unknown;
    });
    const isRunByTap = process.env['TAP'] === '1';
    process.prependListener('exit', (code) => {
      if (this.#root !== null) this.#endAll(code);
      else if (isRunByTap && !this.#recorder.hasBegunTests) this.#tellOfProgram(code);
    });
  }

  /** A function of a test: what it waits for belongs to the test, what comes when it has returned to what is around it. */
  #inside({ segment, parent }: Watched, fn: AnyFunction): AnyFunction {
    const recorder = this.#recorder;
    return function (this: unknown, ...args: unknown[]) {
      const stretch = recorder.beginStretch(segment);
      try {
        return Reflect.apply(fn, this, args);
      } finally {
        recorder.endStretch(stretch);
        if (parent !== null) recorder.goOnIn(parent.segment);
      }
    };
  }

  #watchedOf(test: TapTest): Watched | undefined {
    if (this.#root === null) this.#beginRoot(test);
    return this.#open.get(test);
  }

  #beginRoot(root: TapTest): void {
    this.#root = root;
    this.#recorder.separate();
    this.#begin(root, { titles: [], ordinal: 0 }, null);
    const adding = (parent: unknown, asked: unknown): Adding => this.#adding(parent, asked);
    const tearingDown = (test: unknown, emit: AnyFunction): AnyFunction => this.#tearingDown(test, emit);
    replaceInherited(
      root,
      'sub',
      (sub) =>
        function (this: unknown, ...args: unknown[]) {
          const { instead, after } = adding(this, args[1]);
          if (instead !== undefined) return instead();
          const result: unknown = Reflect.apply(sub, this, args);
          after?.();
          return result;
        },
    );
    // In 16, what is torn down is run by who is around the test.
    replaceInherited(
      root,
      'emitSubTeardown',
      (emit) =>
        function (this: unknown, ...args: unknown[]) {
          return Reflect.apply(tearingDown(args[0], emit), this, args) as unknown;
        },
    );
  }

  #tearingDown(subject: unknown, emit: AnyFunction): AnyFunction {
    const test = originalOf(subject);
    const watched = test === null ? undefined : this.#open.get(test);
    return watched === undefined ? emit : this.#inside(watched, emit);
  }

  /** A subtest is about to be added to another test. */
  #adding(parent: unknown, asked: unknown): Adding {
    const outer = originalOf(parent);
    const around = outer === null ? undefined : this.#open.get(outer);
    const options = isOptions(asked) ? asked : null;
    if (outer === null || around === undefined || options === null || isTrue(options.silent)) return {};
    const { name } = options;
    // Programs that are run as subtests are named when they are made.
    if (typeof name !== 'string' || name === '') return {};
    const place = this.#placeOf(around, name);
    this.#places.set(options, place);
    const isPassedOver = isTrue(options.skip) || isTrue(options.todo);
    const isLeftOut = this.#isLeftOut(this.#nameOf(place));
    if (!isPassedOver && isLeftOut) options.skip = leftOut;
    const hidesFilter = outer.options?.failSkip === true && options.skip === leftOut;
    if (hidesFilter) return { instead: () => this.#passQuietly(parent, name, around) };
    const after = (): void => {
      if (isTrue(options.skip) || isTrue(options.todo))
        this.#passOver(options, place, around, isPassedOver && !isLeftOut);
    };
    return { after };
  }

  #passOver(options: TapOptions, place: Place, around: Watched, isTold: boolean): void {
    around.parts++;
    // A test that a filter leaves out is no skipped test.
    if (!isTold) return;
    const segment = this.#recorder.beginTest(this.#nameOf(place), { within: around.segment });
    this.#recorder.endTest(segment, isTrue(options.skip) ? 'skipped' : 'todo', 0);
  }

  /** As tap passes over what its own filter leaves out, where skipped tests are not allowed. */
  #passQuietly(parent: unknown, name: string, around: Watched): unknown {
    around.parts++;
    const pass: unknown = Reflect.get(Object(parent), 'pass');
    if (typeof pass === 'function') Reflect.apply(pass, parent, [name]);
    return Object.assign(Promise.resolve(null), { subtest: null });
  }

  #placeOf(around: Watched, name: string): Place {
    const titles = [...around.titles, name.replaceAll(/\s/g, ' ')];
    const key = JSON.stringify(titles);
    const ordinal = this.#ordinals.get(key) ?? 0;
    this.#ordinals.set(key, ordinal + 1);
    return { titles, ordinal };
  }

  #nameOf({ titles, ordinal }: Place): TestName & { readonly ordinal: number } {
    return { file: this.#file, titles, project: null, ordinal };
  }

  #begin(test: TapTest, place: Place, parent: Watched | null): void {
    const segment = this.#recorder.beginTest(this.#nameOf(place), { within: parent?.segment ?? null });
    const watched: Watched = {
      titles: place.titles,
      segment,
      parent,
      begun: now(),
      ending: new Set(),
      parts: 0,
      failedParts: 0,
      hasLatePart: false,
      hasEnded: false,
      isTornDown: false,
    };
    this.#open.set(test, watched);
    this.#recorder.enter(segment, true);
    test.on('subtestStart', (part) => this.#beginPart(test, watched, part));
    // The end of the last part may end the test, and all around it, before it is told itself.
    test.on('subtestProcess', (part) => void this.#addPart(watched, part));
    test.on('subtestEnd', (part) => this.#endPart(watched, part));
    test.on('teardown', () => {
      watched.isTornDown = true;
      if (watched.hasEnded) this.#end(test, watched);
    });
  }

  #beginPart(outer: TapTest, around: Watched, subject: unknown): void {
    const part = originalOf(subject);
    const { options } = part ?? {};
    if (part === null || options === undefined || isTrue(options.silent)) return;
    const place = this.#places.get(options) ?? this.#placeOf(around, part.name ?? '');
    this.#begin(part, place, around);
    if ((outer.jobs ?? 1) > 1) this.#startInside(outer, part);
  }

  /** Hooks before a test run outside of its scope: where tests overlap, all of its start is run in it. */
  #startInside(outer: TapTest, part: TapTest): void {
    const watched = this.#open.get(part);
    if (watched === undefined) return;
    for (const [object, name] of [
      [part, 'runMain'],
      [outer, 'runBeforeEach'],
    ] as const) {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') continue;
      const run = this.#inside(watched, (...args) => Reflect.apply(method, object, args) as unknown);
      Reflect.set(object, name, (...args: unknown[]) => {
        Reflect.set(object, name, method);
        return run(...args);
      });
    }
  }

  #addPart(around: Watched, subject: unknown): TapTest | null {
    const part = originalOf(subject);
    if (part === null || !this.#open.has(part)) return null;
    around.ending.add(part);
    return part;
  }

  #endPart(around: Watched, subject: unknown): void {
    const part = this.#addPart(around, subject);
    const watched = part === null ? undefined : this.#open.get(part);
    if (part === null || watched === undefined) return;
    watched.hasEnded = true;
    if (!Array.isArray(part.onTeardown) || watched.isTornDown) this.#end(part, watched);
  }

  #end(test: TapTest, watched: Watched, hasFailed = false): void {
    this.#open.delete(test);
    const { segment, parent } = watched;
    for (const part of watched.ending) addEnded(watched, part);
    if (parent?.ending.delete(test) === true) addEnded(parent, test);
    const outcome = hasFailed ? 'failed' : this.#outcomeOf(test, watched);
    if (isGroup(test, watched, outcome)) this.#recorder.endGroup(segment);
    else this.#recorder.endTest(segment, outcome, now() - watched.begun);
  }

  #outcomeOf(test: TapTest, { hasEnded, hasLatePart }: Watched): EndEntry['outcome'] {
    const { skip, todo } = test.options ?? {};
    if (isTrue(skip)) return 'skipped';
    if (isTrue(todo)) return 'todo';
    // A failure shows in all tests around it.
    if (isTimedOut(test) && !hasLatePart) return 'timed-out';
    return test.passing() && (hasEnded || test === this.#root) ? 'passed' : 'failed';
  }

  /** Tap also runs programs that do not use it, and looks at how they end. */
  #tellOfProgram(code: number): void {
    const segment = this.#recorder.beginTest(this.#nameOf({ titles: [], ordinal: 0 }));
    this.#recorder.endTest(segment, code === 0 ? 'passed' : 'failed', now());
  }

  /**
   * What has not ended when the process does, tap counts as failed. An error that ends a file before its first test shows in nothing but how
   * the process ends.
   */
  #endAll(code: number): void {
    for (const [test, watched] of [...this.#open].toReversed()) {
      if (!watched.hasEnded) watched.parent?.ending.add(test);
      this.#end(test, watched, code !== 0 && test === this.#root && test.passing());
    }
  }
}

/** Nothing but this is kept of a subtest: files may have many. */
function addEnded(around: Watched, part: TapTest): void {
  around.parts++;
  if (!part.passing()) around.failedParts++;
  if (isTimedOut(part)) around.hasLatePart = true;
}

/** A test without assertions of its own is no test but a group: what runs in it belongs to the tests within it. */
function isGroup(test: TapTest, { parts, failedParts }: Watched, outcome: EndEntry['outcome']): boolean {
  if (parts === 0 || (test.count ?? 0) > parts) return false;
  return outcome === 'passed' || (outcome === 'failed' && !failsItself(test, failedParts));
}

/** By more than its parts, such as an error, or a plan that was not kept. */
function failsItself({ results, lists }: TapTest, failedParts: number): boolean {
  const failures = results?.failures ?? lists?.fail ?? [];
  return failedParts === 0 || failures.length > failedParts;
}

/** Of this form, reporters of tap do not list what is passed over. */
const leftOut = 'filter: /not affected/';

function replaceInherited(object: object, name: string, make: (method: AnyFunction) => AnyFunction): void {
  for (let found: unknown = object; typeof found === 'object' && found !== null; found = Object.getPrototypeOf(found)) {
    if (!Object.hasOwn(found, name)) continue;
    const method: unknown = Reflect.get(found, name);
    if (typeof method === 'function') replaceMethod(found, name, make(method as AnyFunction));
    return;
  }
}
