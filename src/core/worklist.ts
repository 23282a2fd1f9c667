import { BitSet } from './bit-set';

/** First in, first out, on the integers 0 … capacity − 1; a member that is already waiting is not queued again. */
export class Worklist {
  readonly #ring: Int32Array;
  readonly #waiting: BitSet;
  #first = 0;
  #size = 0;

  constructor(capacity: number, initial: Iterable<number> = []) {
    this.#ring = new Int32Array(capacity);
    this.#waiting = new BitSet(capacity);
    for (const member of initial) this.push(member);
  }

  get size(): number {
    return this.#size;
  }

  /** Whether it was queued, i.e. was not waiting yet. */
  push(member: number): boolean {
    if (!this.#waiting.add(member)) return false;
    // Members are distinct, so the ring cannot overflow.
    const free = this.#first + this.#size++;
    this.#ring[free < this.#ring.length ? free : free - this.#ring.length] = member;
    return true;
  }

  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const member = this.#ring[this.#first]!;
    this.#first = this.#first + 1 === this.#ring.length ? 0 : this.#first + 1;
    this.#size--;
    this.#waiting.delete(member);
    return member;
  }

  has(member: number): boolean {
    return this.#waiting.has(member);
  }
}
