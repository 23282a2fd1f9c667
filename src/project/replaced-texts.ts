import { blobHash } from './blob-hash';
import type { Snapshot, SourceFile } from './snapshot';

/** A snapshot with other texts at some paths; null for a file that is not there. */
export function withTexts(snapshot: Snapshot, texts: ReadonlyMap<string, string | null>): Snapshot {
  const added = [...texts].flatMap(([path, text]) => (text === null ? [] : [path]));
  const kept = snapshot.paths.filter((path) => texts.get(path) !== null);
  const files = new Map(
    [...texts].flatMap(([path, text]): [string, SourceFile][] =>
      text === null ? [] : [[path, { path, text, hash: blobHash(Buffer.from(text), snapshot.hashAlgorithm) }]],
    ),
  );
  const read = (path: string): SourceFile | undefined => {
    const replaced = files.get(path);
    if (replaced !== undefined) return replaced;
    return texts.has(path) ? undefined : snapshot.read(path);
  };
  return {
    root: snapshot.root,
    revision: snapshot.revision,
    hashAlgorithm: snapshot.hashAlgorithm,
    paths: [...new Set([...kept, ...added])].toSorted(),
    get diagnostics() {
      return snapshot.diagnostics;
    },
    read,
    readMany: (paths) => paths.flatMap((path) => read(path) ?? []),
    otherPaths: () => snapshot.otherPaths(),
    readOthers: (some) => snapshot.readOthers(some),
    hashOfOther: (path) => snapshot.hashOfOther(path),
    hashOf: (path) => files.get(path)?.hash ?? snapshot.hashOf(path),
    resolve(fromPath, specifier) {
      const found = snapshot.resolve(fromPath, specifier);
      const isGone = found.kind === 'file' && texts.get(found.path) === null;
      return isGone ? { kind: 'unresolved', specifier } : found;
    },
  };
}
