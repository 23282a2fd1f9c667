import type { TestCase, TestOutcome } from '../recording';
import type { Selection, TestEvents } from './test-events';

/** What is used of an environment of jest: it hears of all that happens to tests. */
export interface JestEnvironment {
  handleTestEvent?(event: JestEvent, state: JestState): unknown;
}

export interface JestEvent {
  readonly name: string;
  readonly test?: JestTest;
  readonly describeBlock?: JestDescribe;
}

export interface JestState {
  readonly rootDescribeBlock: JestDescribe;
}

export interface JestTest {
  readonly type: 'test';
  readonly name: string;
  readonly parent: JestDescribe;
  mode?: string | null | undefined;
  readonly concurrent?: boolean | undefined;
  fn?: ((this: unknown, ...args: unknown[]) => unknown) | null | undefined;
  readonly errors: readonly unknown[];
  readonly duration?: number | null | undefined;
}

export interface JestDescribe {
  readonly type: 'describeBlock';
  readonly name: string;
  readonly parent?: JestDescribe | null | undefined;
  readonly children: readonly (JestDescribe | JestTest)[];
}

export interface JestFileRequest {
  readonly file: string;
  readonly project: string | null;
  readonly host: { readonly events: TestEvents; readonly selection: Selection | null };
}

/** Makes the environment of one test file tell of its tests; whatever the environment does with events, it still does. */
export function observeEnvironment(environment: JestEnvironment, request: JestFileRequest): JestFileObserver {
  const observer = new JestFileObserver(request);
  const inner = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = (event, state) => {
    observer.handle(event, state);
    return inner?.(event, state);
  };
  return observer;
}

export class JestFileObserver {
  readonly #file: string;
  readonly #project: string | null;
  readonly #events: TestEvents;
  readonly #selection: Selection | null;
  readonly #cases = new Map<JestTest, TestCase>();

  constructor({ file, project, host }: JestFileRequest) {
    this.#file = file;
    this.#project = project;
    this.#events = host.events;
    this.#selection = host.selection;
    this.#enter([]);
  }

  handle(event: JestEvent, state: JestState): void {
    const { test, describeBlock } = event;
    switch (event.name) {
      case 'run_start':
        this.#collect(state.rootDescribeBlock);
        return;
      case 'run_describe_start':
        if (describeBlock !== undefined) this.#enter(titlesOf(describeBlock));
        return;
      case 'run_describe_finish':
        if (describeBlock !== undefined) this.#enter(titlesOf(describeBlock.parent ?? null));
        return;
      case 'test_started':
        // What a concurrent test does is told apart where its function is called; its hooks belong to the suite.
        if (test !== undefined && test.concurrent !== true) this.#begin(test);
        return;
      case 'test_done':
        if (test !== undefined) this.#end(test, outcomeOf(test));
        return;
      case 'test_skip':
        if (test !== undefined) this.#passOver(test, 'skipped');
        return;
      case 'test_todo':
        if (test !== undefined) this.#passOver(test, 'todo');
    }
  }

  fileEnds(result: unknown): void {
    const failed: unknown =
      Reflect.get(Object(result), 'testExecError') ?? Reflect.get(Object(result), 'failureMessage');
    if (this.#cases.size === 0 && failed !== undefined && failed !== null) this.fileFails();
    else this.#events.rest();
  }

  /** A file that could not be loaded is told of as a test without titles: nobody knows which it has. */
  fileFails(): void {
    const testCase: TestCase = { file: this.#file, titles: [], ordinal: 0, project: this.#project };
    this.#events.beginTest(testCase);
    this.#events.endTest(testCase, 'failed', 0);
    this.#events.rest();
  }

  #collect(root: JestDescribe): void {
    const seen = new Map<string, number>();
    for (const test of testsOf(root)) {
      const titles = titlesOf(test);
      const key = JSON.stringify(titles);
      const ordinal = seen.get(key) ?? 0;
      seen.set(key, ordinal + 1);
      const testCase: TestCase = { file: this.#file, titles, ordinal, project: this.#project };
      // A test that was skipped by its author stays known, one that was not asked for does not.
      if (this.#selection !== null && !this.#selection.has(testCase)) test.mode = 'skip';
      else this.#cases.set(test, testCase);
      if (test.concurrent === true) this.#separate(test, testCase);
    }
  }

  /** Calls the function of a concurrent test as a part of its test. */
  #separate(test: JestTest, testCase: TestCase): void {
    const { fn } = test;
    if (typeof fn !== 'function') return;
    const events = this.#events;
    const separated = function (this: unknown, ...args: unknown[]): unknown {
      return events.inTest(testCase, () => fn.apply(this, args));
    };
    Object.defineProperty(separated, 'length', { value: fn.length });
    test.fn = separated;
  }

  #enter(titles: readonly string[]): void {
    this.#events.enterSuite({ file: this.#file, project: this.#project, titles });
  }

  #begin(test: JestTest): void {
    const testCase = this.#cases.get(test);
    if (testCase !== undefined) this.#events.beginTest(testCase);
  }

  #end(test: JestTest, outcome: TestOutcome): void {
    const testCase = this.#cases.get(test);
    if (testCase === undefined) return;
    this.#events.endTest(testCase, outcome, test.duration ?? 0);
    this.#enter(titlesOf(test.parent));
  }

  #passOver(test: JestTest, outcome: TestOutcome): void {
    this.#begin(test);
    this.#end(test, outcome);
  }
}

function* testsOf(block: JestDescribe): Generator<JestTest> {
  for (const child of block.children) {
    if (child.type === 'test') yield child;
    else yield* testsOf(child);
  }
}

/** The outermost block has a name of its own, which is no title. */
function titlesOf(at: JestTest | JestDescribe | null): readonly string[] {
  const titles: string[] = [];
  for (let block = at; block !== null && block.parent !== undefined && block.parent !== null; block = block.parent) {
    titles.unshift(block.name);
  }
  return titles;
}

function outcomeOf(test: JestTest): TestOutcome {
  if (test.errors.length === 0) return 'passed';
  return test.errors.some(isTimeout) ? 'timed-out' : 'failed';
}

/** An error is kept with another one that knows where the test was written. */
function isTimeout(error: unknown): boolean {
  if (Array.isArray(error)) return error.some(isTimeout);
  const message: unknown = typeof error === 'string' ? error : Reflect.get(Object(error), 'message');
  return typeof message === 'string' && /Exceeded timeout of [\d.]+ ?ms for a (?:test|hook)/.test(message);
}
