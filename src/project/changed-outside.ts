import { join, posix } from 'node:path';
import { lockedPackages, lockNames, type LockedPackages } from './locked-packages';
import { changedManifests, type ChangedManifest } from './changed-manifests';
import { compilerOptionsIn, extendedBy, isConfig, optionsIn } from './compiling-options';
import { folderOf } from './package-manifests';
import { fileOnDisk, isInstalledAlike, isSameOnDisk, packageOf } from './same-on-disk';
import type { Snapshot } from './snapshot';

/**
 * What source rests on and is no source, and is not the same in two versions: files such as style sheets, packages of which another
 * version is installed, or that need one of which that is so (where no lock file tells, the version that is asked for counts),
 * and options of compilers.
 */
export class ChangedOutside {
  readonly #base: Snapshot;
  readonly #head: Snapshot;
  #packages: ReadonlySet<string> | 'any' | undefined;
  #files: readonly string[] | undefined;
  #options: readonly ChangedOptions[] | undefined;
  #manifests: readonly ChangedManifest[] | undefined;

  constructor(base: Snapshot, head: Snapshot) {
    this.#base = base;
    this.#head = head;
  }

  /** Its name, when what a module of the head imports is another one than before; null when it is not, as far as is known. */
  of(from: string, specifier: string): string | null {
    const manifest = this.#changedManifests().find(({ isAskedBy }) => isAskedBy(from, specifier));
    if (manifest !== undefined) return manifest.path;
    const found = this.#head.resolve(from, specifier);
    if (found.kind === 'unresolved') return this.#wasThere(from, specifier) ? specifier : null;
    if (found.kind !== 'external') return null;
    const { name } = found;
    const [was, is] = [this.#base.hashOfOther(name), this.#head.hashOfOther(name)];
    if (was !== undefined || is !== undefined) return was === is ? null : name;
    if (this.#isOtherOnDisk(from, specifier, name)) return name;
    if (/^[./]|:/.test(name)) return null;
    const packageName = packageOf(name);
    if (!isInstalledAlike(this.#base.root, this.#head.root, packageName)) return packageName;
    this.#packages ??= changedPackages(this.#base, this.#head);
    return this.#packages === 'any' || this.#packages.has(packageName) ? packageName : null;
  }

  #changedManifests(): readonly ChangedManifest[] {
    const isManifest = (path: string): boolean => posix.basename(path) === 'package.json' && this.#isChanged(path);
    return (this.#manifests ??= changedManifests(this.#base, this.#head, this.#others().filter(isManifest)));
  }

  /** What cannot be found now may have been found before. */
  #wasThere(from: string, specifier: string): boolean {
    const isThere = this.#base.paths.includes(from) && this.#base.resolve(from, specifier).kind !== 'unresolved';
    return isThere || this.#isOtherOnDisk(from, specifier, specifier);
  }

  /** Versions in two folders each import what lies there, be it no part of the snapshot. */
  #isOtherOnDisk(from: string, specifier: string, name: string): boolean {
    const roots = [this.#base.root, this.#head.root] as const;
    if (roots[0] === roots[1]) return false;
    const [was, is] = roots.map((root) =>
      /^\.{1,2}\//.test(specifier) ? fileOnDisk(join(root, folderOf(from)), specifier) : fileOnDisk(root, name),
    );
    if (was === undefined || is === undefined || (was === null && is === null)) return false;
    return was === null || is === null || !isSameOnDisk(was, is);
  }

  /** Of all that some modules import. */
  among(modules: Iterable<{ readonly path: string; readonly specifiers: readonly string[] }>): string[] {
    const found = new Set<string>();
    for (const { path, specifiers } of modules) {
      for (const specifier of specifiers) {
        const name = this.of(path, specifier);
        if (name !== null) found.add(name);
      }
    }
    return [...found].toSorted();
  }

  /** A file that a module may read, going by the names that it mentions: that of the file, or of a folder in which it lies. */
  readBy(text: string): string | null {
    return this.#others().find((path) => mentions(text, path) && this.#isChanged(path)) ?? null;
  }

  /** Files that are no source, have changed, and whose names a text mentions. */
  namedIn(text: string): string[] {
    const words = new Set(text.match(/[\w@.-]*\.\w+/g) ?? []);
    return this.#others().filter((path) => words.has(posix.basename(path)) && this.#isChanged(path));
  }

  /** Manifests of packages that lead elsewhere when they are imported. */
  entries(): string[] {
    return this.#changedManifests().map(({ path }) => path);
  }

  /** A file of options for the source of a module that does not say the same in both versions. */
  optionsOf(path: string): string | null {
    this.#options ??= this.#changedOptions();
    const folders = new Set(foldersAbove(path));
    return this.#options.find(({ folder }) => folders.has(folder))?.file ?? null;
  }

  /** Of the source of some modules. */
  optionsAmong(modules: Iterable<{ readonly path: string }>): string[] {
    const found = new Set<string>();
    for (const { path } of modules) {
      const file = this.optionsOf(path);
      if (file !== null) found.add(file);
    }
    return [...found].toSorted();
  }

  #changedOptions(): ChangedOptions[] {
    return this.#others().flatMap((path): ChangedOptions[] => {
      if (optionsIn(path, '{}') === null) return [];
      const isOwn = this.#isChanged(path) && this.#saysOther(path, optionsIn);
      const file = isOwn ? path : isConfig(path) ? this.#changedBelow(path) : null;
      return file === null ? [] : [{ file, folder: folderOf(path) }];
    });
  }

  /** A file that a tsconfig extends, be it through others. */
  #changedBelow(config: string): string | null {
    const found = new Set([config]);
    for (const path of found) {
      const isOther =
        path !== config && this.#isChanged(path) && this.#saysOther(path, (_, text) => compilerOptionsIn(text));
      if (isOther) return path;
      for (const each of extendedBy(path, this.#head.readOthers([path])[0]?.text ?? '{}')) found.add(each);
    }
    return null;
  }

  /** Whether a file says something else than before. */
  #saysOther(path: string, what: (path: string, text: string) => string | null): boolean {
    const [was, is] = [this.#base, this.#head].map((snapshot) =>
      what(path, snapshot.readOthers([path])[0]?.text ?? '{}'),
    );
    return was !== is;
  }

  /** Files that are no source, of either version. There may be many, and large ones: few are to be looked into. */
  #others(): readonly string[] {
    return (this.#files ??= [...new Set([...this.#base.otherPaths(), ...this.#head.otherPaths()])]);
  }

  #isChanged(path: string): boolean {
    return this.#base.hashOfOther(path) !== this.#head.hashOfOther(path);
  }
}

/** What reads files by their names. */
export function isFileSystem(specifier: string): boolean {
  return /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs)$/.test(specifier);
}

/** A file, and the folder of the source that it is for. */
interface ChangedOptions {
  readonly file: string;
  readonly folder: string;
}

function mentions(text: string, path: string): boolean {
  const [name = '', ...folders] = path.split('/').toReversed();
  return (
    text.includes(name) ||
    folders.some((folder) => ['/', "'", '"', '`'].some((end) => text.includes(`${folder}${end}`)))
  );
}

function changedPackages(base: Snapshot, head: Snapshot): ReadonlySet<string> | 'any' {
  const folders = new Set([...base.paths, ...head.paths].flatMap(foldersAbove));
  const changed = new Set<string>();
  for (const folder of folders) {
    const locked = changedInLock(folder, base, head);
    if (locked === 'any') return 'any';
    for (const name of locked ?? changedInManifest(posix.join(folder, 'package.json'), base, head)) changed.add(name);
  }
  return changed;
}

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    folders.push(folder);
    if (folder === '') return folders;
  }
}

/** Null where there is no lock file. */
function changedInLock(folder: string, base: Snapshot, head: Snapshot): ReadonlySet<string> | 'any' | null {
  const path = lockNames
    .map((name) => posix.join(folder, name))
    .find((each) => base.hashOfOther(each) !== undefined && head.hashOfOther(each) !== undefined);
  if (path === undefined) return null;
  if (base.hashOfOther(path) === head.hashOfOther(path)) return new Set();
  const [was, is] = [base, head].map((snapshot) => lockedPackages(path, snapshot.readOthers([path])[0]?.text ?? ''));
  return was === undefined || was === null || is === undefined || is === null ? 'any' : changedBetween(was, is);
}

function changedBetween(was: LockedPackages, is: LockedPackages): Set<string> {
  const changed = new Set<string>();
  const neededBy = new Map<string, string[]>();
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    const [before, now] = [was.get(name), is.get(name)];
    if (!isSame(before?.versions ?? new Set(), now?.versions ?? new Set())) changed.add(name);
    for (const needed of now?.needs ?? []) {
      const known = neededBy.get(needed);
      if (known === undefined) neededBy.set(needed, [name]);
      else known.push(name);
    }
  }
  for (const name of changed) for (const user of neededBy.get(name) ?? []) changed.add(user);
  return changed;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}

function changedInManifest(path: string, base: Snapshot, head: Snapshot): string[] {
  if (base.hashOfOther(path) === head.hashOfOther(path)) return [];
  const [was, is] = [askedFor(base, path), askedFor(head, path)];
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

function askedFor(snapshot: Snapshot, path: string): ReadonlyMap<string, unknown> {
  let fields: unknown;
  try {
    fields = JSON.parse(snapshot.readOthers([path])[0]?.text ?? '{}');
  } catch {
    return new Map();
  }
  const kinds = ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies'];
  return new Map(kinds.flatMap((kind) => Object.entries((fields as Record<string, object | undefined>)[kind] ?? {})));
}
