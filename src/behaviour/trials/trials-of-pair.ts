import type { Replayer } from '#replay/replay';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import { CallRuns } from '../call-runs';
import { functionOf, type FunctionPair } from '../function-pair';
import { pairInputs } from '../pair-inputs';
import type { ArgumentPool } from './argument-pool';
import { CallSource } from './call-source';
import { Trials } from './trials';

export interface TrialOptions {
  readonly preconditions: Preconditions;
  readonly replayers: { readonly base: Replayer; readonly head: Replayer };
  readonly strict: boolean;
}

/** Calls of a function to make on trial; null where it is not known how it may be called. */
export function trialsOfPair(
  pair: FunctionPair,
  pool: ArgumentPool,
  { preconditions, replayers, strict }: TrialOptions,
): Trials | null {
  const { inputs } = pairInputs(pair, preconditions);
  // Whether what others have written, or what is drawn, meets what is demanded of the inputs is not known.
  if (inputs.preconditions.length > 0) return null;
  const { module, fn } = functionOf(pair.head);
  const classNames = module.bindings.flatMap(({ owner, name }) =>
    owner === 0 && pool.newsOf(name).length > 0 ? [name] : [],
  );
  return new Trials(new CallSource(pool, fn, inputs, classNames), new CallRuns(pair, replayers, strict));
}
