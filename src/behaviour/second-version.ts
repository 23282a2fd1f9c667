import { startFunction } from '#symbolic/begin';
import type { State } from '#symbolic/state';
import { functionOf, type FunctionPair } from './function-pair';
import type { LoadedPair } from './load-pair';
import type { PairInputs } from './pair-inputs';
import type { PairWorlds } from './pair-worlds';

/** Both versions of a function, loaded, and what they are called with. */
export interface LoadedVersions {
  readonly pair: FunctionPair;
  readonly worlds: PairWorlds;
  readonly loaded: LoadedPair;
  readonly inputs: PairInputs;
}

/** The second version, loaded and called with the inputs of a path of the first. */
export function startSecond(
  { pair, worlds, loaded, inputs }: LoadedVersions,
  first: 'base' | 'head',
  end: State,
): readonly State[] {
  const second = first === 'head' ? 'base' : 'head';
  const version = pair[second];
  return startFunction(worlds[second], withInputsOf(end, loaded[second]), {
    path: version.path,
    fn: functionOf(version).fn,
    inputs: inputs.inputs,
  });
}

/** A loaded version with everything that is known of the inputs in a state of the other. */
export function withInputsOf(
  { conditions, facts, model, members, same, apart, undecided }: State,
  loaded: State,
): State {
  return Object.assign(loaded.fork(), { conditions, facts, model, members, same, apart, undecided });
}
