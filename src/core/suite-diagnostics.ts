import type { Diagnostic } from './diagnostics';
import { displayPath } from './display-path';

/** Remarks about recordings and the selection of tests. */

export function noRecording(folder: string): Diagnostic {
  return {
    code: 'no-recording',
    severity: 'error',
    message: `no recording of the tests was found in ${displayPath(folder)}`,
    remedy: 'Run "wingbeat record" once, or restore the folder that was kept from an earlier run.',
  };
}

export function recordingDamaged(file: string): Diagnostic {
  return {
    code: 'recording-damaged',
    severity: 'error',
    message: `${displayPath(file)} is damaged`,
    remedy: 'Delete it and run "wingbeat record".',
  };
}

export function recordingTooNew(file: string, version: number): Diagnostic {
  return {
    code: 'recording-too-new',
    severity: 'error',
    message: `${displayPath(file)} was written by a newer wingbeat (version ${version} of the store)`,
    remedy: 'Update wingbeat, or delete the file and run "wingbeat record".',
  };
}

export function storeUnusable(file: string, reason: string): Diagnostic {
  return {
    code: 'store-unusable',
    severity: 'error',
    message: `${displayPath(file)} cannot be used: ${reason}`,
    remedy:
      'Check that the folder can be written and that no other run is under way, or name another in WINGBEAT_STORE.',
  };
}

export function storeAboveLimit(file: string, bytes: number, limit: number): Diagnostic {
  return {
    code: 'store-above-limit',
    severity: 'warning',
    message: `${displayPath(file)} takes ${bytes} bytes with one recording alone, more than the ${limit} that it may`,
    remedy: 'Allow more, record without --paths, or delete the file to give up the recording.',
  };
}

export function noTestCommand(): Diagnostic {
  return {
    code: 'no-test-command',
    severity: 'error',
    message: 'how the tests are run could not be found out',
    remedy: 'Give the command: wingbeat record -- npx vitest run',
  };
}

export interface NothingRecorded {
  /** Null for the script of the package. */
  readonly command: string | null;
  /** A runner of the project that is none of those that are known; null where there is none. */
  readonly runner: string | null;
  /** There is an earlier recording. */
  readonly isKept: boolean;
}

export function nothingRecorded({ command, runner, isKept }: NothingRecorded): Diagnostic {
  const known = 'vitest, jest, mocha, tap or node:test';
  const what =
    runner === null
      ? `Check that the command runs tests with ${known}, and that what they load is built`
      : `Tests of ${runner} cannot be recorded, only those of ${known}`;
  return {
    code: 'nothing-recorded',
    severity: 'error',
    message: `${command === null ? 'the test script' : `"${command}"`} ran no test that could be recorded`,
    remedy: `${what}${isKept ? '; the previous recording was kept' : ''}.`,
  };
}

export function commandWithoutTests(command: string): Diagnostic {
  return {
    code: 'command-without-tests',
    severity: 'warning',
    message: `"${command}" failed before any test began: tests that it runs are not known`,
    remedy:
      'Look at what it printed, mend it, and run "wingbeat record" again; what it needs may have to be built first.',
  };
}

export function builtCodeStale(built: string, source: string): Diagnostic {
  return {
    code: 'built-code-stale',
    severity: 'warning',
    message: `the tests ran ${displayPath(built)}, which was built before ${displayPath(source)} was changed`,
    remedy:
      'Build it, and run the tests again: test scripts are followed to the test runner, what they build before is not.',
  };
}

export interface CommandNotStarted {
  readonly command: string;
  /** Relative to the root; empty for the root. */
  readonly folder: string;
  readonly reason: string;
  /** The program is not found. */
  readonly isMissing: boolean;
  readonly hasPackages: boolean;
}

export function commandNotStarted(asked: CommandNotStarted): Diagnostic {
  const { command, folder, reason, isMissing } = asked;
  const where = folder === '' ? '' : ` in ${displayPath(folder)}`;
  const why = isMissing ? `there is no program "${programOf(command)}"` : reason;
  return {
    code: 'command-not-started',
    severity: 'error',
    message: `"${command}" could not be started${where}: ${why}`,
    remedy: isMissing ? whatToInstall(asked) : 'Check the command and that its packages are installed.',
  };
}

function whatToInstall({ command, folder, hasPackages }: CommandNotStarted): string {
  const program = programOf(command);
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) {
    return `Install ${program}, or say what runs the tests, e.g. "wingbeat record -- npx vitest run".`;
  }
  if (!hasPackages) {
    const where = folder === '' ? 'here' : `in ${displayPath(folder)}`;
    return `Install the packages of the project first, e.g. with "npm install": there is no node_modules ${where}.`;
  }
  return 'Check the command, and that the package which it comes from is installed.';
}

function programOf(command: string): string {
  return command.split(' ')[0] ?? '';
}

export function skippedTestFailed(names: readonly string[]): Diagnostic {
  return {
    code: 'skipped-test-failed',
    severity: 'error',
    message: `${names.length === 1 ? 'a test fails that was' : `${names.length} tests fail that were`} not selected: ${names.join('; ')}`,
    remedy:
      'Run all tests. This is a bug in wingbeat, or the test depends on something it cannot see; please report it.',
  };
}

export function partRecorded(command: string, files: readonly string[]): Diagnostic {
  const [first = ''] = files;
  const rest = files.length === 1 ? '' : `, and ${files.length - 1} more`;
  return {
    code: 'part-recorded',
    severity: 'warning',
    message: `the recording is of \`${command}\`, which ran no test of ${displayPath(first)}${rest}: whether the change affects them is not known`,
    remedy: 'Record with a command that runs all tests, or without one, so that the scripts of the project tell it.',
  };
}

export function compiledWithoutMap(files: readonly string[]): Diagnostic {
  const [first = ''] = files;
  const which =
    files.length === 1 ? `${displayPath(first)} is` : `${files.length} files, as ${displayPath(first)}, are`;
  return {
    code: 'compiled-without-map',
    severity: 'warning',
    message: `${which} known as a whole, since the compiler does not tell where its functions are written: any change there selects all tests that load it`,
    remedy:
      'Have it write source maps ("sourceMap": true in the tsconfig.json that tests are compiled with), and record again.',
  };
}

interface MaplessBuild {
  readonly built: string;
  /** One of the sources that it was made from, if that is known. */
  readonly source: string | null;
}

export function builtWithoutMap(builds: readonly MaplessBuild[]): Diagnostic[] {
  const known = builds.filter(({ source }) => source !== null);
  const unknown = builds.filter(({ source }) => source === null);
  const [{ source = null } = { source: null }] = known;
  const remedy = 'Have the build write source maps, and record again.';
  const found: Diagnostic[] = [];
  if (source !== null) {
    const effect = `any change of what ${known.length === 1 ? 'it' : 'one of them'} was made from (${displayPath(source)}) selects all tests that load it`;
    found.push({
      code: 'compiled-without-map',
      severity: 'warning',
      message: `${filesHave(known)} no source map that leads to sources: ${effect}`,
      remedy,
    });
  }
  if (unknown.length > 0) {
    const effect = 'and nothing tells what was made into that: changes there select no test before it is built';
    found.push({
      code: 'compiled-without-map',
      severity: 'info',
      message: `${filesHave(unknown)} no source map that leads to sources, ${effect}`,
      remedy,
    });
  }
  return found;
}

function filesHave(builds: readonly MaplessBuild[]): string {
  const first = displayPath(builds[0]?.built ?? '');
  return builds.length === 1 ? `${first} has` : `${builds.length} files that were built, as ${first}, have`;
}

export function recordingNote(message: string): Diagnostic {
  return { code: 'recording-note', severity: 'info', message };
}

export function recordingForgotten(recording: {
  readonly branch: string | null;
  readonly description: string;
}): Diagnostic {
  const where = recording.branch === null ? 'made without a branch' : `of ${displayPath(recording.branch)}`;
  return recordingNote(`the recording ${where} (${recording.description}) was dropped to make room for newer ones`);
}
