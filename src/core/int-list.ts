/** A growing array of 32-bit integers. */
export class IntList {
  private words = empty;
  length = 0;

  push(...values: number[]): void {
    if (this.length + values.length > this.words.length) {
      const grown = new Int32Array(Math.max(16, this.words.length * 2, this.length + values.length));
      grown.set(this.words);
      this.words = grown;
    }
    for (const value of values) this.words[this.length++] = value;
  }

  at(index: number): number {
    return this.words[index] ?? 0;
  }

  toArray(): Int32Array {
    return this.words.slice(0, this.length);
  }
}

const empty = new Int32Array(0);
