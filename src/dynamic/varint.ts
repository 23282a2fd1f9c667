/** Numbers from 0 to 2⁵³ − 1, seven bits a byte, the lowest first; texts as their length and code units, lone surrogates among them. */
export class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  number(value: number): void {
    if (this.#length + LONGEST > this.#bytes.length) this.#grow();
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#length++] = rest;
  }

  text(value: string): void {
    this.number(value.length);
    for (let i = 0; i < value.length; i++) this.number(value.charCodeAt(i));
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

const LONGEST = 8;

/** Reads what a `ByteWriter` wrote. Bytes that it did not write give zeros and empty texts, and `isComplete` is false. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #failed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < LONGEST; i++) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) break;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
      scale *= 128;
    }
    return this.#fail();
  }

  /** How many of something follow, each of which takes a byte at least. */
  count(): number {
    const value = this.number();
    return value <= this.#bytes.length - this.#at ? value : this.#fail();
  }

  text(): string {
    let value = '';
    for (let left = this.count(); left > 0; left--) value += String.fromCharCode(this.number());
    return value;
  }

  /** Whether all was read, and nothing was missing. */
  isComplete(): boolean {
    return !this.#failed && this.#at === this.#bytes.length;
  }

  #fail(): number {
    this.#failed = true;
    this.#at = this.#bytes.length;
    return 0;
  }
}
