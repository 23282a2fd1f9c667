import type { Diagnostic } from '#core/diagnostics';
import type { HashAlgorithm } from './blob-hash';

/**
 * The source files of one state of a project. `project/` is the only room that reads the repository: a git revision, the
 * index, the working tree, a folder or a single file becomes a `Snapshot`, and every later stage knows only that.
 */
export interface Snapshot {
  /** Absolute. */
  readonly root: string;
  readonly revision: Revision;
  readonly hashAlgorithm: HashAlgorithm;
  /** TypeScript and JavaScript files relative to the root, sorted; no declaration files, nothing in `node_modules`. */
  readonly paths: readonly string[];
  /** What was left out and why. Grows as files are read: whether a file is text is known only then. */
  readonly diagnostics: readonly Diagnostic[];
  /** `undefined` when the path is not in `paths` or its content was left out, which `diagnostics` then says. */
  read(path: string): SourceFile | undefined;
  /** The files that could be read, in the order asked for; many at once is much cheaper than one by one. */
  readMany(paths: readonly string[]): readonly SourceFile[];
  /** Files that are no source, whatever they are; nothing in `node_modules`. */
  otherPaths(): readonly string[];
  /** Files that are no source, in the order asked for: those that are there and are text. */
  readOthers(paths: readonly string[]): readonly SourceFile[];
  /** Of a file that is no source, text or not; `undefined` when there is none. */
  hashOfOther(path: string): string | undefined;
  /** Known without reading the file wherever git knows it. Content that cannot be read is equal to no other content. */
  hashOf(path: string): string;
  resolve(fromPath: string, specifier: string): Resolution;
}

export interface SourceFile {
  /** Relative to the snapshot's root, with `/`. */
  readonly path: string;
  /** Without byte-order mark, with the line ends that git stores: offsets mean the same in every snapshot. */
  readonly text: string;
  /** Git's name for the content; equal for equal content, whatever kind of snapshot it comes from. */
  readonly hash: string;
}

export interface Revision {
  /** An abbreviated commit, or `worktree`, `index`, `empty`, `folder`, `file`, `texts`. */
  readonly rev: string;
  /** In the words of whoever asked, e.g. `main~3`. */
  readonly description: string;
}

export type Resolution =
  /** `path` is one of the snapshot's paths. */
  | { readonly kind: 'file'; readonly path: string }
  /** A package, or by its path a file that is no source of the snapshot: a style sheet, JSON, generated code. */
  | { readonly kind: 'external'; readonly name: string }
  /** Without `node:`. */
  | { readonly kind: 'builtin'; readonly name: string }
  | { readonly kind: 'unresolved'; readonly specifier: string };

export interface SnapshotOptions {
  /** Larger files are left out. */
  readonly maxFileBytes?: number;
}

export const defaultMaxFileBytes = 20_000_000;
