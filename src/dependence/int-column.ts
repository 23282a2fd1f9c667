/** Numbers by variable, 0 until set. */
export class IntColumn {
  private words = new Int32Array(1024);

  at(index: number): number {
    return index < this.words.length ? this.words[index]! : 0;
  }

  set(index: number, value: number): void {
    if (index >= this.words.length) {
      const grown = new Int32Array(Math.max(index + 1, this.words.length * 2));
      grown.set(this.words);
      this.words = grown;
    }
    this.words[index] = value;
  }
}
