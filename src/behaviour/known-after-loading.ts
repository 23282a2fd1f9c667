import type { EscapingCode } from './escaping-code';
import type { DirectedBy } from './pair-search';
import type { PlainFunctions } from './plain-functions';
import type { PastLoading, UntouchedPairs } from './untouched-pairs';

/** What is known once modules were followed as they load. */
export interface KnownAfterLoading {
  readonly directed: DirectedBy | null;
  readonly plain: PlainFunctions;
  readonly escaping: EscapingCode;
  readonly untouched: UntouchedPairs;
  readonly past: PastLoading;
}
