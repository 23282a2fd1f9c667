import type { TestCase, TestOutcome } from '../recording';

/** What an adapter tells the process that it is in. Files are absolute here; the process knows its root. */
export interface TestEvents {
  /** Until the next event, what runs belongs to all tests of this suite; without titles, of the file. */
  enterSuite(suite: SuiteScope): void;
  /**
   * Must be called in the turn in which the runner starts the test: what follows from there belongs to the test. A
   * test that is run again is begun again.
   */
  beginTest(test: TestCase): void;
  /** Of tests that run at the same time: what `body` does, now and later, belongs to this test. */
  inTest<T>(test: TestCase, body: () => T): T;
  /** The last one counts. */
  endTest(test: TestCase, outcome: TestOutcome, milliseconds: number): void;
  /** A file is done. */
  rest(): void;
}

export interface SuiteScope {
  readonly file: string;
  readonly project: string | null;
  readonly titles: readonly string[];
}

/** The tests to run. */
export interface Selection {
  hasFile(file: string): boolean;
  /** Of several tests with the same titles, all are meant. */
  hasTitles(file: string, titles: readonly string[]): boolean;
  has(test: TestCase): boolean;
}
