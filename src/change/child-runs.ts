/** `kept` maps those that have a partner, in order on both sides. */
export function runsBetween(
  baseList: readonly number[],
  headList: readonly number[],
  kept: ReadonlyMap<number, number>,
): Run[] {
  const runs: Run[] = [];
  let i = 0;
  let j = 0;
  const close = (x: number, y: number): void => {
    if (i === x && j === y) return;
    const [base, head] = [baseList.slice(i, x), headList.slice(j, y)];
    runs.push({ base, head, baseList, headList, baseAfter: i - 1, baseBefore: x, headAfter: j - 1, headBefore: y });
  };
  baseList.forEach((child, x) => {
    const partner = kept.get(child);
    if (partner === undefined) return;
    const y = headList.indexOf(partner, j);
    close(x, y);
    i = x + 1;
    j = y + 1;
  });
  close(baseList.length, headList.length);
  return runs;
}

/** Neighbours in two lists that have no partner there, between those that have. */
export interface Run {
  readonly base: readonly number[];
  readonly head: readonly number[];
  /** The whole lists, with the indexes in them of what stands before and after the run. */
  readonly baseList: readonly number[];
  readonly headList: readonly number[];
  readonly baseAfter: number;
  readonly baseBefore: number;
  readonly headAfter: number;
  readonly headBefore: number;
}
