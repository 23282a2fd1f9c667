import crypto from 'node:crypto';
import { replaceMember } from './replace-member';

/** Random numbers that are the same for every input and every version. */
export class SeededRandom {
  #state = seed;

  reset(): void {
    this.#state = seed;
  }

  /** Mulberry32: in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Puts itself in the place of `Math.random` and of the random functions of `crypto`. */
  install(): void {
    const randomBytes = (size: number, done?: (error: null, bytes: Buffer) => void): Buffer | undefined => {
      const bytes = this.#fill(Buffer.alloc(size));
      if (done !== undefined) queueMicrotask(() => done(null, bytes));
      return done === undefined ? bytes : undefined;
    };
    const randomInt = (low: number, high?: number): number => {
      const [from, to] = high === undefined ? [0, low] : [low, high];
      return from + Math.floor(this.next() * (to - from));
    };
    const fill = (view: Uint8Array): Uint8Array => this.#fill(view);
    const randomUUID = (): string => this.#uuid();
    replaceMember(Math, 'random', () => this.next());
    replaceMember(crypto, 'randomBytes', randomBytes);
    replaceMember(crypto, 'randomInt', randomInt);
    replaceMember(crypto, 'randomFillSync', fill);
    replaceMember(crypto, 'randomUUID', randomUUID);
    // Where `crypto` of both kinds gets them from.
    const webCrypto = Object.getPrototypeOf(globalThis.crypto) as object;
    replaceMember(webCrypto, 'getRandomValues', fill);
    replaceMember(webCrypto, 'randomUUID', randomUUID);
  }

  #fill<T extends ArrayBufferView>(view: T): T {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = this.next() * 256;
    return view;
  }

  #uuid(): string {
    const hex = Buffer.from(this.#fill(new Uint8Array(16))).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}

const seed = 0x5eed;
