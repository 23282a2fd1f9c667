import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from '#store/cache-folder';
import { builtFile } from '../built-file';
import type { TestCase } from '../recording';
import type { RunnerName, RunPlan, RunRequest, WatchedFunctions } from '../runner';
import { encodeWatched } from '../register/watched-functions';
import { environmentFor } from '../runtime/settings';
import { encodeSelection } from './selection';
import { scriptsOf } from './detect-runs';
import { scriptCommands, type ScriptCommand } from './script-commands';

/** Runs a command with the recorder preloaded into all processes of Node. */
export function preloadPlan(
  request: RunRequest,
  runner: RunnerName,
  fallback: readonly string[],
  only: (words: readonly string[]) => readonly string[],
  leftOut: readonly TestCase[] = [],
): RunPlan {
  const { root, folder, mode, cwd = root } = request;
  const found = commandsIn(cwd, request.command, runner).find((command) => command.runner === runner);
  const command: Omit<ScriptCommand, 'runner'> = found ?? { prefix: [], words: request.command ?? fallback, env: {} };
  // Names of files and tests mean nothing to a command of which it is not known that it takes them.
  const isWhole = request.only === null || (found === undefined && request.command !== null);
  const words = isWhole ? command.words : only(command.words);
  mkdirSync(folder, { recursive: true });
  const settings = {
    root,
    folder,
    mode,
    runner,
    only: request.only === null ? null : selectionFile(folder, request.only),
    leftOut: leftOut.length === 0 ? null : selectionFile(folder, leftOut),
    watched: request.watched === undefined ? null : watchedFile(folder, request.watched),
    cache: join(cacheFolder(root), 'instrumented'),
    preload: pathToFileURL(builtFile('trace-register', 'required')).href,
    vitest: null,
    program: null,
    parent: null,
  };
  const nodeOptions = command.env['NODE_OPTIONS'] ?? process.env['NODE_OPTIONS'];
  return {
    command: [...command.prefix, ...words],
    env: { ...command.env, PATH: pathWithPrograms(cwd), ...environmentFor(settings, nodeOptions) },
    cwd,
  };
}

/** Calls of test runners that a command makes; null stands for the script `test`. */
function commandsIn(folder: string, command: readonly string[] | null, runner: RunnerName): readonly ScriptCommand[] {
  const file = join(folder, 'package.json');
  const manifest: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const scripts = scriptsOf({ fields: Object(manifest) as Readonly<Record<string, unknown>> });
  // Who gives a file to Node, and asks for a runner, knows that it is one of its tests.
  return scriptCommands(command ?? ['npm', 'test'], scripts, () => (command === null ? null : runner)).commands;
}

/** `PATH` with the programs of installed packages first, as scripts have it. */
function pathWithPrograms(root: string): string {
  const folders: string[] = [];
  for (let folder = root; ; folder = dirname(folder)) {
    const programs = join(folder, 'node_modules', '.bin');
    if (existsSync(programs)) folders.push(programs);
    if (dirname(folder) === folder) break;
  }
  return [...folders, process.env['PATH'] ?? ''].join(delimiter);
}

function selectionFile(folder: string, only: readonly TestCase[]): string {
  const text = encodeSelection(only);
  // Several runs of one folder have each their own.
  const file = join(folder, `selection-${createHash('sha256').update(text).digest('hex')}.json`);
  writeFileSync(file, text);
  return file;
}

function watchedFile(folder: string, watched: WatchedFunctions): string {
  const file = join(folder, 'watched.json');
  writeFileSync(file, encodeWatched(watched));
  return file;
}

export function escapeRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
