/** A call of something that an earlier call has given or left behind. */
export interface LaterCall extends LaterCallee {
  /** Expressions, as those of the first call. */
  readonly args: readonly string[];
}

/** What is called: a function that is reached by keys, with what holds it as `this`. */
export interface LaterCallee {
  readonly from: LaterRoot;
  readonly keys: readonly (string | number)[];
  /** `get`: the last key is read, which runs its accessor. */
  readonly how: 'call' | 'get' | 'new';
}

export type LaterRoot =
  /** What a call gave: the first is number 0. */
  | { readonly kind: 'result'; readonly call: number }
  | { readonly kind: 'argument'; readonly index: number }
  | { readonly kind: 'receiver' }
  /** The arguments of a call of a function handed in: the first such call is number 0. */
  | { readonly kind: 'given'; readonly call: number }
  /** The timer that fires next, after so many milliseconds; there may be others. */
  | { readonly kind: 'timer'; readonly index: number; readonly ms: number }
  /** What something else of the outside was given, which no run can get at. */
  | { readonly kind: 'outside'; readonly name: string }
  /** A property of what a CommonJS module exports, or all of it, and the name that it goes by. */
  | { readonly kind: 'export'; readonly key: string | null; readonly name: string }
  /** At the top of the module. */
  | { readonly kind: 'variable'; readonly name: string };
