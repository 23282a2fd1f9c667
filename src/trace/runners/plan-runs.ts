import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PackageManifests } from '#project/package-manifests';
import type { Runner, RunnerName, RunPlan, RunRequest } from '../runner';
import { detectRuns, type TestRun } from './detect-runs';
import { expandPattern } from './expand-pattern';
import { jestRunner } from './jest';
import { mochaRunner } from './mocha';
import { nodeTestRunner } from './node-test';
import type { ScriptCommand } from './script-commands';
import { tapRunner } from './tap';
import { vitestRunner } from './vitest';

export interface PlannedRun {
  readonly runner: RunnerName;
  readonly plan: RunPlan;
}

const runners: Readonly<Record<RunnerName, Runner>> = {
  vitest: vitestRunner,
  jest: jestRunner,
  mocha: mochaRunner,
  tap: tapRunner,
  'node:test': nodeTestRunner,
};

/**
 * All runs that make up the tests of a project, one after the other: a script may call a runner several times, or
 * several runners, and every package of a workspace may have its own. Empty when there is nothing to go by.
 */
export function planRuns(request: RunRequest): readonly PlannedRun[] {
  const { root, commandFolder = '' } = request;
  const manifests = new PackageManifests(readManifests(root));
  const runs = detectRuns({
    command: request.command,
    around: { manifest: manifests.in(commandFolder), folder: commandFolder },
    root: manifests.in(''),
    workspaces: manifests.workspaces(),
    has: (path) => existsSync(join(root, path)),
    runnerIn: (path) => runnerIn(join(root, path)),
    filesFor: (folder, pattern) => expandPattern(join(root, folder), pattern),
  });
  const planned = runs.flatMap((run) => commandsOf(run));
  return planned.flatMap((placed) => {
    const { runner, words, folder } = placed;
    const only = request.only?.filter(({ file }) => isRunBy(file, placed, planned, request)) ?? null;
    if (only?.length === 0) return [];
    return partsOf(runner, { ...request, only }).map((part) => ({
      runner,
      plan: runners[runner].plan({ ...request, only: part, cwd: join(root, folder), command: words }),
    }));
  });
}

interface RunnerCommand extends PlacedRunner {
  readonly words: readonly string[];
}

function commandsOf({ folder, command: told, commands }: TestRun): readonly RunnerCommand[] {
  // What does not tell is run as it is: processes show which runner they belong to.
  if (commands.length === 0) return [{ runner: 'node:test', words: told, folder, file: null }];
  return commands.map((command) => ({
    runner: command.runner,
    words: wordsOf(command),
    folder,
    file: fileRunBy(command, folder),
  }));
}

/** Node runs one file, whichever tests are asked for. */
function fileRunBy({ runner, words }: ScriptCommand, folder: string): string | null {
  const [program = '', ...rest] = words;
  const file = rest.find((word) => !word.startsWith('-'));
  if (runner !== 'tap' || !/^node(?:js)?$/.test(program) || file === undefined) return null;
  return posix.normalize(folder === '' ? file : `${folder}/${file}`);
}

interface PlacedRunner {
  readonly runner: RunnerName;
  readonly folder: string;
  /** All that it runs; null where it looks for files. */
  readonly file: string | null;
}

/** Runners that are given files by their paths must not get those of others, and each file once. */
function isRunBy(
  file: string,
  { runner, folder, file: single }: PlacedRunner,
  planned: readonly PlacedRunner[],
  { root, ranBy }: RunRequest,
): boolean {
  if (single !== null) return file === single;
  const kinds = new Set(planned.map((each) => each.runner));
  const known = ranBy?.(file) ?? runnerIn(join(root, file));
  if (known !== null && known !== runner && planned.some((each) => each.runner === known)) return false;
  const looksForItself = runner === 'vitest' || runner === 'jest';
  if (looksForItself) return true;
  if (kinds.size > 1 && known === null) return false;
  const around = planned.filter((each) => each.runner === runner && isIn(file, each.folder)).map((each) => each.folder);
  const nearest = Math.max(-1, ...around.map((each) => each.length));
  return nearest < 0 || (isIn(file, folder) && folder.length === nearest);
}

function isIn(file: string, folder: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`);
}

/** The runner that a file of tests imports; null where none is named. */
function runnerIn(file: string): RunnerName | null {
  if (!/\.[cm]?[jt]sx?$/.test(file) || !existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const named = /['"](vitest|node:test|@jest\/globals|mocha|tap|@tapjs\/core|libtap)['"]/.exec(text)?.[1];
  return named === undefined ? null : (runnerOfPackage[named] ?? null);
}

const runnerOfPackage: Readonly<Record<string, RunnerName>> = {
  vitest: 'vitest',
  'node:test': 'node:test',
  '@jest/globals': 'jest',
  mocha: 'mocha',
  tap: 'tap',
  '@tapjs/core': 'tap',
  libtap: 'tap',
};

/**
 * What to run, one after the other. Some runners take files by their paths, wherever they are run. Node has one pattern for the names of
 * all tests: files that are run as a whole are run by themselves.
 */
function partsOf(runner: RunnerName, { root, only }: RunRequest): readonly RunRequest['only'][] {
  if (only === null || runner === 'vitest' || runner === 'jest') return [only];
  const placed = only.map(({ file, titles, ordinal, project }) => ({
    file: join(root, file),
    titles,
    ordinal,
    project,
  }));
  if (runner === 'tap' || runner === 'mocha') return [placed];
  const whole = placed.filter(({ titles }) => titles.length === 0);
  const files = new Set(whole.map(({ file }) => file));
  const single = placed.filter(({ file, titles }) => titles.length > 0 && !files.has(file));
  return [whole, single].filter((part) => part.length > 0);
}

function wordsOf({ prefix, words, env }: ScriptCommand): string[] {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...prefix, ...words];
}

/** Deeper than this no package of a workspace is looked for. */
const depth = 4;

function readManifests(root: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const visit = (folder: string, left: number): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isLeft = entry.name === 'node_modules' || entry.name.startsWith('.');
      if (entry.isDirectory() && !isLeft && left > 0) visit(path, left - 1);
      else if (entry.isFile() && PackageManifests.isRelevant(path))
        texts.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  visit('', depth);
  return texts;
}
