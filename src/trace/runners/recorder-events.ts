import type { TestCase, TestOutcome } from '../recording';
import type { Recorder } from '../runtime/recorder';
import type { SuiteSegment, TestSegment } from '../runtime/segment';
import type { SuiteScope, TestEvents } from './test-events';

/** Hands what an adapter tells to the recorder of the process; `relative` makes paths of the recording. */
export class RecorderEvents implements TestEvents {
  readonly #recorder: Recorder;
  readonly #relative: (file: string) => string;
  readonly #open = new Map<string, TestSegment>();
  readonly #attempts = new Map<string, number>();
  #suite: SuiteSegment | null = null;

  constructor(recorder: Recorder, relative: (file: string) => string) {
    this.#recorder = recorder;
    this.#relative = relative;
  }

  enterSuite({ file, titles }: SuiteScope): void {
    const suite = this.#recorder.suite(this.#relative(file), titles);
    if (suite === this.#suite) return;
    this.#leaveSuite();
    this.#suite = suite;
    this.#recorder.enter(suite, true);
  }

  beginTest(test: TestCase): void {
    const segment = this.#begun(test);
    this.#leaveSuite();
    this.#recorder.enter(segment, true);
  }

  inTest<T>(test: TestCase, body: () => T): T {
    const segment = this.#begun(test);
    this.#recorder.enter(segment, true);
    const inside = this.#recorder.inside(segment);
    const result = inside.storing(body)();
    inside.leave(result);
    return result as T;
  }

  endTest(test: TestCase, outcome: TestOutcome, milliseconds: number): void {
    const segment = this.#begun(test);
    this.#open.delete(keyOf(test));
    // A process that crashes does not say so itself.
    if (outcome !== 'crashed') this.#recorder.endTest(segment, outcome, milliseconds);
  }

  rest(): void {
    this.#leaveSuite();
    this.#recorder.rest();
  }

  #begun(test: TestCase): TestSegment {
    const key = keyOf(test);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const attempt = this.#attempts.get(key) ?? 0;
    this.#attempts.set(key, attempt + 1);
    const segment = this.#recorder.beginTest({ ...test, file: this.#relative(test.file) }, { attempt });
    this.#open.set(key, segment);
    return segment;
  }

  #leaveSuite(): void {
    if (this.#suite === null) return;
    this.#recorder.leave(this.#suite);
    this.#suite = null;
  }
}

function keyOf({ file, titles, ordinal, project }: TestCase): string {
  return JSON.stringify([file, titles, ordinal, project]);
}
