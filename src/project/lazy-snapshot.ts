import { assertNever, fileTooLarge, invariant, notText, unreadableFile, type Diagnostic } from '#core/diagnostics';
import type { HashAlgorithm } from './blob-hash';
import { decodeText } from './decode-text';
import type { FileContent, FileSource } from './file-source';
import { ModuleResolver } from './module-resolver';
import type { Resolution, Revision, Snapshot, SourceFile } from './snapshot';
import { isInstalled, isSourcePath } from './source-path';

export interface SnapshotOrigin {
  readonly root: string;
  readonly revision: Revision;
  readonly hashAlgorithm: HashAlgorithm;
  readonly maxFileBytes: number;
  readonly source: FileSource;
  /** What the listing of the files left out. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, decodes and resolves on demand, each thing once. */
export class LazySnapshot implements Snapshot {
  readonly root: string;
  readonly revision: Revision;
  readonly hashAlgorithm: HashAlgorithm;
  readonly paths: readonly string[];
  readonly #origin: SnapshotOrigin;
  readonly #files: ReadonlySet<string>;
  readonly #sources: ReadonlySet<string>;
  readonly #read = new Map<string, SourceFile | undefined>();
  readonly #diagnostics: Diagnostic[];
  readonly #resolver: ModuleResolver;

  constructor(origin: SnapshotOrigin) {
    const files = new Set(origin.source.files);
    this.root = origin.root;
    this.revision = origin.revision;
    this.hashAlgorithm = origin.hashAlgorithm;
    this.paths = [...files].filter(isSourcePath).toSorted();
    this.#origin = origin;
    this.#files = files;
    this.#sources = new Set(this.paths);
    this.#diagnostics = [...origin.diagnostics];
    this.#resolver = new ModuleResolver({
      root: origin.root,
      files,
      paths: this.paths,
      readTexts: (paths) => readTexts(origin.source, paths),
      report: (diagnostic) => this.#diagnostics.push(diagnostic),
    });
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  read(path: string): SourceFile | undefined {
    return this.readMany([path])[0];
  }

  readMany(paths: readonly string[]): readonly SourceFile[] {
    const unread = new Set(paths.filter((path) => this.#sources.has(path) && !this.#read.has(path)));
    if (unread.size > 0) {
      for (const [path, content] of this.#origin.source.readMany([...unread])) {
        this.#read.set(path, this.#decode(path, content));
      }
    }
    return paths.flatMap((path) => this.#read.get(path) ?? []);
  }

  otherPaths(): readonly string[] {
    return [...this.#files].filter((path) => !this.#sources.has(path) && !isInstalled(path));
  }

  readOthers(paths: readonly string[]): readonly SourceFile[] {
    const others = paths.filter((path) => this.#files.has(path) && !this.#sources.has(path));
    const texts = readTexts(this.#origin.source, others);
    return others.flatMap((path) => {
      const text = texts.get(path);
      return text === undefined ? [] : [{ path, text, hash: this.#origin.source.hashOf(path) }];
    });
  }

  hashOfOther(path: string): string | undefined {
    return this.#files.has(path) && !this.#sources.has(path) ? this.#origin.source.hashOf(path) : undefined;
  }

  hashOf(path: string): string {
    invariant(this.#sources.has(path), 'a hash is asked only of a path of the snapshot');
    return this.#origin.source.hashOf(path);
  }

  resolve(fromPath: string, specifier: string): Resolution {
    return this.#resolver.resolve(fromPath, specifier);
  }

  #decode(path: string, content: FileContent): SourceFile | undefined {
    switch (content.kind) {
      case 'too-large':
        this.#diagnostics.push(fileTooLarge(path, content.size, this.#origin.maxFileBytes));
        return undefined;
      case 'unreadable':
        this.#diagnostics.push(unreadableFile(path, content.reason));
        return undefined;
      case 'bytes': {
        const text = decodeText(content.bytes);
        if (text === undefined) this.#diagnostics.push(notText(path));
        return text === undefined ? undefined : { path, text, hash: this.#origin.source.hashOf(path) };
      }
      default:
        return assertNever(content);
    }
  }
}

/** Files that are no sources, e.g. package.json; what cannot be read is left out. */
function readTexts(source: FileSource, paths: readonly string[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [path, content] of paths.length === 0 ? [] : source.readMany(paths)) {
    const text = content.kind === 'bytes' ? decodeText(content.bytes) : undefined;
    if (text !== undefined) texts.set(path, text);
  }
  return texts;
}
