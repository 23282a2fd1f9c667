import type { RunnerName } from '../runner';
import { shellCommands, type Expand } from './shell-commands';

/** A command that a script ends in, with what is done about it. */
export interface ScriptCommand {
  readonly runner: RunnerName;
  /** Programs that run it in their turn, with their options. */
  readonly prefix: readonly string[];
  /** The runner's program and its arguments. */
  readonly words: readonly string[];
  /** Variables that are set in front of it. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a script of a package leads to, through other scripts of it. */
export interface ScriptCommands {
  /** Those that call a test runner, in their order. */
  readonly commands: readonly ScriptCommand[];
  /** It hands the work to the packages of the workspace. */
  readonly isSpread: boolean;
}

export type Scripts = Readonly<Record<string, string>>;

/** Which runner the tests of a file are written for, where Node is told to run it. */
export type RunnerIn = (file: string) => RunnerName | null;

/**
 * Finds the calls of test runners in a command, through `npm test`, `pnpm run unit`, `run-s a b` and the like, without a shell.
 * `scripts` are those of the package that it belongs to, in whose folder they are run: `expand` looks for files there.
 */
export function scriptCommands(
  words: readonly string[],
  scripts: Scripts,
  runnerIn: RunnerIn = () => null,
  expand: Expand = () => [],
): ScriptCommands {
  const commands: ScriptCommand[] = [];
  let isSpread = false;
  follow(words, {}, new Set());
  return { commands, isSpread };

  function follow(line: readonly string[], env: ScriptCommand['env'], inside: ReadonlySet<string>): void {
    const called = calledBy({ prefix: [], words: line, env }, runnerIn);
    if (called.kind === 'runner') commands.push(called.command);
    else if (called.kind === 'spread') isSpread = true;
    else if (called.kind === 'scripts') for (const name of called.names) followScript(name, called, inside);
  }

  function followScript(name: string, { rest, env }: CalledScripts, inside: ReadonlySet<string>): void {
    if (inside.has(name)) return;
    const within = new Set([...inside, name]);
    for (const stage of [`pre${name}`, name, `post${name}`]) {
      const lines = shellCommands(scripts[stage] ?? '', expand);
      lines.forEach((line, i) => {
        const isLast = stage === name && i === lines.length - 1;
        follow(isLast ? [...line, ...rest] : line, env, within);
      });
    }
  }
}

/** A command while its prefixes are taken away. */
type Command = Omit<ScriptCommand, 'runner'>;

interface CalledScripts {
  readonly kind: 'scripts';
  readonly names: readonly string[];
  /** Arguments that are passed on. */
  readonly rest: readonly string[];
  readonly env: ScriptCommand['env'];
}

type Called =
  | { readonly kind: 'runner'; readonly command: ScriptCommand }
  | CalledScripts
  | { readonly kind: 'spread' }
  | { readonly kind: 'other' };

const other: Called = { kind: 'other' };

function calledBy(command: Command, runnerIn: RunnerIn): Called {
  const { words, env } = command;
  const [head, ...rest] = words;
  if (head === undefined) return other;
  const assigned = /^([A-Za-z_]\w*)=(.*)$/s.exec(head);
  if (assigned !== null) {
    const set = { ...env, [assigned[1] ?? '']: assigned[2] ?? '' };
    return calledBy({ ...command, words: rest, env: set }, runnerIn);
  }
  const program = programName(head);
  if (dropped.has(head)) return calledBy({ ...command, words: withoutOptions(rest) }, runnerIn);
  if (spreading.has(program)) return { kind: 'spread' };
  if (nodeLike.has(program)) return calledByNode(command, runnerIn);
  if (packageManagers.has(program)) return calledByManager(program, command, runnerIn);
  if (wrappers.has(program)) return calledBy(unwrapped(command, withoutOptions(rest)), runnerIn);
  if (scriptLists.has(program)) return { kind: 'scripts', names: rest.filter(isNoOption), rest: [], env };
  const runner = runnerPrograms[program];
  return runner === undefined ? other : { kind: 'runner', command: { ...command, runner } };
}

/** What stands before the rest goes to the prefix, but for `npx program`, which the programs of the package stand for. */
function unwrapped({ prefix, words, env }: Command, rest: readonly string[]): Command {
  const before = words.slice(0, words.length - rest.length);
  const isPlain = before.length === 1 && before[0] === 'npx' && /^[\w./-]+$/.test(rest[0] ?? '');
  return { prefix: isPlain ? prefix : [...prefix, ...before], words: rest, env };
}

function calledByNode(command: Command, runnerIn: RunnerIn): Called {
  const rest = command.words.slice(1);
  if (rest.some((word) => word === '--test' || word === '--run-tests')) {
    return { kind: 'runner', command: { ...command, runner: 'node:test' } };
  }
  const [script] = withoutOptions(rest);
  if (script === undefined) return other;
  const runner = runnerPrograms[programName(script)] ?? runnerIn(script);
  return runner === null ? other : { kind: 'runner', command: { ...command, runner } };
}

function calledByManager(manager: string, command: Command, runnerIn: RunnerIn): Called {
  const words = command.words.slice(1);
  if (words.some((word) => /^(-r|-ws|--recursive|--workspaces|--filter(=.*)?|-F)$/.test(word)))
    return { kind: 'spread' };
  const [verb, ...rest] = withoutOptions(words);
  const script = (name: string, passed: readonly string[]): Called => ({
    kind: 'scripts',
    names: [name],
    rest: passed[0] === '--' ? passed.slice(1) : passed,
    env: command.env,
  });
  if (verb === undefined) return other;
  if (verb === 'workspaces' || verb === 'workspace') return { kind: 'spread' };
  if (verb === 'exec' || verb === 'x' || verb === 'dlx') {
    return calledBy(unwrapped(command, withoutOptions(rest)), runnerIn);
  }
  if (verb === 'run' || verb === 'run-script') {
    const [name, ...passed] = withoutOptions(rest);
    return name === undefined ? other : script(name, passed);
  }
  if (verb === 'test' || verb === 't' || verb === 'tst') return script('test', rest);
  if (manager === 'npm') return other;
  // pnpm and yarn take the name of a script or, failing that, of an installed program.
  const runner = runnerPrograms[programName(verb)];
  if (runner === undefined) return script(verb, rest);
  return { kind: 'runner', command: { ...unwrapped(command, [verb, ...rest]), runner } };
}

const runnerPrograms: Readonly<Record<string, RunnerName>> = {
  vitest: 'vitest',
  jest: 'jest',
  'jest-cli': 'jest',
  'react-scripts': 'jest',
  craco: 'jest',
  mocha: 'mocha',
  _mocha: 'mocha',
  tap: 'tap',
  borp: 'node:test',
};

const packageManagers = new Set(['npm', 'pnpm', 'yarn', 'bun', 'cnpm']);
const spreading = new Set(['turbo', 'nx', 'lerna', 'lage', 'rush', 'wireit', 'moon', 'wsrun', 'ultra', 'bolt']);
const scriptLists = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2']);
const nodeLike = new Set(['node', 'nodejs', 'tsx', 'ts-node', 'ts-node-esm', 'babel-node', 'esno', 'swc-node']);
const wrappers = new Set(['npx', 'pnpx', 'bunx', 'dotenv', 'dotenvx', 'env-cmd', 'cross-env-shell', 'xvfb-run']);
/** They do nothing that tests need: variables are set, and coverage is not asked for. */
const dropped = new Set(['env', 'exec', 'time', 'command', '--', 'cross-env', 'c8', 'nyc']);

/** `./node_modules/jest/bin/jest.js` is jest. */
function programName(word: string): string {
  if (/[\\/]tap[\\/]bin[\\/]run\.js$/.test(word)) return 'tap';
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
