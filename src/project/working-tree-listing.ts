import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { linkNotFollowed, type Diagnostic } from '#core/diagnostics';
import { gitRecords } from './git';
import { isRegularFile, notFollowed, parseIndexEntry } from './git-listing';
import type { Repository } from './repository';
import { isSourcePath } from './source-path';

/** The regular files of the working tree that git does not ignore. */
export interface WorkingTreeListing {
  readonly files: ReadonlyMap<string, WorkingTreeFile>;
  readonly diagnostics: readonly Diagnostic[];
}

export type WorkingTreeFile =
  /** On disk as in the index. */
  | { readonly kind: 'unmodified'; readonly oid: string }
  /** On disk and different from the index, or not in the index. */
  | { readonly kind: 'modified' }
  /** Left out by a sparse checkout: in the index only, and for git unmodified. */
  | { readonly kind: 'not-checked-out'; readonly oid: string };

export function listWorkingTree(repository: Repository): WorkingTreeListing {
  const files = new Map<string, WorkingTreeFile>();
  const modified = new Set<string>();
  const removed = new Set<string>();
  const links = new Map<string, Diagnostic>();
  // Git lists a file once for every state it is in, so later records refine earlier ones.
  for (const record of gitRecords(repository.root, listingArguments)) {
    const tag = record.slice(0, 1);
    if (tag === untracked) {
      modified.add(record.slice(2));
      continue;
    }
    const entry = parseIndexEntry(record.slice(2));
    if (tag === deleted) removed.add(entry.path);
    else if (tag === changed || tag === unmerged) modified.add(entry.path);
    else if (!isRegularFile(entry)) for (const diagnostic of notFollowed([entry])) links.set(entry.path, diagnostic);
    else files.set(entry.path, { kind: tag === skipped ? 'not-checked-out' : 'unmodified', oid: entry.oid });
  }
  for (const path of removed) {
    files.delete(path);
    links.delete(path);
  }
  for (const path of modified) {
    // A name that ends in a slash is a repository inside this one.
    if (removed.has(path) || path.endsWith('/')) continue;
    files.delete(path);
    const stats = lstatSync(join(repository.root, path), { throwIfNoEntry: false });
    if (stats?.isFile() === true) {
      files.set(path, { kind: 'modified' });
      links.delete(path);
    } else if (stats?.isSymbolicLink() === true && isSourcePath(path)) {
      links.set(path, linkNotFollowed(path, 'symbolic link'));
    }
  }
  return { files, diagnostics: [...links.values()] };
}

// One process: the index with object names and stages, untracked, modified and deleted files, each with a status tag.
const listingArguments = [
  'ls-files',
  '-z',
  '-t',
  '--stage',
  '--cached',
  '--others',
  '--modified',
  '--deleted',
  '--exclude-standard',
  '--exclude=node_modules',
];
const untracked = '?';
const deleted = 'R';
const changed = 'C';
const unmerged = 'M';
const skipped = 'S';
