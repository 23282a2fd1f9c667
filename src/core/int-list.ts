/** A growing array of 32-bit integers. */
export class IntList {
  private words = empty;
  length = 0;

  /** A list of values for every push would cost more than all the rest: one and two come first. */
  push(value: number, second?: number, ...more: number[]): void {
    this.append(value);
    if (second !== undefined) this.append(second);
    for (let i = 0; i < more.length; i++) this.append(more[i]!);
  }

  private append(value: number): void {
    if (this.length === this.words.length) {
      const grown = new Int32Array(Math.max(16, this.words.length * 2));
      grown.set(this.words);
      this.words = grown;
    }
    this.words[this.length++] = value;
  }

  at(index: number): number {
    return this.words[index] ?? 0;
  }

  toArray(): Int32Array {
    return this.words.slice(0, this.length);
  }
}

const empty = new Int32Array(0);
