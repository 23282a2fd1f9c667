import { onlyPaths } from '#project/only-paths';
import type { Snapshot } from '#project/snapshot';
import { loadProgram, type LoadOptions } from './load-program';

/** Files, and all that they import, for their values or for their types alone: what running one of them can lead to. */
export function importClosure(
  snapshot: Snapshot,
  from: Iterable<string>,
  options: LoadOptions = {},
): readonly string[] {
  const listed = new Set(snapshot.paths);
  const found = new Set<string>();
  let fresh = [...new Set(from)].filter((path) => listed.has(path));
  while (fresh.length > 0) {
    for (const path of fresh) found.add(path);
    const { program } = loadProgram(onlyPaths(snapshot, fresh), options);
    const next = new Set<string>();
    for (const { path, specifiers, typeImports, typeExports } of program.modules) {
      const reExported = typeExports.flatMap((record) => (record.kind === 'local' ? [] : [record.source]));
      for (const specifier of [...specifiers, ...typeImports.map(({ source }) => source), ...reExported]) {
        const target = snapshot.resolve(path, specifier);
        if (target.kind === 'file' && listed.has(target.path) && !found.has(target.path)) next.add(target.path);
      }
    }
    fresh = [...next];
  }
  return [...found].toSorted();
}
