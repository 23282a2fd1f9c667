import { posix } from 'node:path';
import type { Resolution, Snapshot } from '#project/snapshot';
import type { Recording } from '#trace/recording';

/** Built files whose functions are known as those of their sources → the source that has their exports. */
export function builtEntries({ modules }: Recording): ReadonlyMap<string, string> {
  return new Map(
    modules.flatMap(({ path, build }) => {
      const entry = build?.entry ?? null;
      return entry === null ? [] : [[path, entry] as const];
    }),
  );
}

/** A snapshot in which an import of built code leads to the source that has its exports. */
export function withBuiltEntries(snapshot: Snapshot, entries: ReadonlyMap<string, string>): Snapshot {
  if (entries.size === 0) return snapshot;
  const sources = new Set(snapshot.paths);
  return {
    root: snapshot.root,
    revision: snapshot.revision,
    hashAlgorithm: snapshot.hashAlgorithm,
    paths: snapshot.paths,
    get diagnostics() {
      return snapshot.diagnostics;
    },
    read: (path) => snapshot.read(path),
    readMany: (paths) => snapshot.readMany(paths),
    otherPaths: () => snapshot.otherPaths(),
    readOthers: (paths) => snapshot.readOthers(paths),
    hashOfOther: (path) => snapshot.hashOfOther(path),
    hashOf: (path) => snapshot.hashOf(path),
    resolve(fromPath, specifier): Resolution {
      const found = snapshot.resolve(fromPath, specifier);
      if (found.kind === 'file') return found;
      const isRelative = /^\.{1,2}\//.test(specifier);
      const built = isRelative ? posix.join(posix.dirname(fromPath), specifier.replace(/[?#].*$/s, '')) : nameOf(found);
      const entry = entries.get(built);
      return entry !== undefined && sources.has(entry) ? { kind: 'file', path: entry } : found;
    },
  };
}

function nameOf(found: Resolution): string {
  return found.kind === 'external' ? found.name : '';
}
