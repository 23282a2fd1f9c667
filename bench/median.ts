/** The item in the middle; of an even number the lower one, so that it is one that took place. */
export function medianBy<T>(items: readonly T[], key: (item: T) => number): T {
  const sorted = items.toSorted((a, b) => key(a) - key(b));
  const middle = sorted[(sorted.length - 1) >> 1];
  if (middle === undefined) throw new Error('invariant: a median is of at least one');
  return middle;
}
