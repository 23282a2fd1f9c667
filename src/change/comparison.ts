import type { BindingPairs } from './binding-pairs';
import type { Entities } from './entities';
import type { FunctionMatch } from './match-functions';
import type { Version } from './version';

/** Two versions with everything that was matched between them, before it is judged. */
export interface Comparison {
  readonly base: Version;
  readonly head: Version;
  readonly match: FunctionMatch;
  readonly bindings: BindingPairs;
  readonly entities: { readonly base: Entities; readonly head: Entities };
}
