import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { WingbeatError } from '#core/diagnostics';
import { noTestCommand, type CommandNotStarted } from '#core/suite-diagnostics';
import { collect } from './collect';
import type { Recording, TestCase } from './recording';
import { haveTestsBegun } from './read-journals';
import { runPlan } from './run-plan';
import type { RunPlan, TraceMode, WatchedFunctions } from './runner';
import { planRuns } from './runners/plan-runs';
import { uniteExecutions } from './unite-executions';

/** What came of running tests. */
export interface SuiteRun {
  readonly recording: Recording;
  readonly runners: readonly string[];
  readonly exitCode: number;
  /** Commands that failed before any test began. */
  readonly silent: readonly string[];
  /** Commands that could not be started. */
  readonly notStarted: readonly CommandNotStarted[];
  readonly milliseconds: number;
}

export interface SuiteRunRequest {
  readonly root: string;
  /** The user's; null when it is to be found in the project's scripts. */
  readonly command: readonly string[] | null;
  /** Where the user gave it, relative to the root; the root when not said. */
  readonly commandFolder?: string;
  /** Null: all tests. */
  readonly only: readonly TestCase[] | null;
  readonly mode: TraceMode;
  readonly onOutput: (text: string) => void;
  /** Who ran tests of a file before. */
  readonly ranBy?: (file: string) => string | undefined;
  /** Tests of a file that were recorded before. */
  readonly knownTests?: (file: string) => readonly TestCase[];
  /** Functions of which it is recorded what they are called with. */
  readonly watched?: WatchedFunctions;
  /** Ends a command that takes longer, with what was recorded until then. */
  readonly mostMs?: number;
}

/** Runs tests with the recorder in all their processes, and reads what these wrote. */
export async function runSuite(request: SuiteRunRequest): Promise<SuiteRun> {
  const { root, command, commandFolder = '', only, mode, watched, ranBy, knownTests, onOutput, mostMs } = request;
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-run-'));
  const begun = performance.now();
  let exitCode = 0;
  const silent: string[] = [];
  const notStarted: CommandNotStarted[] = [];
  try {
    const known = {
      ...(watched === undefined ? {} : { watched }),
      ...(ranBy === undefined ? {} : { ranBy }),
      ...(knownTests === undefined ? {} : { knownTests }),
    };
    const runs = planRuns({ root, folder, command, commandFolder, only, mode, ...known });
    if (runs.length === 0 && only === null) throw new WingbeatError(noTestCommand());
    for (const { plan } of runs) {
      const before = new Set(readdirSync(folder));
      try {
        const end = await runPlan(plan, onOutput, mostMs);
        if (end.kind === 'not-started') {
          exitCode = Math.max(exitCode, 1);
          notStarted.push(describeNotStarted(root, plan, end.reason));
          continue;
        }
        exitCode = Math.max(exitCode, end.exitCode);
        if (end.exitCode !== 0 && !haveTestsBegun(folder, before)) silent.push(plan.command.join(' '));
      } finally {
        plan.after?.();
      }
    }
    return {
      recording: withoutModuleReads(uniteExecutions(collect(folder))),
      runners: [...new Set(runs.map(({ runner }) => runner))],
      exitCode,
      silent,
      notStarted,
      milliseconds: Math.round(performance.now() - begun),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeNotStarted(root: string, { command, cwd }: RunPlan, reason: string): CommandNotStarted {
  return {
    command: command.join(' '),
    folder: relative(root, cwd).split(sep).join('/'),
    reason,
    isMissing: /\bENOENT\b/.test(reason),
    hasPackages: hasPackagesAround(root, cwd),
  };
}

function hasPackagesAround(root: string, folder: string): boolean {
  if (existsSync(join(folder, 'node_modules'))) return true;
  return folder !== root && dirname(folder) !== folder && hasPackagesAround(root, dirname(folder));
}

/**
 * Vitest and jest read modules as any file, in the middle of the test that asks for them, and tap to show where a test stands: what was
 * loaded is known by its functions.
 */
function withoutModuleReads(recording: Recording): Recording {
  if (!/^(?:vitest|jest|tap)$/.test(recording.runner)) return recording;
  const modules = new Set(recording.modules.map(({ path }) => path));
  const executions = recording.executions.map((execution) => {
    const reads = execution.reads.filter((path) => !modules.has(path));
    return reads.length === execution.reads.length ? execution : Object.assign({}, execution, { reads });
  });
  return { ...recording, executions };
}
