import type { TestCase } from './recording';

/** What is recorded: EAT's F and L, or PathImpact's traces. */
export type TraceMode = 'after' | 'paths';

/** How tests of one runner are run so that they are recorded. */
export interface Runner {
  readonly name: RunnerName;
  plan(request: RunRequest): RunPlan;
}

export type RunnerName = 'vitest' | 'jest' | 'mocha' | 'tap' | 'node:test';

export interface RunRequest {
  /** Absolute; what is below it, and not in `node_modules`, is the project's own. */
  readonly root: string;
  /** Where the command is run; the root when not said. */
  readonly cwd?: string;
  /** Where the processes write what they saw; `collect` reads it. */
  readonly folder: string;
  /** The user's; null when it is to be found in the project's scripts. */
  readonly command: readonly string[] | null;
  /** Where the user gave it, relative to the root; the root when not said. */
  readonly commandFolder?: string;
  /** Run just these. */
  readonly only: readonly TestCase[] | null;
  readonly mode: TraceMode;
  /** Who ran tests of a file before; undefined where nobody is known to. */
  readonly ranBy?: (file: string) => string | undefined;
  /** Tests of a file that were recorded before; none where nothing is known. */
  readonly knownTests?: (file: string) => readonly TestCase[];
  /** Functions of which it is recorded what they are called with. */
  readonly watched?: WatchedFunctions;
}

/** By path: functions as `watchKey` names them. */
export type WatchedFunctions = ReadonlyMap<string, readonly string[]>;

export interface RunPlan {
  /** Program and arguments. */
  readonly command: readonly string[];
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Takes away what was made for the run. */
  readonly after?: () => void;
}
