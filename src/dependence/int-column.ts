/** Rows of numbers, 0 until set. Columns that are asked for together lie together, and are made at once. */
export class IntTable {
  words = empty;

  constructor(readonly width: number) {}

  grow(index: number): void {
    const { words, width } = this;
    const grown = new Int32Array(Math.max((index + 1) * width, words.length * 2, 64 * width));
    grown.set(words);
    this.words = grown;
  }
}

/** Numbers by variable, 0 until set. */
export class IntColumn {
  constructor(
    private readonly table = new IntTable(1),
    private readonly column = 0,
  ) {}

  at(index: number): number {
    const { words, width } = this.table;
    const place = index * width + this.column;
    return place < words.length ? words[place]! : 0;
  }

  set(index: number, value: number): void {
    const { table } = this;
    const place = index * table.width + this.column;
    if (place >= table.words.length) table.grow(index);
    table.words[place] = value;
  }
}

const empty = new Int32Array(0);
