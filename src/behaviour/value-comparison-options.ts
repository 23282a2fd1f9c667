import type { Location } from '#symbolic/location';
import type { Ref } from '#symbolic/value';
import type { SameCode } from './compare-functions';
import type { UnsettledPair } from './comparing';
import type { HandedOnFunctions } from './handed-on';
import type { Surroundings } from './surroundings';

export interface ValueComparisonOptions {
  readonly sameCode: SameCode;
  /** Whether it counts which objects are the same one, and in which order keys are. */
  readonly strict: boolean;
  /** Whether it counts what private members are called; with `strict`, always. */
  readonly namesCount?: boolean;
  /** Objects that came with the input at the same place are compared by themselves, at the end, or where they are met. */
  readonly inputs: 'by-themselves' | 'where-met';
  /** Objects that are compared by themselves where they have changed; none unless told. */
  readonly isKept?: (first: Ref, second: Ref) => boolean;
  /** Objects that are one with what is kept elsewhere in one version only. */
  readonly isShared?: (first: Ref, second: Ref) => boolean;
  /** That objects are one in one version only is a doubt: what is put into one later shows in the other. */
  readonly doubtsSharing?: boolean;
  /** Where functions are put that can be got at and called; without it, what they do is in doubt. */
  readonly handedOn?: HandedOnFunctions | null;
  /** Collects promises that are still to be settled; without it, they are compared as they are. */
  readonly unsettled?: UnsettledPair[];
  /** Of other comparisons of the same end. */
  readonly surroundings?: Surroundings;
  /** Prototypes whose members are compared elsewhere; without it, what is inherited does not count, or is compared as all else is. */
  readonly isKnownPrototype?: (first: Ref, second: Ref) => boolean;
  readonly followsPrototypes?: boolean;
  /** What the outside gave, where that may be something else than before. */
  readonly isDoubted?: (location: Location) => boolean;
}
