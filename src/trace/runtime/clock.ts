import type { OpenSegment } from './segment';

/**
 * The clock of CollectEA. It advances only when a function has its first event in a segment: `L[x] >= F[y]`, which is
 * all that is ever asked, comes out the same as with a clock that counts every event, and a probe mostly compares two
 * numbers. What a function last read on the clock is never set back: up to `#start` it was in an earlier segment.
 */
export class Clock {
  /** Off the heap from 64 bytes on, which lets the compiler write its address into the probes. */
  readonly now = new Int32Array(new ArrayBuffer(128));
  /** What the clock had counted when it was last set to zero. */
  #base = 0;
  #start = 1;
  #touched: Touched[] = [];
  readonly #arrays: Int32Array[] = [];
  #current: OpenSegment;

  constructor(current: OpenSegment) {
    this.#current = current;
    this.now[0] = this.#start;
  }

  get current(): OpenSegment {
    return this.#current;
  }

  /** When functions last had an event. */
  arrayFor(count: number): Int32Array {
    const array = new Int32Array(new ArrayBuffer(Math.max(128, count * 4)));
    this.#arrays.push(array);
    return array;
  }

  /** An event of the function that is `local` in the array and `fn` in the process. */
  event(last: Int32Array, local: number, fn: number): void {
    const { now } = this;
    if ((last[local] ?? 0) <= this.#start) {
      now[0] = (now[0] ?? 0) + 1;
      this.#touched.push({ last, local, fn });
    }
    last[local] = now[0] ?? 0;
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
    for (const { last, local, fn } of this.#touched) this.#current.add(fn, ++first, this.#base + (last[local] ?? 0));
    this.#touched = [];
    this.#start = (this.now[0] ?? 0) + 1;
    this.now[0] = this.#start;
    if (this.#start > highest) this.#restart();
  }

  #restart(): void {
    this.#base += this.#start;
    this.#start = 0;
    this.now[0] = 0;
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
