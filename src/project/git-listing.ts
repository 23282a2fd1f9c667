import { linkNotFollowed, unmergedFile, type Diagnostic } from '#core/diagnostics';
import { gitRecords } from './git';
import type { Repository } from './repository';
import { isSourcePath } from './source-path';

/** The regular files that git holds in a tree or in the index. */
export interface GitListing {
  readonly oids: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

export function listTree(repository: Repository, treeish: string): GitListing {
  const entries = gitRecords(repository.root, ['ls-tree', '-r', '-z', '--full-tree', treeish]).map((record) => {
    const [mode = '', , oid = ''] = record.split(' ', 3);
    return { mode, oid: oid.slice(0, oid.indexOf('\t')), path: afterTab(record) };
  });
  return { oids: new Map(regularFiles(entries)), diagnostics: notFollowed(entries) };
}

/** Of a file with an unresolved merge, our side. */
export function listIndex(repository: Repository): GitListing {
  const entries = gitRecords(repository.root, ['ls-files', '--stage', '-z']).map(parseIndexEntry);
  const unmerged = new Map<string, IndexEntry>();
  for (const entry of entries) {
    if (entry.stage === '2' || (entry.stage !== '0' && !unmerged.has(entry.path))) unmerged.set(entry.path, entry);
  }
  const chosen = [...entries.filter((entry) => entry.stage === '0'), ...unmerged.values()];
  return {
    oids: new Map(regularFiles(chosen)),
    diagnostics: [...notFollowed(chosen), ...[...unmerged.keys()].filter(isSourcePath).map(unmergedFile)],
  };
}

export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
  readonly path: string;
}

export interface IndexEntry extends TreeEntry {
  /** 0, or 1 to 3 for the sides of an unresolved merge. */
  readonly stage: string;
}

export function parseIndexEntry(record: string): IndexEntry {
  const [mode = '', oid = '', stage = ''] = record.split(' ', 3);
  return { mode, oid, stage: stage.slice(0, 1), path: afterTab(record) };
}

/** What the user may miss: links to source files, and submodules. */
export function notFollowed(entries: readonly TreeEntry[]): Diagnostic[] {
  return entries.flatMap(({ mode, path }) => {
    if (mode === submodule) return [linkNotFollowed(path, 'submodule')];
    return mode === symbolicLink && isSourcePath(path) ? [linkNotFollowed(path, 'symbolic link')] : [];
  });
}

export function isRegularFile({ mode }: TreeEntry): boolean {
  return mode !== submodule && mode !== symbolicLink;
}

const symbolicLink = '120000';
const submodule = '160000';

function regularFiles(entries: readonly TreeEntry[]): [string, string][] {
  return entries.filter(isRegularFile).map(({ path, oid }) => [path, oid]);
}

function afterTab(record: string): string {
  return record.slice(record.indexOf('\t') + 1);
}
