import type { Replayer } from '#replay/replay';
import { describePath } from '#symbolic/describe-path';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { withPlainModel } from '#symbolic/plain-model';
import type { State } from '#symbolic/state';
import { CallRuns, type WrittenCall } from './call-runs';
import { functionOf, type FunctionPair } from './function-pair';
import type { MadeCall } from './made-call';
import { withCallsOf } from './with-calls-of';

/** Calls that the search gives, run on both versions. */
export class Witnesses extends CallRuns {
  readonly #world: World;
  readonly #inputs: FunctionInputs;

  constructor(
    pair: FunctionPair,
    world: World,
    inputs: FunctionInputs,
    replayers: { readonly base: Replayer; readonly head: Replayer },
    strict: boolean,
  ) {
    super(
      pair,
      replayers,
      strict,
      inputs.unnamed?.map(({ name, class: { path } }) => ({ name, path })),
    );
    this.#world = world;
    this.#inputs = inputs;
  }

  /** The plainest call that the model of a path gives; null when none can be written. */
  callFor(state: State, head: State | null, later: readonly MadeCall[] = []): WrittenCall | null {
    const asked = head === null ? state : withCallsOf(this.#world, state, head);
    const { fn } = functionOf(this.pair.head);
    const { input, call } = describePath(this.#world, withPlainModel(asked), {
      name: fn.qualifiedName,
      inputs: this.#inputs,
      later,
    });
    return input === null ? null : { call, input };
  }
}
