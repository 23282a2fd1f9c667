import type { Term } from '#smt/term';
import type { Ref, Value } from '#symbolic/value';
import type { Finding } from './finding';
import type { Holder } from './handed-on';
import type { BothSides } from './side';

/** Two promises of which one at least has not settled by then. */
export interface UnsettledPair {
  readonly first: Value;
  readonly second: Value;
  readonly place: string;
}

/** Compares values of two versions; `place` is what is said of a difference. */
export interface Comparing {
  readonly sides: BothSides;
  /** Whether it counts which objects are the same one, and in which order keys are. */
  readonly strict: boolean;
  /** Where promises are put that are still to be settled when they are met: by then it is not known what becomes of them. */
  readonly unsettled: UnsettledPair[] | null;
  values(first: Value, second: Value, place: string): Finding;
  /** The same for values that are read from something, which is `this` where they are called. */
  held(first: Value, second: Value, place: string, holder: Holder): Finding;
  objects(first: Ref, second: Ref, place: string): Finding;
  lists(first: readonly Value[], second: readonly Value[], place: string): Finding;
  terms(first: Term, second: Term, place: string): Finding;
  /** A property that both have somewhere along their prototypes. */
  inherited(first: Ref, second: Ref, key: string, place: string): Finding;
}
