import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WingbeatError } from '#core/diagnostics';
import { commandNotStarted } from '#core/suite-diagnostics';
import { collect } from './collect';
import type { Recording, TestCase } from './recording';
import { runPlan } from './run-plan';
import type { RunnerName, TraceMode } from './runner';
import { detectRunner } from './runners/detect-runner';
import { runnerNamed } from './runners/runner-named';

/** A command that runs tests. */
export interface TestCommand {
  /** Where it is run, relative to the root; empty for the root. */
  readonly folder: string;
  /** Empty where the project's own script is meant. */
  readonly command: readonly string[];
  readonly runner: RunnerName;
}

/** What came of running tests. */
export interface SuiteRun {
  readonly recording: Recording;
  readonly runners: readonly string[];
  readonly exitCode: number;
  readonly milliseconds: number;
}

export interface SuiteRunRequest {
  readonly root: string;
  readonly commands: readonly TestCommand[];
  /** Null: all tests. */
  readonly only: readonly TestCase[] | null;
  readonly mode: TraceMode;
  readonly onOutput: (text: string) => void;
}

/** How the tests of a project are run; empty when that cannot be found out. */
export function testCommands(root: string, command: readonly string[] | null): TestCommand[] {
  const runner = detectRunner(root, command);
  if (runner === null) return [];
  return [{ folder: '', command: command ?? [], runner }];
}

/** Runs tests with the recorder in all their processes, and reads what these wrote. */
export async function runSuite({ root, commands, only, mode, onOutput }: SuiteRunRequest): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-run-'));
  const begun = performance.now();
  let exitCode = 0;
  try {
    for (const { command, runner } of commands) {
      const plan = runnerNamed(runner).plan({
        root,
        folder,
        command: command.length === 0 ? null : command,
        only,
        mode,
      });
      try {
        const end = await runPlan(plan, onOutput);
        if (end.kind === 'not-started') {
          throw new WingbeatError(commandNotStarted(plan.command.join(' '), end.reason));
        }
        exitCode = Math.max(exitCode, end.exitCode);
      } finally {
        plan.after?.();
      }
    }
    const recording = collect(folder);
    return {
      recording,
      runners: [...new Set(commands.map(({ runner }) => runner))],
      exitCode,
      milliseconds: Math.round(performance.now() - begun),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
