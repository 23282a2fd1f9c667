/**
 * For each pair of symbols that stand next to each other, one node where they do. Open addressing with linear probing;
 * a slot holds both symbols and the node, so that a probe stays within one line of the cache.
 */
export class DigramTable {
  #slots = new Int32Array(1024 * WIDTH);
  #mask = 1023;
  #size = 0;

  /** The node that is known for the digram; the given one, if none was. */
  findOrAdd(first: number, second: number, node: number): number {
    const slots = this.#slots;
    let slot = hash(first, second) & this.#mask;
    for (;;) {
      const at = slot * WIDTH;
      const known = slots[at + 2]!;
      if (known === 0) break;
      if (slots[at] === first && slots[at + 1] === second) return known;
      slot = (slot + 1) & this.#mask;
    }
    write(slots, slot, first, second, node);
    if (++this.#size * 2 > this.#mask) this.#grow();
    return node;
  }

  /** Another node than the known one, or the first. */
  set(first: number, second: number, node: number): void {
    const slot = this.#find(first, second);
    if (slot < 0) this.findOrAdd(first, second, node);
    else this.#slots[slot * WIDTH + 2] = node;
  }

  /** Forgets the digram if this is its known node; whether it was. */
  delete(first: number, second: number, node: number): boolean {
    const slot = this.#find(first, second);
    if (slot < 0 || this.#slots[slot * WIDTH + 2] !== node) return false;
    this.#close(slot);
    this.#size--;
    return true;
  }

  #find(first: number, second: number): number {
    const slots = this.#slots;
    let slot = hash(first, second) & this.#mask;
    for (;;) {
      const at = slot * WIDTH;
      if (slots[at + 2] === 0) return -1;
      if (slots[at] === first && slots[at + 1] === second) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  /** Moves later entries of the run into the gap, as far as they may be found from there. */
  #close(slot: number): void {
    const slots = this.#slots;
    const mask = this.#mask;
    let gap = slot;
    let next = slot;
    for (;;) {
      next = (next + 1) & mask;
      const at = next * WIDTH;
      if (slots[at + 2] === 0) break;
      const home = hash(slots[at]!, slots[at + 1]!) & mask;
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      slots.copyWithin(gap * WIDTH, at, at + 3);
      gap = next;
    }
    slots[gap * WIDTH + 2] = 0;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += WIDTH) {
      if (old[at + 2] === 0) continue;
      let slot = hash(old[at]!, old[at + 1]!) & this.#mask;
      while (this.#slots[slot * WIDTH + 2] !== 0) slot = (slot + 1) & this.#mask;
      write(this.#slots, slot, old[at]!, old[at + 1]!, old[at + 2]!);
    }
  }
}

const WIDTH = 4;

function write(slots: Int32Array, slot: number, first: number, second: number, node: number): void {
  const at = slot * WIDTH;
  slots[at] = first;
  slots[at + 1] = second;
  slots[at + 2] = node;
}

function hash(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 4;
}
