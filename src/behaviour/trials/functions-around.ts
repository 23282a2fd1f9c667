import type { ClassIr, FunctionIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import type { NameOfModule } from '#replay/classes-around';
import { knownParams } from '#symbolic/inputs/known-params';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionPair, type FunctionVersion } from '../function-pair';
import { pathOf, placeOf, UsesOfProgram, type Place } from '../uses-of-program';
import type { ChangeSeen } from './change-seen';
import { publicMembers, type MembersAround } from './class-members';
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
  const state = new Set([...namesSeenBy(head), ...namesSeenBy(base)]);
  if (state.size === 0) return none;
  const isState = (place: Place): boolean => state.has(uses.nameOf(place));
  const others = settersElsewhere(head, base);
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
    ...module.bindings
      .filter(({ owner }) => owner === 0)
      .flatMap(({ index: binding, name }) => {
        const [place] = uses.placesOf(path, binding, false);
        return place === undefined || !isState(place) ? [] : membersOf(loaded, place, name, seen);
      }),
  ];
  const before = parts.filter(({ runsChange }) => !isChanged || !runsChange).slice(0, mostParts);
  const elsewhere = others.map(({ path: at, fn: { name } }) => ({ name, path: at }));
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
function settersElsewhere(head: FunctionVersion, base: FunctionVersion): readonly FunctionAt[] {
  const own = head.loaded.module(head.path);
  const found = new Map<string, FunctionAt>();
  const [now, before] = [settersSeenBy(head), settersSeenBy(base)];
  for (const { path, fn } of [...now, ...before]) {
    const inHead = exportedAs(head.loaded, path, fn.name);
    if (inHead === null || exportedAs(base.loaded, path, fn.name) === null || found.has(fn.name)) continue;
    const bound = own?.bindings.find(({ owner, name }) => owner === 0 && name === fn.name);
    const isFree = bound === undefined && !(fn.name in globalThis);
    const stands = bound && new UsesOfProgram(head.loaded).placesOf(head.path, bound.index, false);
    if (isFree || stands?.includes(placeOf(path, inHead.binding)) === true) found.set(fn.name, { path, fn: inHead.fn });
  }
  return [...found.values()];
}

function settersSeenBy({ loaded, path, index }: FunctionVersion): readonly FunctionAt[] {
  const uses = new UsesOfProgram(loaded);
  const state = variablesOf(loaded, uses, path, index);
  const paths = new Set([...state].map(pathOf).filter((each) => each !== path));
  return [...paths].flatMap((each) => {
    const setting = uses.writes(each, new Set()).filter(({ place }) => state.has(place));
    const setters = new Set(setting.map(({ by }) => placeOf(by.path, by.fn)));
    const functions = loaded.module(each)?.functions ?? [];
    return functions.flatMap((fn) => {
      if (fn.parent !== 0 || fn.classIndex !== null || !isName.test(fn.name)) return [];
      const isSetter = [...uses.reach(each, [fn.index], false).functions].some((place) => setters.has(place));
      return isSetter ? [{ path: each, fn }] : [];
    });
  });
}

/** A function that a module has at its top under a name, and exports. */
function exportedAs(
  loaded: LoadedProgram,
  path: string,
  name: string,
): { readonly binding: number; readonly fn: FunctionIr } | null {
  const module = loaded.module(path);
  const binding = module?.bindings.find((each) => each.owner === 0 && each.name === name);
  const fn = module?.functions.find((each) => each.parent === 0 && each.classIndex === null && each.name === name);
  if (binding === undefined || fn === undefined) return null;
  return new UsesOfProgram(loaded).isExported(placeOf(path, binding.index)) ? { binding: binding.index, fn } : null;
}

/** As `level of src/store.ts`. */
function namesSeenBy({ loaded, path, index }: FunctionVersion): readonly string[] {
  const uses = new UsesOfProgram(loaded);
  return [...variablesOf(loaded, uses, path, index)].map((place) => uses.nameOf(place));
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

/** Of an instance that a module puts into one of its variables. */
function membersOf(loaded: LoadedProgram, place: Place, root: string, seen: ChangeSeen): Part[] {
  const module = loaded.module(pathOf(place));
  const klass = module === null ? undefined : classOf(module, place);
  return module === null || klass === undefined
    ? []
    : publicMembers(loaded, module, klass, root, seen).map(({ part }) => part);
}

function classOf({ functions, bindings, classes }: ModuleIr, place: Place): ClassIr | undefined {
  const tree = functions[0]?.origin;
  const start = bindings[Number.parseInt(place, 10)]?.start;
  const declared = (tree?.type === 'Program' ? tree.body : []).flatMap((statement) => {
    const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    return node?.type === 'VariableDeclaration' ? node.declarations : [];
  });
  const init = declared.find(({ id }) => id.start === start)?.init;
  const callee = init?.type === 'NewExpression' && init.callee.type === 'Identifier' ? init.callee.name : null;
  return classes.find(({ name }) => name === callee);
}

const isName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const mostParts = 24;
