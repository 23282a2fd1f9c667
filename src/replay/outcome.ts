import type { Observed } from './observed';

/** What one call of the real function did, as far as it can be seen from outside. */
export interface ReplayOutcome {
  readonly completion: Completion;
  /** `this` after the call; null when none was given, and for a constructor, whose completion is the object. */
  readonly receiver: Observed | null;
  /** After the call: shows what was mutated. Empty when the inputs were never made. */
  readonly args: readonly Observed[];
  /** What the calls before the last one gave, as it is after the last; empty where there was but one. */
  readonly results?: readonly Observed[];
  /** In order: `console.*`, functions handed in, and errors that nobody was there to catch. */
  readonly calls: readonly OutsideCall[];
  /** Variables at the top of the function's own module when the call completed. */
  readonly moduleState: readonly (readonly [string, Observed])[];
  /** How the properties of what a CommonJS module exports are there, once it was loaded. */
  readonly exportAttributes?: readonly (readonly [key: string, how: string])[];
  /** The result was a promise, and the completion is what became of it. */
  readonly async: boolean;
  /** What was handed in, before the call, where `ReplayInput.lookBefore` asks for it. */
  readonly given?: GivenValues;
  /** Local time was asked for: elsewhere than in `timeZone` it may do something else. */
  readonly localTime?: true;
  /** False when an observation was cut: equality of two outcomes then proves nothing. */
  readonly complete: boolean;
}

/** An array of `this`, undefined when none was given, and the arguments; looked at as one, so that shared objects show. */
export type GivenValues = Observed;

export type Completion =
  | { readonly kind: 'returns'; readonly value: Observed }
  | { readonly kind: 'throws'; readonly error: Observed }
  /** `process.exit`, which does not end the process here: what follows it is not looked at. */
  | { readonly kind: 'exits'; readonly code: number }
  /** A promise that nothing is left to settle. */
  | { readonly kind: 'never-settles' }
  | { readonly kind: 'times-out' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'out-of-stack' }
  | { readonly kind: 'crashed'; readonly reason: string }
  /** It tried to write, connect or spawn, whether or not it caught the error it got; nothing after that is behaviour. */
  | { readonly kind: 'refused'; readonly what: string }
  | { readonly kind: 'not-callable'; readonly reason: string };

export interface OutsideCall {
  /** `console.log`, or where the function stands in the input: `args[0]`, `args[1].done`, `this.log`, a name of the set-up. */
  readonly callee: string;
  /** As they were at the time of the call. */
  readonly args: readonly Observed[];
}
