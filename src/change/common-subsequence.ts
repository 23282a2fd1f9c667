/**
 * A long common subsequence of two sequences of hashes: the longest one where the table is affordable; otherwise anchored
 * at the elements that occur once on both sides (patience), so that thousands of elements stay near linear.
 */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): Alignment {
  const pairs: [number, number][] = [];
  align(a, 0, a.length, b, 0, b.length, pairs);
  return pairs;
}

/** Index pairs, ascending on both sides. */
export type Alignment = readonly (readonly [number, number])[];

const affordableTable = 40_000;

function align(
  a: ArrayLike<number>,
  aFrom: number,
  aTo: number,
  b: ArrayLike<number>,
  bFrom: number,
  bTo: number,
  pairs: [number, number][],
): void {
  let aStart = aFrom;
  let bStart = bFrom;
  while (aStart < aTo && bStart < bTo && a[aStart] === b[bStart]) pairs.push([aStart++, bStart++]);
  let aEnd = aTo;
  let bEnd = bTo;
  while (aEnd > aStart && bEnd > bStart && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const rows = aEnd - aStart;
  const columns = bEnd - bStart;
  if (rows > 0 && columns > 0) {
    if (rows * columns <= affordableTable) tabulate(a, aStart, aEnd, b, bStart, bEnd, pairs);
    else divide(a, aStart, aEnd, b, bStart, bEnd, pairs);
  }
  for (let i = aEnd, j = bEnd; i < aTo; i++, j++) pairs.push([i, j]);
}

function tabulate(
  a: ArrayLike<number>,
  aFrom: number,
  aTo: number,
  b: ArrayLike<number>,
  bFrom: number,
  bTo: number,
  pairs: [number, number][],
): void {
  const width = bTo - bFrom + 1;
  const best = new Uint16Array((aTo - aFrom + 1) * width);
  const at = (i: number, j: number): number => best[(i - aFrom) * width + (j - bFrom)]!;
  for (let i = aTo - 1; i >= aFrom; i--) {
    for (let j = bTo - 1; j >= bFrom; j--) {
      const length = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      best[(i - aFrom) * width + (j - bFrom)] = length;
    }
  }
  for (let i = aFrom, j = bFrom; i < aTo && j < bTo;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
}

function divide(
  a: ArrayLike<number>,
  aFrom: number,
  aTo: number,
  b: ArrayLike<number>,
  bFrom: number,
  bTo: number,
  pairs: [number, number][],
): void {
  const anchors = longestIncreasing(uniqueInBoth(a, aFrom, aTo, b, bFrom, bTo));
  if (anchors.length === 0) {
    greedy(a, aFrom, aTo, b, bFrom, bTo, pairs);
    return;
  }
  let i = aFrom;
  let j = bFrom;
  for (const [x, y] of anchors) {
    align(a, i, x, b, j, y, pairs);
    pairs.push([x, y]);
    i = x + 1;
    j = y + 1;
  }
  align(a, i, aTo, b, j, bTo, pairs);
}

/** In the order of `a`. */
function uniqueInBoth(
  a: ArrayLike<number>,
  aFrom: number,
  aTo: number,
  b: ArrayLike<number>,
  bFrom: number,
  bTo: number,
): [number, number][] {
  const inA = onlyPlaces(a, aFrom, aTo);
  const inB = onlyPlaces(b, bFrom, bTo);
  const found: [number, number][] = [];
  for (const [value, i] of inA) {
    const j = inB.get(value);
    if (i >= 0 && j !== undefined && j >= 0) found.push([i, j]);
  }
  return found;
}

function onlyPlaces(values: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const value = values[i] ?? 0;
    places.set(value, places.has(value) ? -1 : i);
  }
  return places;
}

/** Every element of `b` in turn takes the next equal element of `a`: a common subsequence, if not always a long one. */
function greedy(
  a: ArrayLike<number>,
  aFrom: number,
  aTo: number,
  b: ArrayLike<number>,
  bFrom: number,
  bTo: number,
  pairs: [number, number][],
): void {
  const places = new Map<number, number[]>();
  for (let i = aTo - 1; i >= aFrom; i--) {
    const value = a[i] ?? 0;
    const list = places.get(value);
    if (list === undefined) places.set(value, [i]);
    else list.push(i);
  }
  let next = aFrom;
  for (let j = bFrom; j < bTo && next < aTo; j++) {
    const list = places.get(b[j] ?? 0) ?? [];
    let i = list.pop();
    while (i !== undefined && i < next) i = list.pop();
    if (i === undefined) continue;
    pairs.push([i, j]);
    next = i + 1;
  }
}

/** The longest subsequence of pairs, given in ascending first parts, whose second parts ascend too. */
export function longestIncreasing<Pair extends readonly [number, number]>(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, second], i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < second) low = middle + 1;
      else high = middle;
    }
    previous[i] = low === 0 ? -1 : (tails[low - 1] ?? -1);
    tails[low] = i;
  });
  const chain: Pair[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i]!) {
    const pair = pairs[i];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}
