import type { OpenSegment } from './segment';

/**
 * The clock of CollectEA. It advances only when a function has its first event in a segment: `L[x] >= F[y]`, which is
 * all that is ever asked, comes out the same as with a clock that counts every event, and modules tell only of a function's
 * first event under each reading. What a function last read is never set back: up to `#start` it was in an earlier
 * segment.
 */
export class Clock {
  #now = 1;
  /** What the clock had counted when it was last set to zero. */
  #base = 0;
  #start = 1;
  #touched: Touched[] = [];
  readonly #arrays: Int32Array[] = [];
  /** Who has to be told when the clock advances; some may be there twice. */
  #upToDate: (() => void)[] = [];
  #current: OpenSegment;

  constructor(current: OpenSegment) {
    this.#current = current;
  }

  get current(): OpenSegment {
    return this.#current;
  }

  /** When functions last had an event. */
  arrayFor(count: number): Int32Array {
    const array = new Int32Array(count);
    this.#arrays.push(array);
    return array;
  }

  /**
   * An event of the function that is `local` in the array and `fn` in the process. Its events until `outdated` is called
   * need not be told.
   */
  event(last: Int32Array, local: number, fn: number, outdated: () => void): void {
    if ((last[local] ?? 0) <= this.#start) {
      this.#now++;
      this.#tellOutdated();
      this.#touched.push({ last, local, fn });
    }
    last[local] = this.#now;
    // Mostly functions of one module follow each other.
    if (this.#upToDate.at(-1) !== outdated) this.#upToDate.push(outdated);
  }

  #tellOutdated(): void {
    const told = this.#upToDate;
    if (told.length === 0) return;
    this.#upToDate = [];
    for (const outdated of told) outdated();
  }

  /** From here on events belong to another segment. */
  switchTo(segment: OpenSegment): void {
    if (segment === this.#current) return;
    this.flush();
    this.#current = segment;
  }

  /** Moves what was seen since the last time into the current segment. */
  flush(): void {
    let first = this.#base + this.#start;
    const part = this.#touched.map(({ last, local, fn }) => ({
      fn,
      first: ++first,
      last: this.#base + (last[local] ?? 0),
    }));
    if (part.length > 0) this.#current.addPart(part);
    this.#touched = [];
    this.#tellOutdated();
    this.#start = this.#now + 1;
    this.#now = this.#start;
    if (this.#start > highest) this.#restart();
  }

  #restart(): void {
    this.#base += this.#start;
    this.#start = 0;
    this.#now = 0;
    for (const array of this.#arrays) array.fill(-1);
  }
}

/** Far enough from where the array wraps that no segment reaches it. */
const highest = 2 ** 30;

interface Touched {
  readonly last: Int32Array;
  readonly local: number;
  readonly fn: number;
}
