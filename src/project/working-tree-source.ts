import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '#core/diagnostics';
import { blobHash } from './blob-hash';
import type { FileContent, FileSource } from './file-source';
import { tryGit } from './git';
import { GitSource } from './git-source';
import { readDiskFile } from './read-disk-file';
import type { Repository } from './repository';
import { isDataPath, isSourcePath } from './source-path';
import type { WorkingTreeFile } from './working-tree-listing';

/**
 * Files as `git add` would store them: where git is set to store other line ends than it checks out, hash and text are
 * those of the stored form. So a checkout with CRLF is not a change, and offsets are those of the committed file.
 */
export class WorkingTreeSource implements FileSource {
  readonly #repository: Repository;
  readonly #entries: ReadonlyMap<string, WorkingTreeFile>;
  readonly #maxFileBytes: number;
  readonly #notCheckedOut: GitSource;
  #modifiedHashes: Map<string, string> | undefined;

  constructor(repository: Repository, entries: ReadonlyMap<string, WorkingTreeFile>, maxFileBytes: number) {
    this.#repository = repository;
    this.#entries = entries;
    this.#maxFileBytes = maxFileBytes;
    this.#notCheckedOut = new GitSource(repository, oidsNotCheckedOut(entries), maxFileBytes);
  }

  get files(): Iterable<string> {
    return this.#entries.keys();
  }

  hashOf(path: string): string {
    const entry = this.#entry(path);
    if (entry.kind !== 'modified') return entry.oid;
    this.#modifiedHashes ??= hashAll(this.#repository, modifiedSources(this.#entries));
    // Of other files few are asked for, and there may be many.
    if (!isSourcePath(path) && !this.#modifiedHashes.has(path)) {
      for (const [other, hash] of hashAll(this.#repository, [path])) this.#modifiedHashes.set(other, hash);
    }
    return this.#modifiedHashes.get(path) ?? `unreadable:${join(this.#repository.root, path)}`;
  }

  readMany(paths: readonly string[]): Map<string, FileContent> {
    const inIndexOnly = paths.filter((path) => this.#entry(path).kind === 'not-checked-out');
    const contents = this.#notCheckedOut.readMany(inIndexOnly);
    for (const path of paths) {
      if (!contents.has(path)) contents.set(path, this.#readFromDisk(path));
    }
    return contents;
  }

  #readFromDisk(path: string): FileContent {
    const content = readDiskFile(join(this.#repository.root, path), this.#maxFileBytes);
    return content.kind === 'bytes' ? { kind: 'bytes', bytes: this.#asStored(path, content.bytes) } : content;
  }

  #asStored(path: string, bytes: Buffer): Buffer {
    if (!bytes.includes('\r\n') || !(isSourcePath(path) || isDataPath(path))) return bytes;
    const { hashAlgorithm } = this.#repository;
    const hash = this.hashOf(path);
    if (blobHash(bytes, hashAlgorithm) === hash) return bytes;
    // Byte for byte: the content may not be UTF-8.
    const normalized = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    return blobHash(normalized, hashAlgorithm) === hash ? normalized : bytes;
  }

  #entry(path: string): WorkingTreeFile {
    const entry = this.#entries.get(path);
    invariant(entry !== undefined, 'a file of the working tree is one of those listed');
    return entry;
  }
}

function oidsNotCheckedOut(entries: ReadonlyMap<string, WorkingTreeFile>): Map<string, string> {
  const oids = new Map<string, string>();
  for (const [path, entry] of entries) if (entry.kind === 'not-checked-out') oids.set(path, entry.oid);
  return oids;
}

function modifiedSources(entries: ReadonlyMap<string, WorkingTreeFile>): string[] {
  return [...entries].flatMap(([path, { kind }]) => (kind === 'modified' && isSourcePath(path) ? [path] : []));
}

/** Git itself hashes, in one process, because only git knows its attributes and filters. */
function hashAll(repository: Repository, all: readonly string[]): Map<string, string> {
  const paths = all.filter((path) => isReadable(join(repository.root, path)));
  if (paths.length === 0) return new Map();
  const input = paths.map((path) => `${quote(path)}\n`).join('');
  const { status, stdout } = tryGit(repository.root, ['hash-object', '--stdin-paths'], input);
  if (status === 0) {
    const hashes = stdout.toString().split('\n');
    return new Map(paths.map((path, index) => [path, hashes[index] ?? '']));
  }
  // A file vanished meanwhile, or a filter failed, and git gave up on all.
  return hashWithoutGit(repository, paths);
}

function hashWithoutGit(repository: Repository, paths: readonly string[]): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const path of paths) {
    const content = readDiskFile(join(repository.root, path), Number.POSITIVE_INFINITY);
    if (content.kind === 'bytes') hashes.set(path, blobHash(content.bytes, repository.hashAlgorithm));
  }
  return hashes;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** As a C string, because a line is a path only if the name holds nothing that ends or quotes it. */
function quote(path: string): string {
  return `"${path.replace(/["\\]|[^ -\u{10ffff}]/gu, octal)}"`;
}

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
