import type { ClassIr, ModuleIr } from '#ir/cfg';
import type { LoadedProgram } from '#ir/load-program';
import { functionInputs } from '#symbolic/inputs/function-inputs';
import { typeSourceOf } from '#symbolic/inputs/type-source';
import { functionOf, type FunctionVersion } from '../function-pair';
import { pathOf, UsesOfProgram, type Place } from '../uses-of-program';
import type { ChangeSeen } from './change-seen';
import { publicMembers, type MembersAround } from './class-members';
import type { Part } from './steps';

/**
 * Functions that may change what another one finds, to be called before it: those at the top of its module that name the same variables, and
 * members of instances in these. What has changed itself is called after what has not, so that nothing else shows.
 */
export function functionsAround(version: FunctionVersion, seen: ChangeSeen): MembersAround {
  const { loaded, path, index } = version;
  const isChanged = seen.isChanged(path, index);
  const none = { before: [], after: [], isChanged };
  const { module, fn } = functionOf(version);
  if (fn.parent !== 0 || fn.classIndex !== null || !(seen.mayRun(path, index) || seen.maySee(path, index))) return none;
  const uses = new UsesOfProgram(loaded);
  const state = variablesOf(loaded, uses, path, index);
  if (state.size === 0) return none;
  const functions = module.functions.filter(
    (each) =>
      each.parent === 0 &&
      each.classIndex === null &&
      each.index !== index &&
      isName.test(each.name) &&
      [...variablesOf(loaded, uses, path, each.index)].some((place) => state.has(place)),
  );
  const source = typeSourceOf(loaded);
  const parts = [
    ...functions.map((each): Part => {
      const { params } = functionInputs(source, each, module, { preconditions: {} });
      const runsChange = seen.isChanged(path, each.index) || seen.mayRun(path, each.index);
      return { root: null, name: each.name, how: 'call', isAsync: each.async, runsChange, params };
    }),
    ...module.bindings
      .filter(({ owner }) => owner === 0)
      .flatMap(({ index: binding, name }) => {
        const [place] = uses.placesOf(path, binding, false);
        return place === undefined || !state.has(place) ? [] : membersOf(loaded, place, name, seen);
      }),
  ];
  return { ...none, before: parts.filter(({ runsChange }) => !isChanged || !runsChange).slice(0, mostParts) };
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
