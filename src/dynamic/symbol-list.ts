/**
 * Nodes of doubly linked lists of symbols, in three arrays. Node 0 is none. A rule's body is a ring that starts and ends at
 * its guard, whose symbol is `guardSymbol(rule)`.
 */
export class SymbolList {
  symbol = new Int32Array(1024);
  next = new Int32Array(1024);
  prev = new Int32Array(1024);
  /** Freed nodes, linked by `next`. */
  #free = 0;
  #top = 1;

  allocate(symbol: number): number {
    let node = this.#free;
    if (node === 0) {
      node = this.#top++;
      if (node === this.symbol.length) this.#grow();
    } else {
      this.#free = this.next[node]!;
    }
    this.symbol[node] = symbol;
    return node;
  }

  release(node: number): void {
    this.symbol[node] = FREED;
    this.next[node] = this.#free;
    this.#free = node;
  }

  link(left: number, right: number): void {
    this.next[left] = right;
    this.prev[right] = left;
  }

  /** Whether the node stands for a symbol: it is no guard and was not freed. */
  isSymbol(node: number): boolean {
    return this.symbol[node]! > LAST_GUARD;
  }

  #grow(): void {
    this.symbol = grown(this.symbol);
    this.next = grown(this.next);
    this.prev = grown(this.prev);
  }
}

const FREED = -(2 ** 31);
/** Guards lie below all symbols of rules. */
const LAST_GUARD = -(2 ** 30);

export function guardSymbol(rule: number): number {
  return LAST_GUARD - rule;
}

export function ruleOfGuard(symbol: number): number {
  return LAST_GUARD - symbol;
}

export function grown(words: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(words.length * 2);
  larger.set(words);
  return larger;
}
