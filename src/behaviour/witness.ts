import type { Replayer } from '#replay/replay';
import { describePath } from '#symbolic/describe-path';
import type { FunctionInputs } from '#symbolic/input-type';
import type { World } from '#symbolic/machine';
import { withJsonTexts } from '#symbolic/concrete/with-json-texts';
import { withPlainModel } from '#symbolic/plain-model';
import type { State } from '#symbolic/state';
import { CallRuns, type Trial, type WrittenCall } from './call-runs';
import type { Difference } from './difference';
import { functionOf, type FunctionPair } from './function-pair';
import type { MadeCall } from './made-call';
import { withCallsOf } from './with-calls-of';

/** Calls that the search gives, run on both versions. */
export class Witnesses extends CallRuns {
  readonly #world: World;
  readonly #inputs: FunctionInputs;
  readonly #toBase: (path: string) => string;

  constructor(
    pair: FunctionPair,
    world: World,
    inputs: FunctionInputs,
    replayers: { readonly base: Replayer; readonly head: Replayer },
    strict: boolean,
    /** What the base calls a file of the head. */
    toBase: (path: string) => string,
  ) {
    super(
      pair,
      replayers,
      strict,
      inputs.unnamed?.map(({ name, class: { path } }) => ({ name, path })),
    );
    this.#world = world;
    this.#inputs = inputs;
    this.#toBase = toBase;
  }

  /** The plainest call that the model of a path gives; null when none can be written. */
  callFor(state: State, head: State | null, later: readonly MadeCall[] = []): WrittenCall | null {
    const asked = head === null ? state : withCallsOf(this.#world, state, head);
    const { fn } = functionOf(this.pair.head);
    const read = [state, ...(head === null ? [] : [head])].flatMap(({ textsRead }) =>
      textsRead.sorted().map(([, each]) => each),
    );
    const { input, call } = describePath(this.#world, withJsonTexts(this.#world, withPlainModel(asked), read), {
      name: fn.qualifiedName,
      inputs: this.#inputs,
      later,
    });
    return input === null ? null : { call, input };
  }

  /** A difference in a variable of another module shows only where one looks there. */
  async tryDifference(call: WrittenCall, { respect, place }: Difference): Promise<Trial> {
    if (respect !== 'module') return this.try(call, respect);
    const { path: own, loaded } = this.pair.head;
    const others = loaded.program.modules.filter(({ path }) => path !== own && place.includes(` of ${path}`));
    return this.try(
      call,
      respect,
      others.map(({ path }) => ({ head: path, base: this.#toBase(path) })),
      (variable) => isOfVariable(place, variable, own),
    );
  }
}

/** A run names variables of other modules with their file, and those of the function's own without; those of a class with its name. */
function isOfVariable(place: string, variable: string, own: string): boolean {
  const [name = '', path = own] = variable.split(' of ', 2);
  const [root] = name.split(/[.[]/, 1);
  return place.startsWith(`${root} of ${path}`);
}
