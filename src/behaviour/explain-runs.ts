import type { ReplayInput } from '#replay/write-input';
import type { Solver } from '#smt/solver';
import type { GivenFunction } from '#symbolic/concrete/bind-functions';
import { GivenInput, type GivenCall, type Misfit } from '#symbolic/concrete/bind-input';
import { anything } from '#symbolic/inputs/anything';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { FunctionInputs } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import { runConcretely, type ConcreteRun } from './concrete-run';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import { createPairWorlds, type PairWorlds, type PairWorldsOptions } from './pair-worlds';

export interface RunBothRequest {
  readonly pair: FunctionPair;
  readonly call: GivenCall;
  /** The call as it was written. */
  readonly input: ReplayInput;
  readonly renamed: PairWorldsOptions['renamed'];
  readonly preconditions: Preconditions;
  readonly solver: Solver;
  readonly expired: () => boolean;
}

/** The paths that one call takes in both versions, over the same places of the input. */
export interface BothRuns {
  readonly worlds: PairWorlds;
  readonly inputs: FunctionInputs;
  readonly given: GivenInput;
  readonly base: ConcreteRun;
  readonly head: ConcreteRun;
  /** Where the call is not as its declared types say. */
  readonly misfits: readonly Misfit[];
}

/** A call whose arguments are longer, or that goes deeper, is left before its end. */
const limits = { loops: Infinity, elements: 10_000, depth: 5_000 };

export function runBoth(request: RunBothRequest): BothRuns {
  const typedBy = parameterCount(request.pair.base) > parameterCount(request.pair.head) ? 'base' : 'head';
  const declared = inputsOf(request.pair[typedBy], request.preconditions);
  const bound = bind(request, typedBy, declared);
  const strangers = new Set(
    bound.given.misfits.flatMap(({ kind, location }) => (kind === 'type' ? [rootOf(location).name] : [])),
  );
  const { worlds, given, inputs } = strangers.size === 0 ? bound : bind(request, typedBy, untyped(declared, strangers));
  const functions = request.call.args.flatMap(({ kind }, index): GivenFunction[] => {
    const text = request.input.args[index];
    return kind === 'function' && text !== undefined ? [{ index, setup: request.input.setup, text }] : [];
  });
  const follow = (side: 'base' | 'head'): ConcreteRun => {
    const { path } = request.pair[side];
    const { fn } = functionOf(request.pair[side]);
    return runConcretely({ world: worlds[side], path, fn, inputs, functions }, given, request.expired);
  };
  const runs = { head: follow('head'), base: follow('base') };
  return { worlds, inputs, given, ...runs, misfits: [...new Set([...bound.given.misfits, ...given.misfits])] };
}

function bind(
  { pair, call, renamed, solver }: RunBothRequest,
  typedBy: 'base' | 'head',
  inputs: FunctionInputs,
): Pick<BothRuns, 'worlds' | 'given' | 'inputs'> {
  const worlds = createPairWorlds({
    base: pair.base.loaded,
    head: pair.head.loaded,
    renamed,
    solver,
    limits,
  })[typedBy];
  const given = new GivenInput(worlds[typedBy], inputs, call);
  given.bindAll();
  return { worlds, given, inputs };
}

function inputsOf(version: FunctionVersion, preconditions: Preconditions): FunctionInputs {
  const { module, fn } = functionOf(version);
  return functionInputs(typeSourceOf(version.loaded), fn, module, { preconditions });
}

function parameterCount(version: FunctionVersion): number {
  const { origin } = functionOf(version).fn;
  return 'params' in origin && Array.isArray(origin.params) ? origin.params.length : 0;
}

/** A value that its type does not allow was given all the same: then the type says nothing. */
function untyped(inputs: FunctionInputs, names: ReadonlySet<string>): FunctionInputs {
  return {
    ...inputs,
    params: inputs.params.map((param) => (names.has(param.name) && !param.rest ? { ...param, type: anything } : param)),
    receiver: names.has('this') && inputs.receiver !== null ? anything : inputs.receiver,
  };
}

function rootOf(location: Location): Location {
  return location.parent === null ? location : rootOf(location.parent);
}
