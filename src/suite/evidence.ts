import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTestPath } from '#project/test-path';
import type { Recording } from '#trace/recording';
import { namedEntries } from './build-files';
import { readText } from './built-from';
import type { Links } from './links';
import { PackageOf } from './package-of';
import { isInstalled } from './package-versions';

/** What tells of which sources code was made that says nothing of it. */
export class Evidence {
  private readonly packageOf: PackageOf;
  private readonly sources: readonly string[];
  private readonly names = new Map<string, readonly string[]>();
  private readonly entries = new Map<string, readonly string[]>();

  constructor(
    private readonly root: string,
    private readonly links: Links,
    { executions }: Recording,
  ) {
    const testFiles = new Set(executions.map(({ test }) => test.file));
    this.packageOf = new PackageOf(root, links.sources);
    this.sources = links.sources.filter((source) => !testFiles.has(source));
  }

  /**
   * Sources of the same package of which the text is likely to have been made: compilers and bundlers keep the names of properties, globals and
   * exports.
   */
  of(path: string, text: string): readonly string[] {
    const words = new Set(text.match(/[A-Za-z_$][\w$]*/g));
    return this.ofPackage(path).filter((source) => {
      const names = this.namesOf(source);
      const share = names.filter((name) => words.has(name)).length / Math.max(1, names.length);
      if (stem(source) === stem(path)) return names.length === 0 || share > 0.5;
      return names.length > 3 && share > 0.7;
    });
  }

  /** Sources that the build scripts of its package name, or of a package around that. */
  entriesOf(path: string): readonly string[] {
    const folder = this.packageOf.folder(path);
    for (let from = folder; ; from = posix.dirname(from)) {
      const found = this.entriesIn(from === '.' ? '' : from, folder);
      if (found.length > 0 || from === '' || from === '.') return found;
    }
  }

  /** Sources with all that they import. */
  withImports(sources: readonly string[]): readonly string[] {
    const found = new Set(sources);
    for (const path of found) for (const next of this.links.modules(path)) found.add(next);
    return [...found];
  }

  /** With what else they may import: whatever an expression leads to, and of an alias that only the bundler knows nobody can tell what it is. */
  withAllImports(sources: readonly string[]): readonly string[] {
    const found = new Set(sources);
    for (const path of found) {
      const next = [...this.links.modules(path), ...this.inFolders(this.links.folders(path))];
      for (const each of this.hasAlias(path) ? [...next, ...this.programOf(path)] : next) found.add(each);
    }
    return [...found];
  }

  private entriesIn(scriptsFolder: string, folder: string): readonly string[] {
    const key = `${scriptsFolder}:${folder}`;
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    const own = new Set(this.sources);
    const named = namedEntries(this.root, scriptsFolder, this.links, folder);
    const found = named.filter((path) => own.has(path) && !isTestPath(path));
    this.entries.set(key, found);
    return found;
  }

  private ofPackage(path: string): readonly string[] {
    const folder = this.packageOf.folder(path);
    return this.sources.filter((source) => this.packageOf.folder(source) === folder);
  }

  private programOf(path: string): readonly string[] {
    return this.ofPackage(path).filter((source) => !isTestPath(source));
  }

  private inFolders(folders: readonly string[]): readonly string[] {
    if (folders.length === 0) return [];
    return this.sources.filter((source) => folders.some((folder) => source.startsWith(`${folder}/`)));
  }

  private hasAlias(path: string): boolean {
    if (this.links.unresolved(path).length > 0) return true;
    const manifests = ['', this.packageOf.folder(path)].map((folder) => join(this.root, folder, 'package.json'));
    const declared = manifests.map(readText).join('\n');
    return this.links.packages(path).some((name) => {
      const isPlace = name.includes(':') || name.startsWith('..') || existsSync(join(this.root, name));
      return !isPlace && !declared.includes(`"${name}"`) && !isInstalled(this.root, posix.dirname(path), name);
    });
  }

  private namesOf(source: string): readonly string[] {
    const known = this.names.get(source);
    if (known !== undefined) return known;
    const found = [...this.links.lastingNames(source)].filter((name) => name.length > 2);
    this.names.set(source, found);
    return found;
  }
}

function stem(path: string): string {
  return posix.basename(path).replace(/(?:\.(?:min|umd|cjs|esm|mjs|bundle|prod|dev))*\.[cm]?[jt]sx?$/, '');
}
