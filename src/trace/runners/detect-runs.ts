import { isRecord, type PackageManifest } from '#project/package-manifests';
import type { RunnerName } from '../runner';
import { scriptRunners } from './script-runners';

/** One command that runs tests. */
export interface TestRun {
  /** Where it is run, relative to the root; empty for the root. */
  readonly folder: string;
  readonly command: readonly string[];
  /** Those that it is seen to call. Empty when the command does not tell. */
  readonly runners: readonly RunnerName[];
}

export interface TestRunRequest {
  /** What the user gave after `--`. */
  readonly command: readonly string[] | null;
  readonly root: PackageManifest | undefined;
  readonly workspaces: readonly PackageManifest[];
  /** Whether there is a file of this path, relative to the root. */
  has(path: string): boolean;
}

/**
 * How the tests of a project are run: as the user says, else by the `test` script of the root, else by that of every
 * package of the workspace, else by the runner that is installed. Empty when there is nothing to go by.
 */
export function detectRuns(request: TestRunRequest): readonly TestRun[] {
  const { command, root, workspaces } = request;
  if (command !== null) {
    const { runners } = scriptRunners(command.map(quoted).join(' '), scriptsOf(root));
    return [{ folder: '', command, runners }];
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
    const { runners, isSpread } = scriptRunners('npm test', scripts);
    const command = [packageManager(request), 'test'];
    return { run: { folder: manifest.folder, command, runners }, isSpread: isSpread && runners.length === 0 };
  }
  const runner = installedRunner(manifest, request);
  if (runner === null) return null;
  return { run: { folder: manifest.folder, command: directCommands[runner], runners: [runner] }, isSpread: false };
}

const directCommands: Readonly<Record<RunnerName, readonly string[]>> = {
  vitest: ['npx', 'vitest', 'run'],
  jest: ['npx', 'jest'],
  mocha: ['npx', 'mocha'],
  'node:test': ['node', '--test'],
};

/** A runner that is configured, else one that the package depends on. */
function installedRunner(manifest: PackageManifest, { has }: TestRunRequest): RunnerName | null {
  const inFolder = (name: string) => has(manifest.folder === '' ? name : `${manifest.folder}/${name}`);
  const configured = packageRunners.find((runner) => configNames(runner).some(inFolder));
  if (configured !== undefined) return configured;
  if (isRecord(manifest.fields['jest'])) return 'jest';
  if (isRecord(manifest.fields['mocha'])) return 'mocha';
  const named = new Set(
    ['dependencies', 'devDependencies'].flatMap((field) => {
      const listed = manifest.fields[field];
      return isRecord(listed) ? Object.keys(listed) : [];
    }),
  );
  return packageRunners.find((runner) => named.has(runner)) ?? null;
}

const packageRunners = ['vitest', 'jest', 'mocha'] as const;

function configNames(runner: (typeof packageRunners)[number]): readonly string[] {
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

function scriptsOf(manifest: PackageManifest | undefined): Readonly<Record<string, string>> {
  const scripts = manifest?.fields['scripts'];
  if (!isRecord(scripts)) return {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
