import { dataModuleText } from './data-module-text';
import type { Snapshot, SourceFile } from './snapshot';
import { isDataPath } from './source-path';

/**
 * A snapshot in which JSON files are modules that export what they say, for source that imports them. Only those that are
 * asked for are listed. What is said of places in such a file is said of its text as it is given here, whose lines are those of the file.
 */
export function withDataModules(snapshot: Snapshot, listed: readonly string[] = []): Snapshot {
  const known = new Map<string, SourceFile | undefined>();
  const readData = (paths: readonly string[]): void => {
    const data = paths.filter((path) => isDataPath(path) && !known.has(path));
    for (const path of data) known.set(path, undefined);
    for (const file of snapshot.readOthers(data)) known.set(file.path, { ...file, text: dataModuleText(file.text) });
  };
  readData(listed);
  const found = listed.filter((path) => known.get(path) !== undefined);
  const readMany = (paths: readonly string[]): readonly SourceFile[] => {
    readData(paths);
    const sources = new Map(
      snapshot.readMany(paths.filter((path) => !isDataPath(path))).map((file) => [file.path, file]),
    );
    return paths.flatMap((path) => known.get(path) ?? sources.get(path) ?? []);
  };
  return {
    root: snapshot.root,
    revision: snapshot.revision,
    hashAlgorithm: snapshot.hashAlgorithm,
    paths: found.length === 0 ? snapshot.paths : [...new Set([...snapshot.paths, ...found])].toSorted(),
    get diagnostics() {
      return snapshot.diagnostics;
    },
    read: (path) => readMany([path])[0],
    readMany,
    otherPaths: () => snapshot.otherPaths(),
    readOthers: (paths) => snapshot.readOthers(paths),
    hashOfOther: (path) => snapshot.hashOfOther(path),
    hashOf: (path) => (isDataPath(path) ? snapshot.hashOfOther(path) : undefined) ?? snapshot.hashOf(path),
    resolve(from, specifier) {
      const target = snapshot.resolve(from, specifier);
      const isData = target.kind === 'external' && isDataPath(target.name);
      return isData && snapshot.hashOfOther(target.name) !== undefined ? { kind: 'file', path: target.name } : target;
    },
  };
}
