/** Numbers that look drawn, the same ones for the same seed (Mulberry32). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** An integer from 0 on, below `count`. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** Once in so many times. */
  once(inTimes: number): boolean {
    return this.below(inTimes) === 0;
  }

  /** Undefined of an empty list alone. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffled = [...items];
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [shuffled[at], shuffled[other]] = [shuffled[other] as Item, shuffled[at] as Item];
    }
    return shuffled;
  }
}
