/** The names that a misspelt one may have meant, nearest first. */
export function nearNames(name: string, names: Iterable<string>, atMost = 3): string[] {
  const tolerance = Math.max(1, Math.floor(name.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of new Set(names)) {
    const distance = editDistance(name.toLowerCase(), lastPart(name, candidate).toLowerCase(), tolerance);
    if (distance <= tolerance) near.push({ name: candidate, distance });
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near.slice(0, atMost).map((entry) => entry.name);
}

/** `origin/main` is near to `man`, but to `origin/man` as a whole. */
function lastPart(name: string, candidate: string): string {
  return name.includes('/') ? candidate : candidate.slice(candidate.lastIndexOf('/') + 1);
}

/** Insertions, deletions, replacements and swaps of neighbours; anything above `limit` when it is exceeded. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
