import type { SelectedTestResult } from './tests-result';

/** What a recording of the tests adds to what a change does. */
export interface RecordedTests {
  readonly total: number;
  readonly selected: readonly SelectedTestResult[];
  /** Changed or added functions that no recorded test executes. */
  readonly unreached: readonly string[];
  /** Changed or added functions of which nobody knows whether tests execute them: of their files only what they were built into was seen. */
  readonly unwatched: readonly string[];
  /** Behaviours of changed functions that no recorded test has an input for. */
  readonly untested: readonly UntestedBehaviour[];
  /** Changed functions and how many tests execute them, with a few of those. */
  readonly reached: readonly ReachedByTests[];
  /** How far what the change can reach agrees with what ran after it in tests; null when no test runs changed code. */
  readonly agreement: Agreement | null;
  /** The source that was recorded, in words. */
  readonly recording: string;
}

export interface UntestedBehaviour {
  readonly function: string;
  readonly when: string;
  /** A call that a test could make. */
  readonly call: string;
}

export interface ReachedByTests {
  readonly function: string;
  readonly tests: number;
  readonly examples: readonly string[];
}

/** Of functions that tests executed. */
export interface Agreement {
  /** Both reached by dependences and executed after changed code. */
  readonly both: number;
  /** Reached by dependences, and executed, but never after changed code. */
  readonly onlyStatic: number;
  /** Executed after changed code, but no dependence leads there: the order alone connects them. */
  readonly onlyRecorded: number;
}
