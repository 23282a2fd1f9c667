import { isRecord, type PackageManifest } from '#project/package-manifests';
import type { RunnerName } from '../runner';
import { scriptCommands, type RunnerIn, type ScriptCommand, type Scripts } from './script-commands';
import type { Expand } from './shell-commands';

/** One command that runs tests. */
export interface TestRun {
  /** Where it is run, relative to the root; empty for the root. */
  readonly folder: string;
  readonly command: readonly string[];
  /** Calls of test runners that it is seen to make. Empty when the command does not tell. */
  readonly commands: readonly ScriptCommand[];
}

export interface TestRunRequest {
  /** What the user gave after `--`. */
  readonly command: readonly string[] | null;
  /** The package around the folder where he gave it, and that folder relative to the root; the root when not said. */
  readonly around?: { readonly manifest: PackageManifest | undefined; readonly folder: string };
  readonly root: PackageManifest | undefined;
  readonly workspaces: readonly PackageManifest[];
  /** Whether there is a file of this path, relative to the root. */
  has(path: string): boolean;
  /** Which runner the tests of such a file are written for. */
  readonly runnerIn?: RunnerIn;
  /** Files that a pattern of the shell stands for in a folder, which is relative to the root. */
  readonly filesFor?: (folder: string, pattern: string) => readonly string[];
}

/**
 * How the tests of a project are run: as the user says, else by the `test` script of the root, else by that of every
 * package of the workspace, else by the runner that is installed. Empty when there is nothing to go by.
 */
export function detectRuns(request: TestRunRequest): readonly TestRun[] {
  const { command, root, workspaces } = request;
  if (command !== null) {
    const { manifest, folder } = request.around ?? { manifest: root, folder: '' };
    const { commands } = scriptCommands(
      command,
      scriptsOf(manifest),
      runnerInside(folder, request),
      filesIn(folder, request),
    );
    return [{ folder, command, commands }];
  }
  const whole = root === undefined ? null : runOf(root, request);
  // An orchestrator may answer from its cache without running anything, and keeps variables of the environment back.
  if (whole !== null && !(whole.isSpread && workspaces.length > 0)) return [whole.run];
  const parts = workspaces.flatMap((manifest) => {
    const part = runOf(manifest, request);
    return part === null ? [] : [part.run];
  });
  if (parts.length > 0) return parts;
  return whole === null ? [] : [whole.run];
}

interface PackageRun {
  readonly run: TestRun;
  readonly isSpread: boolean;
}

function runOf(manifest: PackageManifest, request: TestRunRequest): PackageRun | null {
  const scripts = scriptsOf(manifest);
  const script = scripts['test'];
  if (script !== undefined && !/no test specified/.test(script)) {
    const { folder } = manifest;
    const { commands, isSpread } = scriptCommands(
      ['npm', 'test'],
      scripts,
      runnerInside(folder, request),
      filesIn(folder, request),
    );
    const command = [packageManager(request), 'test'];
    return { run: { folder, command, commands }, isSpread: isSpread && commands.length === 0 };
  }
  const runner = installedRunner(manifest, request);
  if (runner === null) return null;
  const command = directCommands[runner];
  const { commands } = scriptCommands(command, {});
  return { run: { folder: manifest.folder, command, commands }, isSpread: false };
}

function runnerInside(folder: string, { runnerIn }: TestRunRequest): RunnerIn {
  return (file) => runnerIn?.(folder === '' ? file : `${folder}/${file}`) ?? null;
}

function filesIn(folder: string, { filesFor }: TestRunRequest): Expand {
  return (pattern) => filesFor?.(folder, pattern) ?? [];
}

const directCommands: Readonly<Record<RunnerName, readonly string[]>> = {
  vitest: ['npx', 'vitest', 'run'],
  jest: ['npx', 'jest'],
  mocha: ['npx', 'mocha'],
  tap: ['npx', 'tap'],
  'node:test': ['node', '--test'],
};

/** A runner that is configured, else one that the package depends on. */
function installedRunner(manifest: PackageManifest, { has }: TestRunRequest): RunnerName | null {
  const inFolder = (name: string) => has(manifest.folder === '' ? name : `${manifest.folder}/${name}`);
  const configured = packageRunners.find((runner) => configNames(runner).some(inFolder));
  if (configured !== undefined) return configured;
  if (isRecord(manifest.fields['jest'])) return 'jest';
  if (isRecord(manifest.fields['mocha'])) return 'mocha';
  if (isRecord(manifest.fields['tap'])) return 'tap';
  const named = new Set(
    ['dependencies', 'devDependencies'].flatMap((field) => {
      const listed = manifest.fields[field];
      return isRecord(listed) ? Object.keys(listed) : [];
    }),
  );
  return packageRunners.find((runner) => named.has(runner)) ?? null;
}

const packageRunners = ['vitest', 'jest', 'mocha', 'tap'] as const;

function configNames(runner: (typeof packageRunners)[number]): readonly string[] {
  if (runner === 'tap') return ['.taprc', 'config/taprc'];
  if (runner === 'mocha')
    return ['.mocharc.js', '.mocharc.cjs', '.mocharc.mjs', '.mocharc.json', '.mocharc.yaml', '.mocharc.yml'];
  const names = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((extension) => `${runner}.config.${extension}`);
  return runner === 'jest' ? [...names, 'jest.config.json'] : names;
}

function packageManager({ root, has }: TestRunRequest): 'npm' | 'pnpm' | 'yarn' {
  const field = root?.fields['packageManager'];
  const declared = typeof field === 'string' ? /^(?:npm|pnpm|yarn)(?=@)/.exec(field)?.[0] : undefined;
  if (declared === 'pnpm' || declared === 'yarn' || declared === 'npm') return declared;
  if (has('pnpm-lock.yaml')) return 'pnpm';
  return has('yarn.lock') ? 'yarn' : 'npm';
}

export function scriptsOf(manifest: Pick<PackageManifest, 'fields'> | undefined): Scripts {
  const scripts = manifest?.fields['scripts'];
  if (!isRecord(scripts)) return {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
