/**
 * A long common subsequence of two sequences of hashes: the longest one where the table is affordable; otherwise anchored
 * at the elements that occur once on both sides (patience), so that thousands of elements stay near linear.
 */
export function commonSubsequence(a: ArrayLike<number>, b: ArrayLike<number>): Alignment {
  const pairs: [number, number][] = [];
  align({ a, aFrom: 0, aTo: a.length, b, bFrom: 0, bTo: b.length }, pairs);
  return pairs;
}

/** Index pairs, ascending on both sides. */
export type Alignment = readonly (readonly [number, number])[];

/** A stretch of each sequence. */
interface Window {
  readonly a: ArrayLike<number>;
  readonly aFrom: number;
  readonly aTo: number;
  readonly b: ArrayLike<number>;
  readonly bFrom: number;
  readonly bTo: number;
}

const affordableTable = 40_000;

function align({ a, aFrom, aTo, b, bFrom, bTo }: Window, pairs: [number, number][]): void {
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
    const middle = { a, aFrom: aStart, aTo: aEnd, b, bFrom: bStart, bTo: bEnd };
    if (rows * columns <= affordableTable) tabulate(middle, pairs);
    else divide(middle, pairs);
  }
  for (let i = aEnd, j = bEnd; i < aTo; i++, j++) pairs.push([i, j]);
}

function tabulate({ a, aFrom, aTo, b, bFrom, bTo }: Window, pairs: [number, number][]): void {
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

function divide(window: Window, pairs: [number, number][]): void {
  const anchors = longestIncreasing(uniqueInBoth(window));
  if (anchors.length === 0) {
    greedy(window, pairs);
    return;
  }
  let aFrom = window.aFrom;
  let bFrom = window.bFrom;
  for (const [aTo, bTo] of anchors) {
    align({ ...window, aFrom, aTo, bFrom, bTo }, pairs);
    pairs.push([aTo, bTo]);
    aFrom = aTo + 1;
    bFrom = bTo + 1;
  }
  align({ ...window, aFrom, bFrom }, pairs);
}

/** In the order of `a`. */
function uniqueInBoth({ a, aFrom, aTo, b, bFrom, bTo }: Window): [number, number][] {
  const inB = onlyPlaces(b, bFrom, bTo);
  const found: [number, number][] = [];
  for (const [value, i] of onlyPlaces(a, aFrom, aTo)) {
    const j = inB.get(value);
    if (i >= 0 && j !== undefined && j >= 0) found.push([i, j]);
  }
  return found;
}

/** −1 for values that occur more than once. */
function onlyPlaces(values: ArrayLike<number>, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const value = values[i]!;
    places.set(value, places.has(value) ? -1 : i);
  }
  return places;
}

/** Every element of `b` in turn takes the next equal element of `a`: a common subsequence, if not always a long one. */
function greedy({ a, aFrom, aTo, b, bFrom, bTo }: Window, pairs: [number, number][]): void {
  const places = new Map<number, number[]>();
  for (let i = aTo - 1; i >= aFrom; i--) {
    const list = places.get(a[i]!);
    if (list === undefined) places.set(a[i]!, [i]);
    else list.push(i);
  }
  let next = aFrom;
  for (let j = bFrom; j < bTo && next < aTo; j++) {
    const list = places.get(b[j]!) ?? [];
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
      if (pairs[tails[middle]!]![1] < second) low = middle + 1;
      else high = middle;
    }
    previous[i] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = i;
  });
  const chain: Pair[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = previous[i]!) chain.push(pairs[i]!);
  return chain.reverse();
}
