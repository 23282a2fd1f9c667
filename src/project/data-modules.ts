import type { Snapshot, SourceFile } from './snapshot';
import { isDataPath } from './source-path';

/**
 * A snapshot in which some JSON files are modules that export what they say, for source that imports them. What is said of
 * places in such a file is said of its text as it is given here, whose lines are those of the file.
 */
export function withDataModules(snapshot: Snapshot, paths: readonly string[]): Snapshot {
  const data = snapshot.readOthers([...new Set(paths)].filter(isDataPath));
  const files = new Map(data.map((file) => [file.path, { ...file, text: moduleText(file.text) }]));
  if (files.size === 0) return snapshot;
  const read = (path: string): SourceFile | undefined => files.get(path) ?? snapshot.read(path);
  return {
    root: snapshot.root,
    revision: snapshot.revision,
    hashAlgorithm: snapshot.hashAlgorithm,
    paths: [...new Set([...snapshot.paths, ...files.keys()])].toSorted(),
    get diagnostics() {
      return snapshot.diagnostics;
    },
    read,
    readMany(some) {
      const sources = snapshot.readMany(some.filter((path) => !files.has(path)));
      const found = new Map(sources.map((file) => [file.path, file]));
      return some.flatMap((path) => files.get(path) ?? found.get(path) ?? []);
    },
    otherPaths: () => snapshot.otherPaths(),
    readOthers: (some) => snapshot.readOthers(some),
    hashOfOther: (path) => snapshot.hashOfOther(path),
    hashOf: (path) => files.get(path)?.hash ?? snapshot.hashOf(path),
    resolve(from, specifier) {
      const found = snapshot.resolve(from, specifier);
      return found.kind === 'external' && files.has(found.name) ? { kind: 'file', path: found.name } : found;
    },
  };
}

/** To import what is no JSON fails. */
function moduleText(json: string): string {
  try {
    JSON.parse(json);
  } catch (error) {
    return `throw new SyntaxError(${JSON.stringify(error instanceof Error ? error.message : String(error))});`;
  }
  // In source, the name would set the prototype.
  return `module.exports = ${json.replaceAll(/"__proto__"(?=\s*:)/g, '["__proto__"]')}`;
}
