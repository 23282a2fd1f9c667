/** Sets of UTF-16 units as ranges, and as regular expressions of one character. */

export type Characters = readonly (readonly [first: number, last: number])[];

export const lastUnit = 0xffff;

/** What `\s` matches and `trim` removes. */
export const spaces: Characters = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const digits: Characters = [[0x30, 0x39]];

export const wordCharacters: Characters = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

export const lineTerminators: Characters = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** Sorted, without overlaps. */
export function united(...sets: readonly Characters[]): Characters {
  const sorted = sets
    .flat()
    .filter(([first, last]) => first <= last)
    .toSorted(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const previous = merged.at(-1);
    if (previous !== undefined && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

export function complement(set: Characters): Characters {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [first, last] of united(set)) {
    if (first > next) rest.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= lastUnit) rest.push([next, lastUnit]);
  return rest;
}

export function characters(set: Characters): string {
  const ranges = set
    .filter(([first, last]) => first <= last)
    .map(([first, last]) =>
      first === last ? `(str.to_re ${unit(first)})` : `(re.range ${unit(first)} ${unit(last)})`,
    );
  const [only] = ranges;
  if (only === undefined) return 're.none';
  return ranges.length === 1 ? only : `(re.union ${ranges.join(' ')})`;
}

function unit(code: number): string {
  return `"\\u{${code.toString(16)}}"`;
}
