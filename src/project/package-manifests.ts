import { posix } from 'node:path';
import { isInstalled } from './source-path';

/** What the resolution of modules needs of a package.json. */
export interface PackageManifest {
  /** The folder it lies in, relative to the root; empty for the root. */
  readonly folder: string;
  readonly name: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The packages of a snapshot: those of its workspaces by name, and every package.json by folder. */
export class PackageManifests {
  readonly #byFolder = new Map<string, PackageManifest>();
  readonly #workspaces = new Map<string, PackageManifest>();

  constructor(texts: ReadonlyMap<string, string>) {
    for (const [path, text] of texts) {
      const folder = folderOf(path);
      if (posix.basename(path) === 'package.json') this.#byFolder.set(folder, parseManifest(folder, text));
    }
    const isWorkspace = workspaceFolders((name) => texts.get(name) ?? '');
    for (const manifest of this.#byFolder.values()) {
      if (manifest.name !== undefined && isWorkspace(manifest.folder)) this.#workspaces.set(manifest.name, manifest);
    }
  }

  /** The files that the constructor wants to see. */
  static isRelevant(path: string): boolean {
    return (/(?:^|\/)package\.json$/.test(path) && !isInstalled(path)) || path === 'pnpm-workspace.yaml';
  }

  in(folder: string): PackageManifest | undefined {
    return this.#byFolder.get(folder);
  }

  /** The packages of the workspace, by folder. */
  workspaces(): readonly PackageManifest[] {
    return [...this.#workspaces.values()].toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
  }

  /** The package that a file belongs to. */
  around(path: string): PackageManifest | undefined {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const manifest = this.#byFolder.get(folder);
      if (manifest !== undefined || folder === '') return manifest;
    }
  }

  /** A package that code in `fromPath` may import by name without installing it: its own, or one of the workspaces. */
  named(name: string, fromPath: string): PackageManifest | undefined {
    const own = this.around(fromPath);
    return own?.name === name ? own : this.#workspaces.get(name);
  }
}

/** Which folders the manifests at a root list as workspaces, by what its files say. */
export function workspaceFolders(textOf: (name: string) => string): (folder: string) => boolean {
  return globMatcher([
    ...workspaceGlobs(parseObject(textOf('package.json'))['workspaces']),
    ...pnpmGlobs(textOf('pnpm-workspace.yaml')),
  ]);
}

export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

function parseManifest(folder: string, text: string): PackageManifest {
  const fields = parseObject(text);
  const name = fields['name'];
  return { folder, name: typeof name === 'string' ? name : undefined, fields };
}

/** A package.json with a mistake counts as empty: the code around it is still there to analyse. */
function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function workspaceGlobs(field: unknown): string[] {
  const globs = isRecord(field) ? field['packages'] : field;
  return Array.isArray(globs) ? globs.filter((glob) => typeof glob === 'string') : [];
}

/** The list under `packages:`; nothing else of the file is looked at. */
function pnpmGlobs(yaml: string): string[] {
  const list = /^packages:[^\S\n]*\n((?:[^\S\n]*(?:-[^\n]*|#[^\n]*)?(?:\n|$))*)/m.exec(yaml)?.[1] ?? '';
  return [...list.matchAll(/^\s*-\s*(?:"([^"]*)"|'([^']*)'|([^#\s]+))/gm)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** Later globs win, and a leading `!` takes folders out again. */
function globMatcher(globs: readonly string[]): (folder: string) => boolean {
  const rules = globs.map((glob) => {
    const isExcluded = glob.startsWith('!');
    return { isExcluded, pattern: globPattern(isExcluded ? glob.slice(1) : glob) };
  });
  return (folder) => rules.findLast(({ pattern }) => pattern.test(folder))?.isExcluded === false;
}

function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/^\.\//, '')
    .replace(/\/+$/, '')
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*\*\/|\*\*|\*|\?/g, (wildcard) => globWildcards[wildcard] ?? wildcard);
  return new RegExp(`^${source}$`);
}

const globWildcards: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};
