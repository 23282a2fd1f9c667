import type { FunctionId } from '#core/ids';

/** The roots and what is at most `depth` steps away, nearest first. */
export function functionsAround(
  roots: readonly FunctionId[],
  depth: number,
  neighbours: (fn: FunctionId) => readonly FunctionId[],
): FunctionId[] {
  const found = new Set(roots);
  let level: readonly FunctionId[] = roots;
  for (let step = 0; step < depth && level.length > 0; step++) {
    const next: FunctionId[] = [];
    for (const fn of level) {
      for (const other of neighbours(fn)) {
        if (found.has(other)) continue;
        found.add(other);
        next.push(other);
      }
    }
    level = next;
  }
  return [...found];
}
