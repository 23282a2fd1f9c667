import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageManifests } from '#project/package-manifests';
import type { Runner, RunnerName, RunPlan, RunRequest } from '../runner';
import { runnerOf } from './detect-runner';
import { detectRuns, type TestRun } from './detect-runs';
import { jestRunner } from './jest';
import { mochaRunner } from './mocha';
import { nodeTestRunner } from './node-test';
import { testCommands, type TestCommand } from './test-command';
import { vitestRunner } from './vitest';

export interface PlannedRun {
  readonly runner: RunnerName;
  readonly plan: RunPlan;
}

const runners: Readonly<Record<RunnerName, Runner>> = {
  vitest: vitestRunner,
  jest: jestRunner,
  mocha: mochaRunner,
  'node:test': nodeTestRunner,
};

/**
 * All runs that make up the tests of a project, one after the other: a script may call a runner several times, or
 * several runners, and every package of a workspace may have its own. Empty when there is nothing to go by.
 */
export function planRuns(request: RunRequest): readonly PlannedRun[] {
  const { root } = request;
  const manifests = new PackageManifests(readManifests(root));
  const runs = detectRuns({
    command: request.command,
    root: manifests.in(''),
    workspaces: manifests.workspaces(),
    has: (path) => existsSync(join(root, path)),
  });
  const planned = runs.flatMap((run) => commandsOf(run, root));
  return planned.flatMap(({ runner, words, folder }) => {
    const only = request.only?.filter(({ file }) => isRunBy(file, { runner, folder }, planned, request)) ?? null;
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

function commandsOf({ folder, command: told, runners: named }: TestRun, root: string): readonly RunnerCommand[] {
  const commands = testCommands(join(root, folder), told).flatMap((command) => {
    const runner = runnerOf(command);
    return runner === null ? [] : [{ runner, words: wordsOf(command), folder }];
  });
  // What does not tell is run as it is: processes show which runner they belong to.
  return commands.length > 0 ? commands : [{ runner: named[0] ?? 'node:test', words: [...told], folder }];
}

interface PlacedRunner {
  readonly runner: RunnerName;
  readonly folder: string;
}

/** Runners that are given files by their paths must not get those of others, and each file once. */
function isRunBy(
  file: string,
  { runner, folder }: PlacedRunner,
  planned: readonly PlacedRunner[],
  { root, ranBy }: RunRequest,
): boolean {
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
function runnerIn(file: string): string | null {
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const named = /['"](vitest|node:test|@jest\/globals|mocha)['"]/.exec(text)?.[1] ?? null;
  return named === '@jest/globals' ? 'jest' : named;
}

/**
 * What to run, one after the other. Some runners take files by their paths, wherever they are run, and one pattern for the names of
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
  const whole = placed.filter(({ titles }) => titles.length === 0);
  const files = new Set(whole.map(({ file }) => file));
  const single = placed.filter(({ file, titles }) => titles.length > 0 && !files.has(file));
  return [whole, single].filter((part) => part.length > 0);
}

function wordsOf({ words, env }: TestCommand): string[] {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...words];
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
