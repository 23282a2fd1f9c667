import { invariant } from '#core/diagnostics';
import { blobHash } from './blob-hash';
import type { FileContent, FileSource } from './file-source';
import { LazySnapshot } from './lazy-snapshot';
import { defaultMaxFileBytes, type Snapshot } from './snapshot';

/** Files that exist only in memory, by path: unsaved text of an editor, or a version of a program that was never stored. */
export function openTexts(root: string, texts: Readonly<Record<string, string>>, description = 'texts'): Snapshot {
  return new LazySnapshot({
    root,
    revision: { rev: 'texts', description },
    hashAlgorithm: 'sha1',
    maxFileBytes: defaultMaxFileBytes,
    source: new TextSource(texts),
    diagnostics: [],
  });
}

class TextSource implements FileSource {
  readonly #contents: ReadonlyMap<string, Buffer>;

  constructor(texts: Readonly<Record<string, string>>) {
    this.#contents = new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));
  }

  get files(): Iterable<string> {
    return this.#contents.keys();
  }

  readMany(paths: readonly string[]): Map<string, FileContent> {
    return new Map(paths.map((path) => [path, { kind: 'bytes', bytes: this.#bytes(path) }]));
  }

  hashOf(path: string): string {
    return blobHash(this.#bytes(path), 'sha1');
  }

  #bytes(path: string): Buffer {
    const bytes = this.#contents.get(path);
    invariant(bytes !== undefined, 'a text is asked only by a path of the snapshot');
    return bytes;
  }
}
