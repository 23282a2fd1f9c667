import type { SyntaxTree } from './syntax-tree';

/** `nestedValue` stands for a function nested in the tree. */
export function hashSubtrees(
  tree: SyntaxTree,
  labels: ArrayLike<number>,
  nestedValue: (fn: number) => number,
): TreeHashes {
  const { size, kind, parent, role, nested } = tree;
  const hashes = new Int32Array(size);
  // From the last node to the first, every child is complete before its parent.
  for (let i = size - 1; i >= 0; i--) {
    const fn = nested[i]!;
    const own = combine(kind[i]!, fn < 0 ? labels[i]! : nestedValue(fn));
    const hash = finish(combine(hashes[i]!, own));
    hashes[i] = hash;
    const up = parent[i]!;
    if (up >= 0) hashes[up] = combine(hashes[up]!, hash ^ Math.imul(role[i]!, 0x27d4eb2f));
  }
  return hashes;
}

/** Per node, a number that is equal for equal subtrees. Different subtrees may share one: whoever relies on it compares. */
export type TreeHashes = Int32Array;

/**
 * Labels without the names of variables that the other tree does not know, for matching code in which variables were
 * renamed. A name that both know most likely means the same in both.
 */
export function namelessLabels(tree: SyntaxTree, other: SyntaxTree, identifierKind: number): Int32Array {
  const known = new Set<number>();
  for (let i = 0; i < other.size; i++) if (other.kind[i] === identifierKind) known.add(other.label[i]!);
  return tree.label.map((label, i) => (tree.kind[i] === identifierKind && !known.has(label) ? -1 : label));
}

/** Mixes a number into a 32-bit hash; order matters. */
export function combine(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return ((mixed ^ (mixed >>> 15)) + Math.imul(value, 0x85ebca6b)) | 0;
}

function finish(hash: number): number {
  const first = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const second = Math.imul(first ^ (first >>> 15), 0x846ca68b);
  return second ^ (second >>> 16);
}
