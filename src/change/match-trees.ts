import { alignGap, TokenBags } from './align-gap';
import { commonSubsequence, longestIncreasing } from './common-subsequence';
import { statementKind, type SyntaxTree } from './syntax-tree';
import { hashSubtrees, namelessLabels, type TreeHashes } from './hash-subtrees';

/**
 * Tree matching in the manner of GumTree (Falleri et al., "Fine-grained and accurate source code differencing"): equal
 * subtrees first, down from the root along common subsequences of children, then anywhere; then the children between
 * matched neighbours by similarity; last, containers whose contents match.
 */
export function matchTrees(
  base: SyntaxTree,
  head: SyntaxTree,
  nested: NestedFunctions,
  identifierKind: number,
): TreeMatch {
  const matcher = new TreeMatcher(base, head, nested, identifierKind);
  matcher.run();
  return { toHead: matcher.toHead, toBase: matcher.toBase, moved: findMoved(base, head, matcher.toHead) };
}

/** Which syntax of one function became which; −1 where there is no partner. */
export interface TreeMatch {
  readonly toHead: Int32Array;
  readonly toBase: Int32Array;
  /** By base node: it has a partner, but at another place, or inside something that is. */
  readonly moved: Uint8Array;
}

/** What the matching of one function asks and tells about the functions nested in it. */
export interface NestedFunctions {
  /** A number shared by two functions that are known to be partners, else undefined. */
  pairOfBase(fn: number): number | undefined;
  pairOfHead(fn: number): number | undefined;
  contentOfBase(fn: number): number;
  contentOfHead(fn: number): number;
  /** Two functions stand at matching places; whether they are partners now. */
  offer(base: number, head: number): boolean;
}

interface Side {
  readonly tree: SyntaxTree;
  readonly exact: TreeHashes;
  readonly shape: TreeHashes;
  readonly partner: Int32Array;
}

interface Gap {
  readonly base: readonly number[];
  readonly head: readonly number[];
}

/** Smaller expressions and statements are too common to be recognised far from where they were. */
function smallestMove(type: string): number {
  if (!statementKind.test(type)) return 4;
  return /^(?:Import|Export)/.test(type) ? 1 : 2;
}

const similarContainers = 0.5;

class TreeMatcher {
  readonly toHead: Int32Array;
  readonly toBase: Int32Array;
  readonly #base: Side;
  readonly #head: Side;
  readonly #nested: NestedFunctions;
  readonly #bags: { readonly base: TokenBags; readonly head: TokenBags };
  #gaps: Gap[] = [];

  constructor(base: SyntaxTree, head: SyntaxTree, nested: NestedFunctions, identifierKind: number) {
    this.toHead = new Int32Array(base.size).fill(-1);
    this.toBase = new Int32Array(head.size).fill(-1);
    this.#nested = nested;
    this.#bags = { base: new TokenBags(base), head: new TokenBags(head) };
    this.#base = {
      tree: base,
      exact: hashSubtrees(base, base.label, (fn) => nested.pairOfBase(fn) ?? nested.contentOfBase(fn)),
      shape: hashSubtrees(base, namelessLabels(base, head, identifierKind), (fn) => nested.pairOfBase(fn) ?? -1),
      partner: this.toHead,
    };
    this.#head = {
      tree: head,
      exact: hashSubtrees(head, head.label, (fn) => nested.pairOfHead(fn) ?? nested.contentOfHead(fn)),
      shape: hashSubtrees(head, namelessLabels(head, base, identifierKind), (fn) => nested.pairOfHead(fn) ?? -1),
      partner: this.toBase,
    };
  }

  run(): void {
    this.#pair(0, 0);
    if (this.#base.exact[0] === this.#head.exact[0] && this.#pairSubtrees(0, 0)) return;
    this.#alignChildren(0, 0);
    this.#pairMovedSubtrees();
    this.#closeGaps();
    this.#pairContainers();
    this.#closeGaps();
  }

  #pair(base: number, head: number): void {
    this.toHead[base] = head;
    this.toBase[head] = base;
  }

  /** Matches the children of two partners; what finds none waits as a gap for the rest to be matched. */
  #alignChildren(base: number, head: number): void {
    const ours = unmatchedChildren(this.#base, base);
    const theirs = unmatchedChildren(this.#head, head);
    if (ours.length === 0 || theirs.length === 0) return;
    this.#alignBy('exact', { base: ours, head: theirs }, (between) => {
      this.#alignBy('shape', between, (gap) => this.#gaps.push(gap));
    });
  }

  #alignBy(hashes: 'exact' | 'shape', gap: Gap, rest: (gap: Gap) => void): void {
    const key = ({ tree, [hashes]: values }: Side, node: number): number =>
      values[node]! ^ Math.imul(tree.role[node]!, 31);
    const ours = gap.base.map((node) => key(this.#base, node));
    const theirs = gap.head.map((node) => key(this.#head, node));
    let i = 0;
    let j = 0;
    const between = (x: number, y: number): void => {
      if (i < x && j < y) rest({ base: gap.base.slice(i, x), head: gap.head.slice(j, y) });
    };
    for (const [x, y] of commonSubsequence(ours, theirs)) {
      if (!this.#pairSubtrees(gap.base[x]!, gap.head[y]!)) continue;
      between(x, y);
      i = x + 1;
      j = y + 1;
    }
    between(gap.base.length, gap.head.length);
  }

  /** Node by node, if the two subtrees have one form and nothing in them has another partner. */
  #pairSubtrees(base: number, head: number): boolean {
    const { tree: ours } = this.#base;
    const { tree: theirs } = this.#head;
    const size = ours.end[base]! - base;
    if (theirs.end[head]! - head !== size) return false;
    for (let k = 0; k < size; k++) {
      const u = base + k;
      const v = head + k;
      if (ours.kind[u] !== theirs.kind[v] || ours.end[u]! - u !== theirs.end[v]! - v) return false;
      const partner = this.toHead[u]!;
      if (partner >= 0 ? partner !== v : this.toBase[v]! >= 0) return false;
    }
    for (let k = 0; k < size; k++) this.#pairNode(base + k, head + k);
    return true;
  }

  /** Leaves of functions that have other partners stay apart. */
  #pairNode(base: number, head: number): boolean {
    const ours = this.#base.tree.nested[base]!;
    const theirs = this.#head.tree.nested[head]!;
    if (ours >= 0 !== theirs >= 0) return false;
    if (ours >= 0 && !this.#nested.offer(ours, theirs)) return false;
    this.#pair(base, head);
    return true;
  }

  /** Equal subtrees that occur once among what is left on either side. */
  #pairMovedSubtrees(): void {
    const ours = onlyUnmatched(this.#base);
    const theirs = onlyUnmatched(this.#head);
    for (const [hash, base] of ours) {
      const head = theirs.get(hash);
      if (base < 0 || head === undefined || head < 0) continue;
      if (this.toHead[base]! < 0 && this.toBase[head]! < 0) this.#pairSubtrees(base, head);
    }
  }

  #closeGaps(): void {
    for (let gap = this.#gaps.pop(); gap !== undefined; gap = this.#gaps.pop()) {
      const base = gap.base.filter((node) => this.toHead[node]! < 0);
      const head = gap.head.filter((node) => this.toBase[node]! < 0);
      for (const [x, y] of alignGap(this.#bags.base, base, this.#bags.head, head)) {
        const u = base[x]!;
        const v = head[y]!;
        if (this.#pairNode(u, v)) this.#alignChildren(u, v);
      }
    }
  }

  /** Inner nodes, innermost first, whose children went to one unmatched node of the same kind. */
  #pairContainers(): void {
    const { tree } = this.#base;
    for (let u = tree.size - 1; u >= 0; u--) {
      if (this.toHead[u]! >= 0 || tree.nested[u]! >= 0) continue;
      const v = this.#containerOf(u);
      if (v < 0) continue;
      this.#pair(u, v);
      this.#alignChildren(u, v);
    }
  }

  #containerOf(base: number): number {
    const { tree } = this.#base;
    const { tree: other } = this.#head;
    const votes = new Map<number, number>();
    for (let c = base + 1; c < tree.end[base]!; c = tree.end[c]!) {
      const partner = this.toHead[c]!;
      const v = partner < 0 ? -1 : other.parent[partner]!;
      if (v < 0 || this.toBase[v]! >= 0 || other.kind[v] !== tree.kind[base]) continue;
      votes.set(v, (votes.get(v) ?? 0) + tree.end[c]! - c);
    }
    let best = -1;
    let bestVotes = 0;
    for (const [v, count] of votes) if (count > bestVotes) [best, bestVotes] = [v, count];
    if (best < 0) return -1;
    return this.#bags.base.similarity(base, this.#bags.head, best) >= similarContainers ? best : -1;
  }
}

function unmatchedChildren({ tree, partner }: Side, node: number): number[] {
  const children: number[] = [];
  for (let c = node + 1; c < tree.end[node]!; c = tree.end[c]!) if (partner[c]! < 0) children.push(c);
  return children;
}

/** By hash, outer subtrees first; −1 for those that occur more than once. */
function onlyUnmatched({ tree, exact, partner }: Side): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = 0; i < tree.size; i++) {
    if (partner[i]! >= 0 || tree.end[i]! - i < smallestMove(tree.syntax[i]!.type)) continue;
    const hash = exact[i]!;
    places.set(hash, places.has(hash) ? -1 : i);
  }
  return places;
}

function findMoved(base: SyntaxTree, head: SyntaxTree, toHead: Int32Array): Uint8Array {
  const moved = new Uint8Array(base.size);
  for (let p = 0; p < base.size; p++) {
    const q = toHead[p]!;
    const kept: (readonly [number, number])[] = [];
    for (let c = p + 1; c < base.end[p]!; c = base.end[c]!) {
      const v = toHead[c]!;
      if (v < 0) continue;
      moved[c] = 1;
      if (q >= 0 && head.parent[v] === q && head.role[v] === base.role[c]) kept.push([c, v]);
    }
    if (moved[p] === 0) for (const [c] of longestIncreasing(kept)) moved[c] = 0;
  }
  return moved;
}
