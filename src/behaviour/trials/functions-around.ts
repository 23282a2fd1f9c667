import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { NameOfModule } from '#replay/classes-around';
import { knownParams } from '#symbolic/inputs/known-params';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionPair, type FunctionVersion } from '../function-pair';
import { pathOf, placeOf, UsesOfProgram, wholeExports, type Place } from '../uses-of-program';
import type { ChangeSeen } from './change-seen';
import type { MembersAround } from './class-members';
import { partsHeld } from './parts-held';
import type { Part } from './steps';

/** What is called around a function, and what of it other modules have, where the function's own does not know its name. */
export interface FunctionsAround {
  readonly members: MembersAround;
  readonly elsewhere: readonly NameOfModule[];
}

/**
 * Functions that may change what another one finds, to be called before it: those at the top of its module that name the same variables,
 * members of instances in these, and what other modules export that sets variables of theirs. What has changed itself is called after what has
 * not, so that nothing else shows.
 */
export function functionsAround({ base, head }: FunctionPair, seen: ChangeSeen): FunctionsAround {
  const { loaded, path, index } = head;
  const isChanged = seen.isChanged(path, index);
  const none = { members: { before: [], after: [], isChanged }, elsewhere: [] };
  const { module, fn } = functionOf(head);
  if (fn.parent !== 0 || fn.classIndex !== null || !(seen.mayRun(path, index) || seen.maySee(path, index))) return none;
  const uses = new UsesOfProgram(loaded);
  // What one version looks at when it is called, the other may look at when it is loaded.
  const [names, state] = [namesSeenBy([head, base], false), namesSeenBy([head, base], true)];
  if (names.size === 0) return none;
  const isState = (place: Place): boolean => state.has(uses.nameOf(place));
  const around = module.bindings.filter(({ owner }) => owner === 0);
  const wholes = new Set(around.map((each) => uses.wholeIn(path, each.index)));
  const others = settersElsewhere(head, base).filter((each) => !wholes.has(each.path));
  const isWanted = (at: string, of: number): boolean => settersIn(loaded, uses, at, isState).has(of);
  const functions = module.functions.filter(
    (each) =>
      each.parent === 0 &&
      each.classIndex === null &&
      each.index !== index &&
      isName.test(each.name) &&
      [...variablesOf(loaded, uses, path, each.index)].some(isState),
  );
  const parts = [
    ...functions.map((each) => partOf(loaded, { path, fn: each }, seen)),
    ...others.map((each) => partOf(loaded, each, seen)),
    ...around.flatMap(({ index: binding, name: root }) => {
      const whole = uses.wholeIn(path, binding);
      const [place] = whole === null ? uses.placesOf(path, binding, false) : [placeOf(whole, wholeExports)];
      const isAtHand = whole !== null || (place !== undefined && names.has(uses.nameOf(place)));
      return place === undefined || !isAtHand ? [] : partsHeld(place, { loaded, uses, seen, root, isWanted });
    }),
  ];
  const before = parts.filter(({ runsChange }) => !isChanged || !runsChange).slice(0, mostParts);
  const elsewhere = others.map(({ path: at, fn: { name }, written }) => ({ name, path: at, written }));
  return { members: { ...none.members, before }, elsewhere };
}

interface FunctionAt {
  readonly path: string;
  readonly fn: FunctionIr;
}

function partOf(loaded: LoadedProgram, { path, fn }: FunctionAt, seen: ChangeSeen): Part {
  const module = loaded.module(path);
  const params = module === null ? [] : knownParams(typeSourceOf(loaded), fn, module);
  const runsChange = seen.isChanged(path, fn.index) || seen.mayRun(path, fn.index);
  return { root: null, name: fn.name, how: 'call', isAsync: fn.async, runsChange, params };
}

/**
 * Functions of other modules that both versions export, and that set variables of these which a version of the function sees. Each has a name that
 * stands for nothing else where the function is.
 */
function settersElsewhere(head: FunctionVersion, base: FunctionVersion): readonly SetterAt[] {
  const own = head.loaded.module(head.path);
  const found = new Map<string, SetterAt>();
  const [now, before] = [settersSeenBy(head), settersSeenBy(base)];
  for (const { path, fn } of [...now, ...before]) {
    const inHead = exportedAs(head.loaded, path, fn.name);
    const inBase = exportedAs(base.loaded, path, fn.name);
    if (inHead === null || inBase?.written !== inHead.written || found.has(fn.name)) continue;
    const bound = own?.bindings.find(({ owner, name }) => owner === 0 && name === fn.name);
    const isFree = bound === undefined && !(fn.name in globalThis);
    const stands = bound && new UsesOfProgram(head.loaded).placesOf(head.path, bound.index, false);
    const isIt = inHead.binding !== null && stands?.includes(placeOf(path, inHead.binding)) === true;
    if (isFree || isIt) found.set(fn.name, { path, ...inHead });
  }
  return [...found.values()];
}

interface SetterAt extends FunctionAt {
  /** What it is called in its own module. */
  readonly written: string;
}

function settersSeenBy({ loaded, path, index }: FunctionVersion): readonly FunctionAt[] {
  const uses = new UsesOfProgram(loaded);
  const state = variablesOf(loaded, uses, path, index);
  const paths = new Set([...state].map(pathOf).filter((each) => each !== path));
  return [...paths].flatMap((each) => {
    const setters = settersIn(loaded, uses, each, (place) => state.has(place));
    const functions = loaded.module(each)?.functions ?? [];
    return functions
      .filter(({ index: of, parent, classIndex, name }) => {
        return setters.has(of) && parent === 0 && classIndex === null && isName.test(name);
      })
      .map((fn) => ({ path: each, fn }));
  });
}

/** Functions of a module that change one of these variables, be it through others that they name. */
function settersIn(
  loaded: LoadedProgram,
  uses: UsesOfProgram,
  path: string,
  isState: (place: Place) => boolean,
): ReadonlySet<number> {
  const setting = uses.writes(path, new Set()).filter(({ place }) => isState(place));
  const setters = new Set(setting.map(({ by }) => placeOf(by.path, by.fn)));
  const functions = loaded.module(path)?.functions.slice(1) ?? [];
  const found = functions.filter(({ index }) => {
    return [...uses.reach(path, [index], false).functions].some((place) => setters.has(place));
  });
  return new Set(found.map(({ index }) => index));
}

/** A function that a module exports under its name: by a variable, or in CommonJS without. */
function exportedAs(
  loaded: LoadedProgram,
  path: string,
  name: string,
): { readonly binding: number | null; readonly fn: FunctionIr; readonly written: string } | null {
  const module = loaded.module(path);
  const fn = module?.functions.find((each) => each.parent === 0 && each.classIndex === null && each.name === name);
  if (module === null || fn === undefined) return null;
  const uses = new UsesOfProgram(loaded);
  const binding = module.bindings.find((each) => each.owner === 0 && each.name === name);
  if (binding !== undefined) {
    return uses.isExported(placeOf(path, binding.index)) ? { binding: binding.index, fn, written: name } : null;
  }
  const isIt = uses.partsOf(placeOf(path, wholeExports)).some((part) => {
    return part.name === name && part.value.kind === 'closure' && part.value.fn === fn.index;
  });
  return isIt ? { binding: null, fn, written: `module.exports.${name}` } : null;
}

/** As `level of src/store.ts`. */
function namesSeenBy(versions: readonly FunctionVersion[], isState: boolean): ReadonlySet<string> {
  const names = versions.flatMap(({ loaded, path, index }) => {
    const uses = new UsesOfProgram(loaded);
    const places = isState ? variablesOf(loaded, uses, path, index) : uses.reach(path, [index], true).reads;
    return [...places].map((place) => uses.nameOf(place));
  });
  return new Set(names);
}

/** Variables that a function names, be it through others, and that hold no function. */
function variablesOf(loaded: LoadedProgram, uses: UsesOfProgram, path: string, fn: number): ReadonlySet<Place> {
  const { reads } = uses.reach(path, [fn], true);
  return new Set([...reads].filter((place) => !isCode(loaded.module(pathOf(place)), Number.parseInt(place, 10))));
}

function isCode(module: ModuleIr | null, binding: number): boolean {
  const kind = module?.bindings[binding]?.kind;
  return kind === 'function' || kind === 'class' || kind === 'enum' || kind === 'namespace';
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const mostParts = 24;
