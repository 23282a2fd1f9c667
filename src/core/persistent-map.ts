/**
 * An immutable map from non-negative 32-bit integers: `set` shares all but one path with the map it came
 * from, so that a state of a program is copied in constant time.
 */
export class PersistentMap<Value> {
  static readonly #empty = new PersistentMap<never>(null, 0);

  readonly size: number;
  readonly #root: Trie<Value> | null;

  private constructor(root: Trie<Value> | null, size: number) {
    this.#root = root;
    this.size = size;
  }

  static empty<Value>(): PersistentMap<Value> {
    return PersistentMap.#empty;
  }

  get(key: number): Value | undefined {
    let node = this.#root;
    let rest = key;
    while (node !== null) {
      const bit = 1 << (rest & 31);
      if ((node.bitmap & bit) === 0) return undefined;
      const child = node.children[bitsBelow(node.bitmap, bit)];
      if (child instanceof Leaf) return child.key === key ? child.value : undefined;
      node = child ?? null;
      rest >>>= 5;
    }
    return undefined;
  }

  has(key: number): boolean {
    return this.get(key) !== undefined;
  }

  set(key: number, value: Value): PersistentMap<Value> {
    const leaf = new Leaf(key, value);
    if (this.#root === null) return new PersistentMap(new Trie(1 << (key & 31), [leaf]), 1);
    const grown = { by: 0 };
    const root = insert(this.#root, leaf, 0, grown);
    return new PersistentMap(root, this.size + grown.by);
  }

  delete(key: number): PersistentMap<Value> {
    if (this.#root === null || !this.has(key)) return this;
    return new PersistentMap(remove(this.#root, key, 0), this.size - 1);
  }

  /** In no particular order, but the same for equal histories. */
  *entries(): Generator<readonly [number, Value]> {
    const open: (Trie<Value> | Leaf<Value>)[] = this.#root === null ? [] : [this.#root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node instanceof Leaf) yield [node.key, node.value];
      else for (const child of node.children) open.push(child);
    }
  }

  /** Keys whose values are not the same in both maps. What the maps share is not looked at. */
  differences(other: PersistentMap<Value>): number[] {
    const keys = new Set<number>();
    collectDifferences(this.#root, other.#root, keys);
    return [...keys].filter((key) => this.get(key) !== other.get(key)).toSorted((a, b) => a - b);
  }

  /** By ascending key. */
  sorted(): (readonly [number, Value])[] {
    return [...this.entries()].toSorted((a, b) => a[0] - b[0]);
  }
}

class Leaf<Value> {
  readonly key: number;
  readonly value: Value;

  constructor(key: number, value: Value) {
    this.key = key;
    this.value = value;
  }
}

class Trie<Value> {
  readonly bitmap: number;
  readonly children: readonly (Trie<Value> | Leaf<Value>)[];

  constructor(bitmap: number, children: readonly (Trie<Value> | Leaf<Value>)[]) {
    this.bitmap = bitmap;
    this.children = children;
  }
}

function collectDifferences<Value>(
  left: Trie<Value> | Leaf<Value> | null | undefined,
  right: Trie<Value> | Leaf<Value> | null | undefined,
  keys: Set<number>,
): void {
  if (left === right) return;
  if (left instanceof Trie && right instanceof Trie) {
    for (let bits = left.bitmap | right.bitmap; bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      collectDifferences(childAt(left, bit), childAt(right, bit), keys);
    }
    return;
  }
  collectKeys(left, keys);
  collectKeys(right, keys);
}

function childAt<Value>(node: Trie<Value>, bit: number): Trie<Value> | Leaf<Value> | undefined {
  return (node.bitmap & bit) === 0 ? undefined : node.children[bitsBelow(node.bitmap, bit)];
}

function collectKeys<Value>(node: Trie<Value> | Leaf<Value> | null | undefined, keys: Set<number>): void {
  if (node === null || node === undefined) return;
  if (node instanceof Leaf) keys.add(node.key);
  else for (const child of node.children) collectKeys(child, keys);
}

function insert<Value>(node: Trie<Value>, leaf: Leaf<Value>, shift: number, grown: { by: number }): Trie<Value> {
  const bit = 1 << ((leaf.key >>> shift) & 31);
  const index = bitsBelow(node.bitmap, bit);
  if ((node.bitmap & bit) === 0) {
    grown.by = 1;
    return new Trie(node.bitmap | bit, node.children.toSpliced(index, 0, leaf));
  }
  const child = node.children[index];
  let replaced: Trie<Value> | Leaf<Value>;
  if (child instanceof Trie) replaced = insert(child, leaf, shift + 5, grown);
  else if (child === undefined || child.key === leaf.key) replaced = leaf;
  else {
    grown.by = 1;
    replaced = both(child, leaf, shift + 5);
  }
  const children = node.children.slice();
  children[index] = replaced;
  return new Trie(node.bitmap, children);
}

function both<Value>(left: Leaf<Value>, right: Leaf<Value>, shift: number): Trie<Value> {
  const leftIndex = (left.key >>> shift) & 31;
  const rightIndex = (right.key >>> shift) & 31;
  if (leftIndex === rightIndex) return new Trie(1 << leftIndex, [both(left, right, shift + 5)]);
  const children = leftIndex < rightIndex ? [left, right] : [right, left];
  return new Trie((1 << leftIndex) | (1 << rightIndex), children);
}

function remove<Value>(node: Trie<Value>, key: number, shift: number): Trie<Value> | null {
  const bit = 1 << ((key >>> shift) & 31);
  const index = bitsBelow(node.bitmap, bit);
  const child = node.children[index];
  const kept = child instanceof Trie ? remove(child, key, shift + 5) : null;
  if (kept !== null) return new Trie(node.bitmap, node.children.with(index, kept));
  if (node.children.length === 1) return null;
  return new Trie(node.bitmap & ~bit, node.children.toSpliced(index, 1));
}

function bitsBelow(bitmap: number, bit: number): number {
  let bits = bitmap & (bit - 1);
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
