import type { IterKind } from '#ir/cfg';
import type { Ref, Value } from './value';

/** An iterator in use by a loop or an array pattern. */
export interface OpenIterator {
  readonly kind: 'open-iterator';
  readonly over: IterKind;
  readonly iterator: Ref;
  readonly next: Value;
  readonly done: boolean;
}
