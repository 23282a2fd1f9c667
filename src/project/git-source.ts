import { invariant } from '#core/diagnostics';
import type { FileContent, FileSource } from './file-source';
import { readBlobs } from './read-blobs';
import type { Repository } from './repository';
import { isSourcePath } from './source-path';

/** Files that git stores: nothing is read until it is asked for, and every hash is known. */
export class GitSource implements FileSource {
  readonly #repository: Repository;
  readonly #oids: ReadonlyMap<string, string>;
  readonly #maxFileBytes: number;
  readonly #ahead = new Map<string, FileContent>();
  readonly #taken = new Set<string>();
  #order: readonly string[] | undefined;
  #aheadCount = 0;

  constructor(repository: Repository, oids: ReadonlyMap<string, string>, maxFileBytes: number) {
    this.#repository = repository;
    this.#oids = oids;
    this.#maxFileBytes = maxFileBytes;
  }

  get files(): Iterable<string> {
    return this.#oids.keys();
  }

  hashOf(path: string): string {
    const oid = this.#oids.get(path);
    invariant(oid !== undefined, 'a hash is asked only of a file of the snapshot');
    return oid;
  }

  readMany(paths: readonly string[]): Map<string, FileContent> {
    for (const path of paths) this.#taken.add(path);
    const missing = paths.filter((path) => !this.#ahead.has(path));
    const read = this.#read(missing, missing.length === 1 && paths.length === 1 ? this.#nextPaths(missing[0]) : []);
    const contents = new Map<string, FileContent>();
    for (const path of paths) {
      const content = this.#ahead.get(path) ?? read.get(this.hashOf(path));
      invariant(content !== undefined, 'every required object is answered');
      contents.set(path, content);
      this.#ahead.delete(path);
    }
    return contents;
  }

  #read(required: readonly string[], optional: readonly string[]): ReadonlyMap<string, FileContent> {
    if (required.length === 0) return new Map();
    const read = readBlobs(this.#repository, {
      required: required.map((path) => this.hashOf(path)),
      optional: optional.map((path) => this.hashOf(path)),
      maxFileBytes: this.#maxFileBytes,
    });
    for (const path of optional) {
      const content = read.get(this.hashOf(path));
      if (content === undefined) continue;
      this.#ahead.set(path, content);
      this.#taken.add(path);
    }
    return read;
  }

  /**
   * A caller that reads file after file would start git for each. So each single read takes with it twice as many other
   * files as the one before, those that follow in the order of names first.
   */
  #nextPaths(path: string | undefined): readonly string[] {
    if (path === undefined || !isSourcePath(path)) return [];
    this.#order ??= [...this.#oids.keys()].filter(isSourcePath).toSorted();
    const next: string[] = [];
    const start = firstAfter(this.#order, path);
    for (let step = 0; step < this.#order.length && next.length < this.#aheadCount; step++) {
      const candidate = this.#order[(start + step) % this.#order.length];
      if (candidate !== undefined && !this.#taken.has(candidate)) next.push(candidate);
    }
    this.#aheadCount = Math.min(maxAhead, this.#aheadCount * 2 + 1);
    return next;
  }
}

const maxAhead = 511;

function firstAfter(sorted: readonly string[], path: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') <= path) low = middle + 1;
    else high = middle;
  }
  return low;
}
