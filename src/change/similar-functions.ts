import type { SyntaxTree } from './syntax-tree';
import { combine } from './hash-subtrees';
import type { Version } from './version';

/**
 * Pairs of groups, most similar first and each group once. Candidates are found through the tokens they share, and tokens
 * that many share are passed over, so that the cost stays linear for files with thousands of functions.
 */
export function similarPairs(
  base: Candidates,
  head: Candidates,
  /** The similarity, between 0 and 1, that a pair needs. */
  threshold: (baseGroup: number, headGroup: number) => number,
): (readonly [number, number])[] {
  const bags = base.groups.map((group) => bagOf(base.version, group));
  const index = new Map<number, number[]>();
  bags.forEach((bag, i) => {
    for (const token of bag.counts.keys()) {
      const list = index.get(token);
      if (list === undefined) index.set(token, [i]);
      else if (list.length <= mostShared) list.push(i);
    }
  });
  const scored: { readonly i: number; readonly j: number; readonly score: number }[] = [];
  head.groups.forEach((group, j) => {
    const bag = bagOf(head.version, group);
    for (const i of likeliest(bag, index)) {
      const score = dice(bags[i]!, bag);
      if (score >= threshold(i, j)) scored.push({ i, j, score });
    }
  });
  return eachOnce(scored.toSorted((a, b) => b.score - a.score || a.i - b.i || a.j - b.j));
}

/** Candidates for being partners: groups of functions whose syntax counts together, most often one function each. */
export interface Candidates {
  readonly version: Version;
  readonly groups: readonly (readonly number[])[];
}

/** A token that more groups share says too little about which of them is meant. */
const mostShared = 40;
const mostCandidates = 12;

interface Bag {
  readonly counts: ReadonlyMap<number, number>;
  readonly size: number;
}

function bagOf(version: Version, group: readonly number[]): Bag {
  const counts = new Map<number, number>();
  let size = 0;
  for (const id of group) {
    const tree = version.tree(id);
    size += tree.size;
    for (let i = 0; i < tree.size; i++) {
      const token = tokenAt(tree, i);
      counts.set(token, (counts.get(token) ?? 0) + 1);
    }
  }
  return { counts, size };
}

/** A node with its parent: enough context to tell `x + 1` in a condition from `x + 1` in an argument. */
function tokenAt({ kind, label, parent }: SyntaxTree, node: number): number {
  const up = parent[node]!;
  const outer = up < 0 ? 0 : combine(kind[up]!, label[up]!);
  return combine(outer, combine(kind[node]!, label[node]!));
}

function likeliest(bag: Bag, index: ReadonlyMap<number, readonly number[]>): number[] {
  const shared = new Map<number, number>();
  for (const [token, count] of bag.counts) {
    const holders = index.get(token) ?? [];
    if (holders.length > mostShared) continue;
    for (const holder of holders) shared.set(holder, (shared.get(holder) ?? 0) + count);
  }
  return [...shared]
    .toSorted(([i, a], [j, b]) => b - a || i - j)
    .slice(0, mostCandidates)
    .map(([holder]) => holder);
}

function dice(a: Bag, b: Bag): number {
  let common = 0;
  for (const [token, count] of a.counts) common += Math.min(count, b.counts.get(token) ?? 0);
  return (2 * common) / (a.size + b.size);
}

function eachOnce(scored: readonly { readonly i: number; readonly j: number }[]): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  const taken = { base: new Set<number>(), head: new Set<number>() };
  for (const { i, j } of scored) {
    if (taken.base.has(i) || taken.head.has(j)) continue;
    taken.base.add(i);
    taken.head.add(j);
    pairs.push([i, j]);
  }
  return pairs;
}
