import type { Site } from '#symbolic/site';
import type { State } from '#symbolic/state';
import type { Value } from '#symbolic/value';
import type { Respect } from './compare-ends';
import type { MadeCall } from './made-call';

/** Inputs for which the two versions behave differently, if the engine agrees. */
export interface Difference {
  /** Each version's path, at its end. */
  readonly head: State;
  readonly base: State;
  /** The one of them that knows all that was decided about the inputs. */
  readonly decided: State;
  readonly respect: Respect;
  /** Where the difference was seen: `result.x`, `a.length`. */
  readonly place: string;
  /** Changed code that the version followed first executes, or, where it executes none, that the other does. */
  readonly touched: { readonly version: 'base' | 'head'; readonly sites: readonly Site[] };
  /** Calls of what the function has handed on: the last one shows the difference. Empty where the function itself does. */
  readonly later: readonly MadeCall[];
  /** What an earlier call gave, where it is that which differs by now. */
  readonly earlier: EarlierResult | null;
}

export interface EarlierResult {
  /** `result` */
  readonly name: string;
  readonly head: Value;
  readonly base: Value;
}
