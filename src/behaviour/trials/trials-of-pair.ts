import type { Replayer } from '#replay/replay';
import type { ParamInput, Subclass } from '#symbolic/input-type';
import { knownParams } from '#symbolic/inputs/known-params';
import type { Preconditions } from '#symbolic/inputs/preconditions';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { withOthersEverywhere } from '#symbolic/inputs/with-others';
import { withSubclasses } from '#symbolic/inputs/with-subclasses';
import { CallRuns } from '../call-runs';
import { functionOf, type FunctionPair, type FunctionVersion } from '../function-pair';
import { pairInputs } from '../pair-inputs';
import type { ValuesWithin } from '../values-within';
import type { ArgumentPool } from './argument-pool';
import { CallSource } from './call-source';
import type { ChangeSeen } from './change-seen';
import { membersAround } from './class-members';
import { isUntyped } from './fits-type';
import { functionsAround } from './functions-around';
import { partsAmid } from './parts-amid';
import type { ResultParams } from './result-calls';
import type { Part } from './steps';
import type { TellingCalls } from './telling-calls';
import { Trials } from './trials';

export interface TrialOptions {
  readonly preconditions: Preconditions;
  readonly replayers: { readonly base: Replayer; readonly head: Replayer };
  readonly strict: boolean;
  readonly telling: TellingCalls;
  /** Of the head. */
  readonly written: ValuesWithin;
  readonly seen: ChangeSeen;
}

/** Calls of a function to make on trial; null where it is not known how it may be called. */
export function trialsOfPair(
  pair: FunctionPair,
  pool: ArgumentPool,
  { preconditions, replayers, strict, telling, written, seen }: TrialOptions,
): Trials | null {
  const { inputs } = pairInputs(pair, { preconditions });
  // Whether what others have written, or what is drawn, meets what is demanded of the inputs is not known.
  if (inputs.preconditions.length > 0) return null;
  const { module, fn } = functionOf(pair.head);
  const classNames = module.bindings.flatMap(({ owner, name }) =>
    owner === 0 && pool.newsOf(name).length > 0 ? [name] : [],
  );
  const makes = constructorOf(pair.head);
  // Objects that no class makes cannot be written.
  if (inputs.receiver !== null && makes === null) return null;
  const { members, elsewhere } =
    fn.classIndex === null ? functionsAround(pair, seen) : { members: membersAround(pair.head, seen), elsewhere: [] };
  const own = written.of({ path: pair.head.path, start: fn.start, end: fn.end });
  const source = new CallSource(pool, fn, withOthersEverywhere(withSubclasses(inputs, isNamedBy(pair.head))), {
    classNames,
    makes: makes ?? [],
    own,
    telling,
    results: resultParams(pair.head),
    members,
    amid: partsAmid(pair, seen),
    parts: fn.kind === 'constructor' ? members.after : partsOf(pair.head),
  });
  return new Trials(source, new CallRuns(pair, replayers, strict, elsewhere));
}

/** Classes that a call can name where it is made. */
function isNamedBy({ loaded, path }: FunctionVersion): (subclass: Subclass) => boolean {
  const module = loaded.module(path);
  const imported = [...(module?.imports ?? []), ...(module?.typeImports ?? [])];
  const names = new Set(imported.map(({ binding }) => module?.bindings[binding]?.name));
  return ({ class: reference, name }) => reference.path === path || names.has(name);
}

/** Functions that are written directly within it, which may be parts of what it gives under their names. */
function partsOf(version: FunctionVersion): readonly Part[] {
  const { module, fn } = functionOf(version);
  const source = typeSourceOf(version.loaded);
  return module.functions
    .filter(({ parent, kind, name }) => parent === fn.index && kind !== 'constructor' && isName.test(name))
    .map((each) => ({
      name: each.name,
      root: null,
      how: 'call',
      isAsync: each.async,
      runsChange: false,
      params: knownParams(source, each, module),
    }));
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Of the functions that are written directly within it: of others that may come of a call nothing declares what they take. */
function resultParams(version: FunctionVersion): ResultParams {
  const { module, fn } = functionOf(version);
  const source = typeSourceOf(version.loaded);
  const inside = module.functions
    .filter(({ parent, kind }) => parent === fn.index && kind !== 'constructor')
    .map((each) => knownParams(source, each, module));
  if (/\.[cm]?tsx?$/.test(version.path)) return inside.length === 0 ? null : inside;
  // What declares nothing may be given anything.
  return inside.filter((params) => !params.every(({ type }) => isUntyped(type)));
}

/** Parameters of the constructor of the class that a function belongs to; null where it belongs to none. */
function constructorOf(version: FunctionVersion): readonly ParamInput[] | null {
  const { module, fn } = functionOf(version);
  const klass = fn.classIndex === null ? undefined : module.classes[fn.classIndex];
  const made = klass === undefined ? undefined : module.functions[klass.constructorFn];
  if (made === undefined) return null;
  return knownParams(typeSourceOf(version.loaded), made, module);
}
