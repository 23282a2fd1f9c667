import { invariant } from './diagnostics';

/** A set of integers 0 … capacity − 1. Sets are combined only with sets of the same capacity. */
export class BitSet implements Iterable<number> {
  readonly capacity: number;
  readonly #words: Uint32Array;

  constructor(capacity: number, words = new Uint32Array((capacity + 31) >>> 5)) {
    this.capacity = capacity;
    this.#words = words;
  }

  static of(capacity: number, members: Iterable<number>): BitSet {
    const set = new BitSet(capacity);
    for (const member of members) set.add(member);
    return set;
  }

  has(member: number): boolean {
    return member >= 0 && member < this.capacity && (this.#words[member >>> 5]! & (1 << (member & 31))) !== 0;
  }

  /** Whether the member is new. */
  add(member: number): boolean {
    invariant(member >= 0 && member < this.capacity, 'a member lies within the capacity of its set');
    const word = this.#words[member >>> 5]!;
    const bit = 1 << (member & 31);
    this.#words[member >>> 5] = word | bit;
    return (word & bit) === 0;
  }

  /** Whether it was a member. */
  delete(member: number): boolean {
    if (!this.has(member)) return false;
    this.#words[member >>> 5]! &= ~(1 << (member & 31));
    return true;
  }

  clear(): void {
    this.#words.fill(0);
  }

  clone(): BitSet {
    return new BitSet(this.capacity, this.#words.slice());
  }

  /** Adds all members of `other`; whether this set grew. */
  unionWith(other: BitSet): boolean {
    this.#requireSameCapacity(other);
    let added = 0;
    for (let i = 0; i < this.#words.length; i++) {
      const before = this.#words[i]!;
      const after = before | other.#words[i]!;
      this.#words[i] = after;
      added |= before ^ after;
    }
    return added !== 0;
  }

  /** Keeps what is also in `other`; whether this set shrank. */
  intersectWith(other: BitSet): boolean {
    this.#requireSameCapacity(other);
    let removed = 0;
    for (let i = 0; i < this.#words.length; i++) {
      const before = this.#words[i]!;
      const after = before & other.#words[i]!;
      this.#words[i] = after;
      removed |= before ^ after;
    }
    return removed !== 0;
  }

  /** Removes all members of `other`; whether this set shrank. */
  subtract(other: BitSet): boolean {
    this.#requireSameCapacity(other);
    let removed = 0;
    for (let i = 0; i < this.#words.length; i++) {
      const before = this.#words[i]!;
      const after = before & ~other.#words[i]!;
      this.#words[i] = after;
      removed |= before ^ after;
    }
    return removed !== 0;
  }

  intersects(other: BitSet): boolean {
    this.#requireSameCapacity(other);
    return this.#words.some((word, i) => (word & other.#words[i]!) !== 0);
  }

  equals(other: BitSet): boolean {
    this.#requireSameCapacity(other);
    return this.#words.every((word, i) => word === other.#words[i]);
  }

  isEmpty(): boolean {
    return this.#words.every((word) => word === 0);
  }

  count(): number {
    let count = 0;
    for (const word of this.#words) count += bitsIn(word);
    return count;
  }

  /** In ascending order. */
  forEach(visit: (member: number) => void): void {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i]!; word !== 0; word &= word - 1) visit((i << 5) + lowestBit(word));
    }
  }

  /** In ascending order. */
  *[Symbol.iterator](): Generator<number, void, undefined> {
    for (let i = 0; i < this.#words.length; i++) {
      for (let word = this.#words[i]!; word !== 0; word &= word - 1) yield (i << 5) + lowestBit(word);
    }
  }

  #requireSameCapacity(other: BitSet): void {
    invariant(this.capacity === other.capacity, 'bit sets that are combined have the same capacity');
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
