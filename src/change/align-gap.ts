import { commonSubsequence, type Alignment } from './common-subsequence';
import type { SyntaxTree } from './syntax-tree';
import { combine } from './hash-subtrees';

/**
 * Pairs the unmatched children between two matched neighbours, in order and each with one of its own kind and role, so
 * that the pairs are as similar as they can be.
 */
export function alignGap(
  ours: TokenBags,
  base: readonly number[],
  theirs: TokenBags,
  head: readonly number[],
): Alignment {
  const pairs: [number, number][] = [];
  let j = 0;
  for (let i = 0; i < base.length;) {
    const role = ours.tree.role[base[i]!]!;
    const iEnd = endOfRole(ours.tree, base, i, role);
    const first = head.findIndex((node, k) => k >= j && theirs.tree.role[node] === role);
    if (first >= 0) {
      const jEnd = endOfRole(theirs.tree, head, first, role);
      const aligned = alignRole(ours, base.slice(i, iEnd), theirs, head.slice(first, jEnd));
      for (const [x, y] of aligned) pairs.push([i + x, first + y]);
      j = jEnd;
    }
    i = iEnd;
  }
  return pairs;
}

/** Children of one role stand together. */
function endOfRole(tree: SyntaxTree, nodes: readonly number[], from: number, role: number): number {
  let end = from;
  while (end < nodes.length && tree.role[nodes[end]!] === role) end++;
  return end;
}

function alignRole(ours: TokenBags, base: readonly number[], theirs: TokenBags, head: readonly number[]): Alignment {
  if (base.length === 1 && head.length === 1)
    return canPair(ours.tree, base[0]!, theirs.tree, head[0]!) ? [[0, 0]] : [];
  if (base.length * head.length > affordablePairs) return alignCoarsely(ours.tree, base, theirs.tree, head);
  return alignBySimilarity(ours, base, theirs, head);
}

const affordablePairs = 2_500;
const leastSimilarity = 0.2;
/** One name for another at the same place is more likely than a name gone and a name come. */
const similarityOfLeaves = 0.25;

function canPair(ours: SyntaxTree, u: number, theirs: SyntaxTree, v: number): boolean {
  return ours.kind[u] === theirs.kind[v] && ours.role[u] === theirs.role[v];
}

function alignBySimilarity(
  ours: TokenBags,
  base: readonly number[],
  theirs: TokenBags,
  head: readonly number[],
): Alignment {
  const width = head.length + 1;
  const best = new Float64Array((base.length + 1) * width);
  const score = new Float64Array(base.length * head.length);
  for (let i = base.length - 1; i >= 0; i--) {
    for (let j = head.length - 1; j >= 0; j--) {
      const u = base[i]!;
      const v = head[j]!;
      const similarity = canPair(ours.tree, u, theirs.tree, v) ? similarityOf(ours, u, theirs, v) : 0;
      const paired = similarity < leastSimilarity ? 0 : similarity;
      score[i * head.length + j] = paired;
      const together = paired === 0 ? 0 : paired + best[(i + 1) * width + j + 1]!;
      best[i * width + j] = Math.max(together, best[(i + 1) * width + j]!, best[i * width + j + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < base.length && j < head.length;) {
    const here = best[i * width + j]!;
    const paired = score[i * head.length + j]!;
    if (paired > 0 && here === paired + best[(i + 1) * width + j + 1]!) pairs.push([i++, j++]);
    else if (here === best[(i + 1) * width + j]!) i++;
    else j++;
  }
  return pairs;
}

function similarityOf(ours: TokenBags, u: number, theirs: TokenBags, v: number): number {
  const areLeaves = ours.tree.end[u] === u + 1 && theirs.tree.end[v] === v + 1;
  return Math.max(ours.similarity(u, theirs, v), areLeaves ? similarityOfLeaves : 0);
}

/** For long gaps: the same kind of thing about the same name, then the same kind of thing. */
function alignCoarsely(
  ours: SyntaxTree,
  base: readonly number[],
  theirs: SyntaxTree,
  head: readonly number[],
): Alignment {
  return commonSubsequence(
    base.map((node) => coarseKey(ours, node)),
    head.map((node) => coarseKey(theirs, node)),
  );
}

function coarseKey(tree: SyntaxTree, node: number): number {
  return combine(tree.kind[node]!, firstLabel(tree, node));
}

function firstLabel(tree: SyntaxTree, node: number): number {
  for (let i = node; i < tree.end[node]!; i++) if (i + 1 === tree.end[i]) return tree.label[i]!;
  return 0;
}

/** The kinds and labels in a subtree as sorted multisets, made when first compared. */
export class TokenBags {
  readonly tree: SyntaxTree;
  readonly #bags = new Map<number, Int32Array>();

  constructor(tree: SyntaxTree) {
    this.tree = tree;
  }

  /** Dice's coefficient: 1 for equal bags, 0 for disjoint ones. */
  similarity(node: number, others: TokenBags, other: number): number {
    const ours = this.#bag(node);
    const theirs = others.#bag(other);
    let common = 0;
    for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
      if (ours[i] === theirs[j]) {
        common++;
        i++;
        j++;
      } else if (ours[i]! < theirs[j]!) i++;
      else j++;
    }
    return (2 * common) / (ours.length + theirs.length);
  }

  #bag(node: number): Int32Array {
    const known = this.#bags.get(node);
    if (known !== undefined) return known;
    const { kind, label, end } = this.tree;
    const bag = new Int32Array(end[node]! - node);
    for (let i = 0; i < bag.length; i++) bag[i] = combine(kind[node + i]!, label[node + i]!);
    bag.sort();
    this.#bags.set(node, bag);
    return bag;
  }
}
