/** Where a snapshot's files come from. Every question is about files, not only about source files. */
export interface FileSource {
  /** Regular files relative to the root. */
  readonly files: Iterable<string>;
  readMany(paths: readonly string[]): ReadonlyMap<string, FileContent>;
  hashOf(path: string): string;
}

export type FileContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large'; readonly size: number }
  | { readonly kind: 'unreadable'; readonly reason: string };
