import type { ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { Solver } from '#smt/solver';
import { createWorld } from '#symbolic/explore';
import { moduleSourceOf } from '#symbolic/follow-function';
import { classIn } from '#symbolic/input-classes';
import type { ClassReference, FunctionInputs } from '#symbolic/input-type';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import type { Limits } from '#symbolic/limits';
import type { ModuleSource, World } from '#symbolic/machine';
import { privatePartners } from './private-partners';

/** The worlds of two versions. They share terms and places of the input: a condition of one means the same in the other. */
export interface PairWorlds {
  readonly base: World;
  readonly head: World;
}

export interface PairWorldsOptions {
  readonly base: LoadedProgram;
  readonly head: LoadedProgram;
  /** What the head calls a file of the base, and the reverse; null when it has none. */
  readonly renamed: { readonly toHead: (path: string) => string; readonly toBase: (path: string) => string };
  readonly solver: Solver;
  readonly limits: Partial<Limits>;
}

/** By the version whose classes the types of inputs name. */
export function createPairWorlds({ base, head, renamed, solver, limits }: PairWorldsOptions): {
  readonly base: PairWorlds;
  readonly head: PairWorlds;
} {
  const [baseSource, headSource] = [moduleSourceOf(base), moduleSourceOf(head)];
  // What must hold for every caller must hold for functions handed in that remember what they gave.
  const world: World = {
    ...createWorld(headSource, solver, limits),
    callbacksVary: true,
    opensJson: true,
    promisesMayStayOpen: true,
    untried: { keys: false, pairs: false, outside: false, called: false, classes: new Set() },
  };
  const ofHead = { callBackInputs: inputsIn(head), ...renamedIn(head) };
  const ofBase = {
    callBackInputs: inputsIn(base),
    privateName: privateNamesIn(head, renamed.toHead),
    ...renamedIn(base),
  };
  return {
    head: {
      head: { ...world, ...ofHead },
      base: { ...world, ...ofBase, source: withClassesOf(headSource, baseSource, renamed.toBase) },
    },
    base: {
      head: { ...world, ...ofHead, source: withClassesOf(baseSource, headSource, renamed.toHead) },
      base: { ...world, ...ofBase, source: baseSource },
    },
  };
}

function renamedIn({ renamed }: LoadedProgram): Pick<World, 'renamed'> {
  return renamed === undefined ? {} : { renamed };
}

/** What the head calls private names of the base. */
function privateNamesIn(
  head: LoadedProgram,
  toHead: PairWorldsOptions['renamed']['toHead'],
): NonNullable<World['privateName']> {
  const known = new Map<ClassIr, ReadonlyMap<string, string>>();
  return (module, klass, name) => {
    let partners = known.get(klass);
    if (partners === undefined) {
      const other = head.module(toHead(module.path))?.classes.find((each) => each.name === klass.name);
      partners = other === undefined ? new Map() : privatePartners(klass, other);
      known.set(klass, partners);
    }
    return partners.get(name) ?? name;
  };
}

/** The inputs of functions of a program, found out once. */
function inputsIn(loaded: LoadedProgram): NonNullable<World['callBackInputs']> {
  const known = new Map<FunctionIr, FunctionInputs>();
  return ({ module, fn }) => {
    const inputs = known.get(fn) ?? functionInputs(typeSourceOf(loaded), fn, module);
    known.set(fn, inputs);
    return inputs;
  };
}

/** Finds classes that types of another version name: by their names. */
function withClassesOf(typed: ModuleSource, own: ModuleSource, pathOf: (path: string) => string): ModuleSource {
  return {
    ...own,
    classAt(reference: ClassReference): { readonly module: ModuleIr; readonly klass: ClassIr } | null {
      const meant = classIn(typed, reference);
      const module = meant === null ? null : own.module(pathOf(meant.module.path));
      const klass = module?.classes.find(({ name }) => name === meant?.klass.name);
      return module === null || klass === undefined ? null : { module, klass };
    },
  };
}
