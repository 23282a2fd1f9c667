import type { RunnerName } from '../runner';
import { shellCommands } from './shell-commands';

/** What a script of a package leads to, through other scripts of it. */
export interface ScriptRunners {
  /** In the order in which they are called. */
  readonly runners: readonly RunnerName[];
  /** It hands the work to the packages of the workspace. */
  readonly isSpread: boolean;
}

/** Finds the test runners that a command line calls; `scripts` are those of the package that it belongs to. */
export function scriptRunners(line: string, scripts: Readonly<Record<string, string>>): ScriptRunners {
  const runners = new Set<RunnerName>();
  const followed = new Set<string>();
  let isSpread = false;
  follow(line);
  return { runners: [...runners], isSpread };

  function follow(text: string): void {
    for (const words of shellCommands(text)) {
      const called = calledBy(words);
      if (called.kind === 'runner') runners.add(called.runner);
      else if (called.kind === 'spread') isSpread = true;
      else if (called.kind === 'scripts') for (const name of called.names) followScript(name);
    }
  }

  function followScript(name: string): void {
    if (followed.has(name)) return;
    followed.add(name);
    for (const stage of [`pre${name}`, name, `post${name}`]) {
      const text = scripts[stage];
      if (text !== undefined) follow(text);
    }
  }
}

type Called =
  | { readonly kind: 'runner'; readonly runner: RunnerName }
  | { readonly kind: 'scripts'; readonly names: readonly string[] }
  | { readonly kind: 'spread' }
  | { readonly kind: 'other' };

const other: Called = { kind: 'other' };

function calledBy(words: readonly string[]): Called {
  const [head, ...rest] = words;
  if (head === undefined) return other;
  if (/^[A-Za-z_]\w*=/.test(head) || transparent.has(head)) return calledBy(rest);
  const program = programName(head);
  if (spreading.has(program)) return { kind: 'spread' };
  if (program === 'node' || nodeLike.has(program)) return calledByNode(rest);
  if (packageManagers.has(program)) return calledByManager(program, rest);
  if (wrappers.has(program)) return calledBy(withoutOptions(rest));
  if (scriptLists.has(program)) return { kind: 'scripts', names: rest.filter(isNoOption) };
  const runner = runnerPrograms[program];
  return runner === undefined ? other : { kind: 'runner', runner };
}

function calledByNode(words: readonly string[]): Called {
  if (words.some((word) => word === '--test' || word === '--run-tests')) return { kind: 'runner', runner: 'node:test' };
  const script = withoutOptions(words);
  const runner = script[0] === undefined ? undefined : runnerPrograms[programName(script[0])];
  return runner === undefined ? other : { kind: 'runner', runner };
}

function calledByManager(manager: string, words: readonly string[]): Called {
  if (words.some((word) => /^(-r|-ws|--recursive|--workspaces|--filter(=.*)?|-F)$/.test(word)))
    return { kind: 'spread' };
  const [verb, ...rest] = withoutOptions(words);
  if (verb === undefined) return other;
  if (verb === 'workspaces' || verb === 'workspace') return { kind: 'spread' };
  if (verb === 'exec' || verb === 'x' || verb === 'dlx') return calledBy(withoutOptions(rest));
  if (verb === 'run' || verb === 'run-script') return { kind: 'scripts', names: withoutOptions(rest).slice(0, 1) };
  if (verb === 'test' || verb === 't' || verb === 'tst') return { kind: 'scripts', names: ['test'] };
  if (manager === 'npm') return other;
  // pnpm and yarn take the name of a script or, failing that, of an installed program.
  const runner = runnerPrograms[programName(verb)];
  return runner === undefined ? { kind: 'scripts', names: [verb] } : { kind: 'runner', runner };
}

const runnerPrograms: Readonly<Record<string, RunnerName>> = {
  vitest: 'vitest',
  jest: 'jest',
  'jest-cli': 'jest',
  'react-scripts': 'jest',
  craco: 'jest',
  mocha: 'mocha',
  _mocha: 'mocha',
};

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'cnpm']);
const spreading = new Set(['turbo', 'nx', 'lerna', 'lage', 'rush', 'wireit', 'moon', 'wsrun', 'ultra', 'bolt']);
const scriptLists = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const nodeLike = new Set(['tsx', 'ts-node', 'ts-node-esm', 'babel-node', 'esno', 'swc-node']);
const wrappers = new Set([
  'npx',
  'pnpx',
  'bunx',
  'c8',
  'nyc',
  'dotenv',
  'dotenvx',
  'env-cmd',
  'cross-env',
  'cross-env-shell',
  'xvfb-run',
]);
const transparent = new Set(['env', 'exec', 'time', 'command', '--']);

/** `./node_modules/jest/bin/jest.js` is jest. */
function programName(word: string): string {
  const name = /[^/\\]+$/.exec(word)?.[0] ?? word;
  return name.replace(/\.(?:[cm]?js|cmd|exe)$/, '').replace(/@.*$/, '');
}

/** Options with a value of their own are few before a program; those are told apart by their names. */
function withoutOptions(words: readonly string[]): readonly string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? '';
    if (isNoOption(word)) break;
    at += takesValue.has(word) ? 2 : 1;
  }
  return words.slice(at);
}

const takesValue = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--prefix',
  '-C',
  '--dir',
  '-e',
  '-f',
  '-p',
  '--package',
]);

function isNoOption(word: string): boolean {
  return !word.startsWith('-');
}
