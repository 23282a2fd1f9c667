import type { Snapshot } from './snapshot';

/** A snapshot that lists some of its files alone. The others are still found and read when something leads to them. */
export function onlyPaths(snapshot: Snapshot, paths: readonly string[]): Snapshot {
  return {
    root: snapshot.root,
    revision: snapshot.revision,
    hashAlgorithm: snapshot.hashAlgorithm,
    paths,
    get diagnostics() {
      return snapshot.diagnostics;
    },
    read: (path) => snapshot.read(path),
    readMany: (some) => snapshot.readMany(some),
    otherPaths: () => snapshot.otherPaths(),
    readOthers: (some) => snapshot.readOthers(some),
    hashOfOther: (path) => snapshot.hashOfOther(path),
    hashOf: (path) => snapshot.hashOf(path),
    resolve: (from, specifier) => snapshot.resolve(from, specifier),
  };
}
