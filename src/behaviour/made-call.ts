import type { LaterCallee } from '#replay/later-call';
import type { FunctionInputs } from '#symbolic/input-type';

/** A call of something that earlier calls have handed on. */
export interface MadeCall {
  readonly callee: LaterCallee;
  /** In words: `result.add`. */
  readonly place: string;
  /** Of this call alone: no other input has these names. */
  readonly inputs: FunctionInputs;
  /** How the call before this one ended. */
  readonly previous: 'returned' | 'promised' | 'threw';
}
