import type { OpenIterator } from './open-iterator';

/** What a consumer can ask of a generator. */
export type RequestKind = 'next' | 'throw' | 'return';

/** A `yield` that takes more than one step. */
export interface Yielding {
  /** The inner iterator of `yield*`; null for a plain `yield`. */
  readonly inner: OpenIterator | null;
  readonly waitsFor: YieldWait;
}

/** Only an async generator waits for more than its consumer. */
export type YieldWait =
  | { readonly kind: 'consumer' }
  /** The operand of a plain `yield`. */
  | { readonly kind: 'operand' }
  /** What the inner iterator gave for a request. */
  | { readonly kind: 'answer'; readonly to: RequestKind }
  /** The value that the consumer passed to `return`. */
  | { readonly kind: 'returned' }
  /** That value once more, because the inner iterator has no `return`. */
  | { readonly kind: 'returned-again' }
  /** The inner iterator to close, because it has no `throw`. */
  | { readonly kind: 'closing' };
