import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, sep } from 'node:path';
import { recordFolder } from '#store/record-folder';
import { isConfigurationName } from './configuration-files';
import { fileFingerprint, hash } from './file-fingerprint';
import { buildScripts, testScripts } from './build-scripts';
import { isBuildTool, isTool, packageVersions } from './package-versions';
import { variableFingerprint } from './variables';

/**
 * What the outcome of tests rests on besides the source, as fingerprints: what can be compared with a later time. Two of
 * equal fingerprint are equal.
 */
export interface Surroundings {
  readonly node: string;
  /** Files, folders and places without either that tests looked at, by path. */
  readonly read: ReadonlyMap<string, string>;
  /** Files that tell the runner, compilers or resolution what to do. */
  readonly configuration: ReadonlyMap<string, string>;
  /** For each package that is imported, the versions of all that it leads to. */
  readonly packages: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Versions of packages that run or compile tests. */
  readonly tools: ReadonlyMap<string, string>;
  readonly environment: ReadonlyMap<string, string>;
}

/** Which of its surroundings a suite looks at. */
export interface LookedAt {
  readonly read: Iterable<string>;
  readonly packages: Iterable<string>;
  readonly environment: Iterable<string>;
  /** Folders of the project that hold a package.json; the root is the empty one. */
  readonly packageFolders: readonly string[];
  /** What the configuration in these folders leads to. */
  readonly configuration: readonly string[];
  /** Does it run code that was built? How that is done counts then, too. */
  readonly isBuilt: boolean;
  /** What the user has said to run. */
  readonly command: string;
}

export function surroundingsOf(root: string, looked: LookedAt, env: Readonly<NodeJS.ProcessEnv>): Surroundings {
  const ours = recordFolder(root, env);
  const read = [...looked.read].map((path) => ({ path, file: isAbsolute(path) ? path : join(root, path) }));
  return {
    node: process.version,
    read: new Map(
      read
        .filter(({ file }) => file !== ours && !file.startsWith(ours + sep))
        .map(({ path, file }) => [path, fingerprint(file, ours)]),
    ),
    configuration: new Map([
      ...looked.configuration.map((path): [string, string] => [path, fingerprint(join(root, path), ours)]),
      ...looked.packageFolders.flatMap((folder) => configurationIn(root, folder, looked.command)),
      ...(looked.isBuilt ? looked.packageFolders.map((folder) => scriptsFingerprint(root, folder)) : []),
    ]),
    packages: new Map([...looked.packages].map((name) => [name, packageVersions(root, looked.packageFolders, name)])),
    tools: toolsOf(root, looked),
    environment: new Map([...looked.environment].map((name) => [name, variableFingerprint(name, env)])),
  };
}

const absent = 'absent';

/** Of a folder: what lies in it, by name, but for the folder of recordings. Tests that look everywhere are not affected by having been recorded. */
function fingerprint(path: string, ours = ''): string {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return absent;
    if (stats.isDirectory()) {
      const names = readdirSync(path).filter((name) => join(path, name) !== ours);
      return `folder ${hash(names.toSorted().join('\0'))}`;
    }
    return stats.isFile() ? fileFingerprint(path, readFileSync(path)) : 'other';
  } catch (error) {
    return `unreadable ${error instanceof Error && 'code' in error ? String(error.code) : ''}`;
  }
}

function configurationIn(root: string, folder: string, command: string): [string, string][] {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path).flatMap((name): [string, string][] => {
    const file = posix.join(folder, name);
    if (name === 'package.json') return [[file, manifestFingerprint(path, command)]];
    return isConfigurationName(name) ? [[file, fingerprint(join(path, name))]] : [];
  });
}

/** The fields that decide how files are found, compiled and run; a new version or description decides nothing. */
function manifestFingerprint(folder: string, command: string): string {
  const path = join(folder, 'package.json');
  try {
    const fields = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, unknown>>;
    const told = decisive.map((name) => [name, fields[name]]);
    return hash(JSON.stringify([told, testScripts(folder, command)]));
  } catch {
    return fingerprint(path);
  }
}

const decisive = [
  'type',
  'main',
  'module',
  'browser',
  'exports',
  'imports',
  'jest',
  'mocha',
  'vitest',
  'babel',
  'swc',
  'tap',
  'browserslist',
  'sideEffects',
  'engines',
  'workspaces',
  'overrides',
  'resolutions',
];

function scriptsFingerprint(root: string, folder: string): [string, string] {
  const name = `scripts of ${posix.join(folder, 'package.json')}`;
  return [name, hash(JSON.stringify(buildScripts(join(root, folder))))];
}

function toolsOf(root: string, { packageFolders, isBuilt }: LookedAt): Map<string, string> {
  const tools = new Map<string, string>();
  for (const folder of packageFolders) {
    for (const name of declaredIn(join(root, folder, 'package.json'))) {
      if (!isTool(name) && !(isBuilt && isBuildTool(name))) continue;
      for (const [found, version] of packageVersions(root, [folder], name)) tools.set(found, version);
    }
  }
  return tools;
}

function declaredIn(manifest: string): string[] {
  try {
    const fields = JSON.parse(readFileSync(manifest, 'utf8')) as Readonly<Record<string, unknown>>;
    return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
      Object.keys((fields[key] ?? {}) as object),
    );
  } catch {
    return [];
  }
}

/** The folders of a project that hold a package.json, from the paths of its files. */
export function packageFoldersOf(root: string, paths: readonly string[]): string[] {
  const folders = new Set(['']);
  const seen = new Set<string>();
  for (const path of paths) {
    for (let folder = dirname(path); folder !== '.' && !seen.has(folder); folder = dirname(folder)) {
      seen.add(folder);
      if (basename(folder) !== 'node_modules' && existsSync(join(root, folder, 'package.json'))) folders.add(folder);
    }
  }
  return [...folders].toSorted();
}

/** The folders that some files lie in, and those around them. */
export function foldersAround(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.' && !folders.has(folder); folder = posix.dirname(folder)) {
      folders.add(folder);
    }
  }
  return [...folders];
}
