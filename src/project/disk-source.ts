import { join } from 'node:path';
import { blobHash, type HashAlgorithm } from './blob-hash';
import type { FileContent, FileSource } from './file-source';
import { readDiskFile } from './read-disk-file';

/** Files of a folder that git knows nothing about. */
export class DiskSource implements FileSource {
  readonly files: readonly string[];
  readonly #root: string;
  readonly #algorithm: HashAlgorithm;
  readonly #maxFileBytes: number;
  readonly #hashes = new Map<string, string>();

  constructor(root: string, files: readonly string[], algorithm: HashAlgorithm, maxFileBytes: number) {
    this.files = files;
    this.#root = root;
    this.#algorithm = algorithm;
    this.#maxFileBytes = maxFileBytes;
  }

  readMany(paths: readonly string[]): Map<string, FileContent> {
    return new Map(paths.map((path) => [path, readDiskFile(join(this.#root, path), this.#maxFileBytes)]));
  }

  hashOf(path: string): string {
    const known = this.#hashes.get(path);
    if (known !== undefined) return known;
    const absolute = join(this.#root, path);
    const content = readDiskFile(absolute, this.#maxFileBytes);
    // The place as hash: two contents that nobody saw must not pass for the same.
    const hash = content.kind === 'bytes' ? blobHash(content.bytes, this.#algorithm) : `${content.kind}:${absolute}`;
    this.#hashes.set(path, hash);
    return hash;
  }
}
