import { posix } from 'node:path';
import { blobHash } from './blob-hash';
import type { Snapshot } from './snapshot';

/** A source file that is not the same in both snapshots; `path` is its name in the head where it has one. */
export type ChangedPath =
  | { readonly status: 'added'; readonly path: string }
  | { readonly status: 'removed'; readonly path: string }
  | { readonly status: 'modified'; readonly path: string }
  /** The same content under another name. */
  | { readonly status: 'renamed'; readonly path: string; readonly from: string };

/** By hash alone: no file is decoded, and where git knows the hashes none is read. Sorted by path. */
export function changedPaths(base: Snapshot, head: Snapshot): ChangedPath[] {
  const fingerprint = base.hashAlgorithm === head.hashAlgorithm ? storedHash : textHash;
  const inBase = new Set(base.paths);
  const inHead = new Set(head.paths);
  const removed = base.paths.filter((path) => !inHead.has(path));
  const added = head.paths.filter((path) => !inBase.has(path));
  const origins = matchRenames(fingerprinted(base, removed), fingerprinted(head, added));
  const renamed = new Set(origins.values());
  const changes: ChangedPath[] = [];
  for (const path of head.paths) {
    const from = origins.get(path);
    if (from !== undefined) changes.push({ status: 'renamed', path, from });
    else if (!inBase.has(path)) changes.push({ status: 'added', path });
    else if (fingerprint(base, path) !== fingerprint(head, path)) changes.push({ status: 'modified', path });
  }
  for (const path of removed) if (!renamed.has(path)) changes.push({ status: 'removed', path });
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));

  function fingerprinted(snapshot: Snapshot, paths: readonly string[]): readonly Fingerprinted[] {
    // Without both sides there is nothing to match, and hashing files on disk is not free.
    if (removed.length === 0 || added.length === 0) return [];
    return paths.map((path) => ({ path, fingerprint: fingerprint(snapshot, path) }));
  }
}

interface Fingerprinted {
  readonly path: string;
  readonly fingerprint: string;
}

function storedHash(snapshot: Snapshot, path: string): string {
  return snapshot.hashOf(path);
}

/** For snapshots whose hashes are not comparable: a folder against a repository that uses SHA-256. */
function textHash(snapshot: Snapshot, path: string): string {
  const file = snapshot.read(path);
  return file === undefined ? snapshot.hashOf(path) : blobHash(Buffer.from(file.text), 'sha256');
}

/** New name → old name. Among equal contents a file that kept its base name is preferred, then the order of paths. */
function matchRenames(removed: readonly Fingerprinted[], added: readonly Fingerprinted[]): Map<string, string> {
  const origins = new Map<string, string>();
  const taken = new Set<string>();
  for (const keyOf of [contentAndBaseName, content]) {
    const waiting = new Map<string, string[]>();
    for (const file of removed.toReversed()) {
      if (taken.has(file.path)) continue;
      const paths = waiting.get(keyOf(file));
      if (paths === undefined) waiting.set(keyOf(file), [file.path]);
      else paths.push(file.path);
    }
    for (const file of added) {
      const from = origins.has(file.path) ? undefined : waiting.get(keyOf(file))?.pop();
      if (from === undefined) continue;
      origins.set(file.path, from);
      taken.add(from);
    }
  }
  return origins;
}

function contentAndBaseName({ fingerprint, path }: Fingerprinted): string {
  return `${fingerprint} ${posix.basename(path)}`;
}

function content({ fingerprint }: Fingerprinted): string {
  return fingerprint;
}
