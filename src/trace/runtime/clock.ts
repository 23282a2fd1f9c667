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
  /** When functions last had an event, by their number in the process. */
  #last = new Int32Array(1024);
  /** Functions that had an event since the start, in the order of their first ones. */
  #touched = new Int32Array(256);
  #touchedCount = 0;
  /** Who has to be told when the clock advances; some may be there twice. */
  readonly #upToDate: (() => void)[] = [];
  #newest: (() => void) | null = null;
  #current: OpenSegment;
  /** Told when a function runs for the first time in the process. */
  onFirst: (() => void) | null = null;
  readonly #ran = new Set<number>();

  constructor(current: OpenSegment) {
    this.#current = current;
  }

  get current(): OpenSegment {
    return this.#current;
  }

  /** There are so many functions now. */
  makeRoom(functions: number): void {
    this.#last = enlarged(this.#last, functions);
    this.#touched = enlarged(this.#touched, functions);
  }

  /** An event of a function. Its events until `outdated` is called need not be told. */
  event(fn: number, outdated: () => void): void {
    const last = this.#last;
    if ((last[fn] ?? 0) <= this.#start) {
      this.#now++;
      if (this.#newest !== null) this.#tellOutdated();
      this.#touched[this.#touchedCount++] = fn;
    }
    last[fn] = this.#now;
    // Mostly functions of one module follow each other.
    if (this.#newest !== outdated) {
      this.#newest = outdated;
      this.#upToDate.push(outdated);
    }
    if (this.onFirst !== null) this.#tellFirst(fn, this.onFirst);
  }

  /** In mode `paths`. */
  enter(fn: number): void {
    this.#current.events.push(fn + 1);
    if (this.onFirst !== null) this.#tellFirst(fn, this.onFirst);
  }

  #tellFirst(fn: number, onFirst: () => void): void {
    if (this.#ran.has(fn)) return;
    this.#ran.add(fn);
    onFirst();
  }

  #tellOutdated(): void {
    const told = this.#upToDate;
    for (let i = 0; i < told.length; i++) told[i]?.();
    told.length = 0;
    this.#newest = null;
  }

  /** From here on events belong to another segment. */
  switchTo(segment: OpenSegment): void {
    if (segment === this.#current) return;
    this.flush();
    this.#current = segment;
  }

  /** Moves what was seen since the last time into the current segment. */
  flush(): void {
    const count = this.#touchedCount;
    // Nothing was told: no bit of a module is set, and no reading was used.
    if (count === 0 && this.#newest === null) return;
    this.#current.addPart(this.#touched, count, this.#base + this.#start + 1, this.#last, this.#base);
    this.#touchedCount = 0;
    this.#tellOutdated();
    this.#start = this.#now + 1;
    this.#now = this.#start;
    if (this.#start > highest) this.#restart();
  }

  #restart(): void {
    this.#base += this.#start;
    this.#start = 0;
    this.#now = 0;
    this.#last.fill(0);
  }
}

/** Far enough from where the array wraps that no segment reaches it. */
const highest = 2 ** 30;

function enlarged(array: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  if (length <= array.length) return array;
  const larger = new Int32Array(Math.max(length, array.length * 2));
  larger.set(array);
  return larger;
}
