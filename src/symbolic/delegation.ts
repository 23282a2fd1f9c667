import type { Resumption } from './frame';
import type { OpenIterator } from './open-iterator';

/** A `yield*` in progress: to whom requests go, and what it waits for. */
export interface Delegation {
  readonly open: OpenIterator;
  readonly waitsFor:
    /** The consumer, who has the last value. */
    | { readonly kind: 'request' }
    /** The promise that the inner iterator gave for a request of this kind. */
    | { readonly kind: 'answer'; readonly to: Resumption['kind'] }
    /** The value that the consumer passed to `return`: first as such, then because the inner iterator has no `return`. */
    | { readonly kind: 'returned'; readonly last: boolean }
    /** The inner iterator, which has no `throw`, to close. */
    | { readonly kind: 'closing' };
}
