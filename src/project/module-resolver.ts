import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute, join, posix } from 'node:path';
import type { Diagnostic } from '#core/diagnostics';
import { DiskResolver, withoutQuery, type DiskResolution } from './disk-resolver';
import { entryTargets, mainTargets, type ImportWay } from './entry-targets';
import { folderOf, PackageManifests, type PackageManifest } from './package-manifests';
import { probeFile, probePath } from './probe-path';
import { AnalogyResolver } from './analogy-resolver';
import type { Resolution } from './snapshot';
import { sourceCounterpart } from './source-counterpart';

export interface ResolverInput {
  readonly root: string;
  /** All files of the snapshot, and among them the sorted sources. */
  readonly files: ReadonlySet<string>;
  readonly paths: readonly string[];
  readonly readTexts: (paths: readonly string[]) => ReadonlyMap<string, string>;
  readonly report: (diagnostic: Diagnostic) => void;
}

/**
 * Module specifier → file of the snapshot. Paths are looked up among the snapshot's own files. Names and aliases are
 * asked of the files on disk, whose configuration stands for that of every revision, and mapped back into the snapshot.
 */
export class ModuleResolver {
  readonly #input: ResolverInput;
  readonly #sources: ReadonlySet<string>;
  readonly #disk: DiskResolver;
  readonly #known = new Map<string, Map<string, Readonly<Record<ImportWay, Resolution>>>>();
  readonly #required = new Map<string, ReadonlySet<string>>();
  #manifests: PackageManifests | undefined;
  #analogy: AnalogyResolver | undefined;

  constructor(input: ResolverInput) {
    this.#input = input;
    this.#sources = new Set(input.paths);
    this.#disk = new DiskResolver(input.root, input.report);
  }

  /** The same for all files of a folder that ask in the same way. */
  resolve(fromPath: string, specifier: string): Resolution {
    const folder = folderOf(fromPath);
    let known = this.#known.get(folder);
    if (known === undefined) this.#known.set(folder, (known = new Map()));
    let ways = known.get(specifier);
    if (ways === undefined) known.set(specifier, (ways = this.#resolve(fromPath, specifier)));
    if (ways.import === ways.require) return ways.import;
    return this.#requiredBy(fromPath).has(specifier) ? ways.require : ways.import;
  }

  #resolve(fromPath: string, specifier: string): Readonly<Record<ImportWay, Resolution>> {
    if (specifier.startsWith('node:')) return always({ kind: 'builtin', name: specifier.slice('node:'.length) });
    if (isBuiltin(specifier)) return always({ kind: 'builtin', name: specifier });
    if (/^[a-z][a-z\d+.-]+:/i.test(specifier)) return always({ kind: 'external', name: specifier });
    const isPath = /^(?:\.{1,2}(?:\/|$)|\/)/.test(specifier);
    const path = isPath ? this.#byPath(fromPath, specifier) : undefined;
    if (path !== undefined) return always(this.#fileOrAsset(path));
    const request = withoutQuery(specifier);
    const imported = this.#byName(fromPath, request, isPath, 'import') ?? { kind: 'unresolved', specifier };
    if (isPath || imported.kind !== 'file') return always(imported);
    const required = this.#byName(fromPath, request, isPath, 'require');
    const isOther = required?.kind === 'file' && required.path !== imported.path;
    return isOther ? { import: imported, require: required } : always(imported);
  }

  /** What a file asks for by `require`, as far as that can be seen without parsing it. */
  #requiredBy(path: string): ReadonlySet<string> {
    let found = this.#required.get(path);
    if (found === undefined) {
      const text = this.#input.readTexts([path]).get(path) ?? '';
      const calls = text.matchAll(/\brequire(?:\.resolve)?\s*\(\s*(['"`])(.*?)\1/g);
      this.#required.set(path, (found = new Set(Array.from(calls, ([, , specifier = '']) => specifier))));
    }
    return found;
  }

  #fileOrAsset(path: string): Resolution {
    return this.#sources.has(path) ? { kind: 'file', path } : { kind: 'external', name: path };
  }

  #byPath(fromPath: string, specifier: string): string | undefined {
    for (const request of new Set([specifier, withoutQuery(specifier)])) {
      for (const target of this.#targetsOf(fromPath, request)) {
        const path =
          this.#inFolder(target, mainTargets) ??
          probePath(target, this.#sources) ??
          // Node looks no further, bundlers do.
          this.#inFolder(target, (manifest) => entryTargets(manifest, '.', 'import')) ??
          this.#assetAt(target);
        if (path !== undefined) return path;
      }
    }
    return undefined;
  }

  /** A leading slash means the root of the file system, or with bundlers that of the project. */
  #targetsOf(fromPath: string, request: string): readonly string[] {
    if (!request.startsWith('/')) return [posix.join(folderOf(fromPath), request)];
    const below = posix.relative(this.#input.root, request);
    const fromProject = posix.normalize(request.slice(1));
    return below.startsWith('../') || isAbsolute(below) ? [fromProject] : [below, fromProject];
  }

  /** What a folder's package.json says goes before its index file, but after a file of the same name. */
  #inFolder(target: string, targetsOf: (manifest: PackageManifest) => readonly string[]): string | undefined {
    const folder = target.replace(/\/+$/, '');
    if (!this.#input.files.has(posix.join(folder, 'package.json'))) return undefined;
    if (folder === target && probeFile(target, this.#sources) !== undefined) return undefined;
    const manifest = this.#packages().in(folder === '.' ? '' : folder);
    return manifest === undefined ? undefined : this.#firstOf(manifest, targetsOf(manifest));
  }

  /** A file that is no source: data, a style sheet, declarations without code. */
  #assetAt(target: string): string | undefined {
    const { files } = this.#input;
    return [target, ...declarationsFor(target), `${target}.json`].find((candidate) => files.has(candidate));
  }

  #byName(fromPath: string, request: string, isPath: boolean, way: ImportWay): Resolution | undefined {
    const onDisk = this.#disk.resolve(fromPath, request, way);
    const packageName = isPath ? undefined : packageNameOf(request);
    if (onDisk.kind === 'outside') return { kind: 'external', name: onDisk.packageName ?? packageName ?? request };
    const path =
      (onDisk.kind === 'in-project' ? this.#inSnapshot(onDisk.path) : undefined) ??
      (packageName === undefined ? undefined : this.#inPackage(fromPath, request, packageName, way)) ??
      (isPath ? undefined : this.#byAnalogy(fromPath, request));
    if (path !== undefined) return { kind: 'file', path };
    if (onDisk.kind === 'in-project') return { kind: 'external', name: onDisk.path };
    return packageName === undefined ? undefined : { kind: 'external', name: packageName };
  }

  #inSnapshot(path: string): string | undefined {
    if (this.#sources.has(path)) return path;
    return sourceCounterpart(path, this.#packages().around(path)?.folder ?? '', this.#sources);
  }

  /** Workspaces that nobody linked or built yet. */
  #inPackage(fromPath: string, request: string, name: string, way: ImportWay): string | undefined {
    const manifest = this.#packages().named(name, fromPath);
    if (manifest === undefined) return undefined;
    const subpath = `.${request.slice(name.length)}`;
    return (
      this.#firstOf(manifest, entryTargets(manifest, subpath, way)) ??
      probePath(posix.join(manifest.folder, 'src', subpath), this.#sources) ??
      probePath(posix.join(manifest.folder, subpath), this.#sources)
    );
  }

  #firstOf({ folder }: PackageManifest, targets: readonly string[]): string | undefined {
    for (const target of targets) {
      const path = posix.join(folder, target);
      const source = probePath(path, this.#sources) ?? sourceCounterpart(path, folder, this.#sources);
      if (source !== undefined) return source;
    }
    return undefined;
  }

  #byAnalogy(fromPath: string, request: string): string | undefined {
    const { paths, root } = this.#input;
    this.#analogy ??= new AnalogyResolver(paths, (path) => existsSync(join(root, path)));
    return this.#analogy.resolve(request, (other) => pathOnDisk(this.#disk.resolve(fromPath, other, 'import')));
  }

  #packages(): PackageManifests {
    const { files, readTexts } = this.#input;
    this.#manifests ??= new PackageManifests(readTexts([...files].filter((path) => PackageManifests.isRelevant(path))));
    return this.#manifests;
  }
}

function always(resolution: Resolution): Readonly<Record<ImportWay, Resolution>> {
  return { import: resolution, require: resolution };
}

function pathOnDisk(resolution: DiskResolution): string | undefined {
  return resolution.kind === 'in-project' ? resolution.path : undefined;
}

function declarationsFor(target: string): readonly string[] {
  const stem = target.replace(/\.[cm]?js$/, '');
  return [`${stem}.d.ts`, `${stem}.d.mts`, `${stem}.d.cts`, `${target}/index.d.ts`];
}

/** `undefined` for what cannot be the name of a package, e.g. `@/x`, `~/x` or `#x`. */
function packageNameOf(request: string): string | undefined {
  return /^(?:@[\w~-][\w.~-]*\/)?[\w-][\w.~-]*(?=\/|$)/.exec(request)?.[0];
}
