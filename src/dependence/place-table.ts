/** Shared places by what they are: a kind and two numbers. Places are numbered in the order in which they are added. */
export class PlaceTable {
  /** Per place: its kind, its two numbers, and two places that it is part of. */
  private words: Int32Array = new Int32Array(width * 2048);
  private slots = new Int32Array(4096).fill(-1);
  count = 0;
  /** Numbers per place, of which the first is its kind and the next two are its numbers. */
  readonly width = width;

  /** All places, in order. */
  toArray(): Int32Array {
    return this.words.slice(0, this.count * width);
  }

  /** Into an empty table, what `toArray` gave. */
  restore(words: Int32Array): void {
    this.count = words.length / width;
    this.words = words;
    let slots = 4096;
    while (slots < this.count * 2) slots *= 4;
    this.fillSlots(slots);
  }

  kindOf(place: number): number {
    return this.words[width * place]!;
  }
  firstOf(place: number): number {
    return this.words[width * place + 1]!;
  }
  secondOf(place: number): number {
    return this.words[width * place + 2]!;
  }

  /** Up to two places that this one is part of; −1 for none. */
  widerOf(place: number, which: 0 | 1): number {
    return this.words[width * place + 3 + which]!;
  }

  setWider(place: number, which: 0 | 1, wider: number): void {
    this.words[width * place + 3 + which] = wider;
  }

  /** −1 when there is no such place. */
  find(kind: number, first: number, second: number): number {
    return this.slots[this.slotOf(kind, first, second)]!;
  }

  /** The place must not be there yet. */
  add(kind: number, first: number, second: number): number {
    const place = this.count++;
    if (this.count * width > this.words.length) this.widen();
    this.slots[this.slotOf(kind, first, second)] = place;
    this.words[width * place] = kind;
    this.words[width * place + 1] = first;
    this.words[width * place + 2] = second;
    this.words[width * place + 3] = -1;
    this.words[width * place + 4] = -1;
    if (this.count * 2 > this.slots.length) this.rehash();
    return place;
  }

  /** Where a place is, or where it would go. */
  private slotOf(kind: number, first: number, second: number): number {
    const { slots, words } = this;
    const mask = slots.length - 1;
    let slot = hashOf(kind, first, second) & mask;
    for (let place = slots[slot]!; place >= 0; place = slots[slot]!) {
      const at = width * place;
      if (words[at + 1] === first && words[at + 2] === second && words[at] === kind) return slot;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private widen(): void {
    const words = new Int32Array(Math.max(this.words.length * 2, width * 2048));
    words.set(this.words);
    this.words = words;
  }

  private rehash(): void {
    this.fillSlots(this.slots.length * 4);
  }

  private fillSlots(count: number): void {
    this.slots = new Int32Array(count).fill(-1);
    for (let place = 0; place < this.count; place++) {
      this.slots[this.slotOf(this.kindOf(place), this.firstOf(place), this.secondOf(place))] = place;
    }
  }
}

const width = 5;

function hashOf(kind: number, first: number, second: number): number {
  let hash = Math.imul(first ^ (kind << 28), 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
