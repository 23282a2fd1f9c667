import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cacheFolder } from '#store/cache-folder';
import { builtFile } from '../built-file';
import type { TestCase } from '../recording';
import type { RunnerName, RunPlan, RunRequest, WatchedFunctions } from '../runner';
import { encodeWatched } from '../register/watched-functions';
import { environmentFor } from '../runtime/settings';
import { encodeSelection } from './selection';
import { runnerOf } from './detect-runner';
import { pathWithPrograms, testCommands, type TestCommand } from './test-command';

/** Runs a command with the recorder preloaded into all processes of Node. */
export function preloadPlan(
  request: RunRequest,
  runner: RunnerName,
  fallback: readonly string[],
  only: (words: readonly string[]) => readonly string[],
): RunPlan {
  const { root, folder, mode, cwd = root } = request;
  const found = testCommands(cwd, request.command).find((command) => runnerOf(command) === runner);
  const command: TestCommand = found ?? { words: request.command ?? fallback, env: {} };
  const words = request.only === null ? command.words : only(command.words);
  mkdirSync(folder, { recursive: true });
  const settings = {
    root,
    folder,
    mode,
    runner,
    only: request.only === null ? null : selectionFile(folder, request.only),
    watched: request.watched === undefined ? null : watchedFile(folder, request.watched),
    cache: join(cacheFolder(root), 'instrumented'),
    preload: pathToFileURL(builtFile('trace-register', 'required')).href,
    parent: null,
  };
  const nodeOptions = command.env['NODE_OPTIONS'] ?? process.env['NODE_OPTIONS'];
  return {
    command: words,
    env: { ...command.env, PATH: pathWithPrograms(cwd), ...environmentFor(settings, nodeOptions) },
    cwd,
  };
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
