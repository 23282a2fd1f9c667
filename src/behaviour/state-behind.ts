import type { ModuleIr } from '#ir/cfg';
import type { Expr } from '#ir/expression';
import type { HeapObject } from '#symbolic/heap-object';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';
import { variablesAround } from '#symbolic/variables-around';
import type { ChangeFacts } from './change-facts';
import { noOtherCode } from './about-calls';
import { isKnownSame, isSameBySearch, type ComparedFunction } from './compared-function';
import type { FunctionPair } from './function-pair';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';
import { isReadOnly } from './read-only';
import type { SharedWorlds } from './shared-worlds';
import { ExposedObjects, exportsOf, variableAt } from './exposed-objects';
import { pathOf, UsesOfProgram, wholeExports, type Place } from './uses-of-program';

/**
 * What has changed and is the same rests on what it finds when modules are loaded, and so do others where something that has changed is not known to be
 * the same, or is so only as far as that stays. All are by key.
 */
export function assumeState(
  functions: Map<string, ComparedFunction>,
  pairs: ReadonlyMap<string, FunctionPair>,
  changed: ReadonlySet<string>,
  { shared, facts }: { readonly shared: SharedWorlds; readonly facts: ChangeFacts },
): void {
  let isOpen = [...changed].some((key) => !isKnownSame(functions.get(key)));
  const assume = (key: string, pair: FunctionPair): void => {
    const compared = functions.get(key);
    const begun = compared === undefined ? null : shared.load(pair);
    if (compared === undefined || begun === null || !('loaded' in begun)) return;
    const found = assumingState(compared, pair, { worlds: shared.worlds('head'), loaded: begun.loaded, facts });
    isOpen ||= found !== compared;
    functions.set(key, found);
  };
  for (const [key, pair] of pairs) if (changed.has(key)) assume(key, pair);
  for (const [key, pair] of pairs) if (isOpen && !changed.has(key)) assume(key, pair);
}

/** What is known of a function, with the assumption that nobody changes what it finds behind the variables of modules. */
function assumingState(
  compared: ComparedFunction,
  pair: FunctionPair,
  { worlds, loaded, facts }: { readonly worlds: PairWorlds; readonly loaded: LoadedPair; readonly facts: ChangeFacts },
): ComparedFunction {
  if ((compared.paths === 0 && compared.missed !== true) || !isSameBySearch(compared)) return compared;
  const remarks = stateBehind(pair, worlds, loaded, facts).map(noOtherCode);
  const news = remarks.filter((remark) => !compared.remarks.includes(remark));
  return news.length === 0 ? compared : { ...compared, remarks: [...compared.remarks, ...news] };
}

/**
 * Variables of modules that a function names, be it through others, and that hold something which calls of other code change: objects that are
 * exported, instances, and functions with variables of their own around them. How these stand when the modules are loaded is not all that a
 * caller may find, though nothing that has changed may look at them itself.
 */
function stateBehind(
  pair: FunctionPair,
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
): readonly string[] {
  const names = (['base', 'head'] as const).flatMap((version) => {
    const { loaded: read, path, index } = pair[version];
    const program = new UsesOfProgram(read);
    const { reads, functions } = program.reach(path, [index], true);
    const directly = program.reach(path, [index], true, 'directly').functions;
    const exposed = new ExposedObjects(worlds[version], loaded[version], (each) => read.module(each));
    const found = [...reads].filter((place) => {
      const module = read.module(pathOf(place));
      if (module === null) return false;
      const isShared =
        program.isExported(place) ||
        program.isNamedBeside(place, functions) ||
        program.isChangedBeside(place, directly) ||
        program.isHandedOut(place);
      return new LoadedValues(worlds[version], loaded[version], exposed).mayChange(module, place, isShared);
    });
    return found.map((place) => program.nameOf(place, facts.toHead(pathOf(place))));
  });
  return [...new Set(names)].toSorted();
}

/** What modules have left behind when they were loaded. */
class LoadedValues {
  readonly #world: World;
  readonly #state: State;
  readonly #exposed: ExposedObjects;
  readonly #seen = new Set<Ref>();

  constructor(world: World, state: State, exposed: ExposedObjects) {
    this.#world = world;
    this.#state = state;
    this.#exposed = exposed;
  }

  /** `isShared`: other code can get at it. */
  mayChange(module: ModuleIr, place: Place, isShared: boolean): boolean {
    const binding = Number.parseInt(place, 10);
    // A module that is only asked for by calls: others may have asked for it before, and changed what it holds.
    if (this.#state.modules.get(this.#world.keys.idOf(module.path)) === undefined)
      return startsWithData(module, binding) && !isReadOnly(module, binding, null, this.#state);
    const value =
      binding === wholeExports
        ? exportsOf(this.#world, this.#state, module.path)
        : variableAt(this.#world, this.#state, module.path, binding);
    if (value === null || isReadOnly(module, binding, value, this.#state)) return false;
    return this.#holdsState(value, isShared || (value.kind === 'object' && this.#exposed.has(value.ref)));
  }

  #holdsState(value: Value, isShared: boolean): boolean {
    if (value.kind !== 'object' || value.ref < 0 || this.#seen.has(value.ref)) return false;
    this.#seen.add(value.ref);
    const object = this.#state.heap.get(value.ref);
    if (object === undefined) return false;
    const { internal } = object;
    if (internal.kind === 'closure') {
      // Of a class, what it holds itself: the rest is looked at in its instances.
      const isClass = internal.closure.construction !== null;
      return isClass ? dataOf(object).some((each) => this.#isMade(each)) : this.#isKeptAround(internal.closure);
    }
    if (this.#isInstance(object)) return true;
    if (contents.has(internal.kind)) return isShared;
    const held = dataOf(object);
    const hasData = held.some((each) => each.kind !== 'object' || !this.#isFunction(each));
    if (isShared && internal.kind === 'plain' && hasData && object.extensible) return true;
    return held.some((each) => this.#holdsState(each, isShared));
  }

  #isKeptAround(closure: Parameters<typeof variablesAround>[0]): boolean {
    return variablesAround(closure).some(({ binding, cell }) => {
      const value = this.#state.cells.get(cell);
      return !binding.constant || (value !== null && value !== undefined && this.#isKept(value));
    });
  }

  /** What only functions can get at changes as soon as they hold it. */
  #isKept(value: Value): boolean {
    if (value.kind !== 'object' || value.ref < 0) return false;
    const object = this.#state.heap.get(value.ref);
    if (object === undefined || this.#isFunction(value)) return object !== undefined && this.#holdsState(value, false);
    return contents.has(object.internal.kind) || object.internal.kind === 'plain';
  }

  /** Neither a function nor the prototype of a class, which both hold nothing of calls. */
  #isMade(value: Value): boolean {
    const object = value.kind === 'object' ? this.#state.heap.get(value.ref) : undefined;
    if (object === undefined || this.#isFunction(value)) return false;
    return contents.has(object.internal.kind) || this.#isInstance(object);
  }

  /** Made by a class of the program: its members change it, or what it holds. */
  #isInstance({ proto, internal, properties }: HeapObject): boolean {
    if (internal.kind !== 'plain' || proto === null || proto < 0) return false;
    return [...properties.entries()].some(([, each]) => each.kind === 'data' && each.writable);
  }

  #isFunction(value: Value): boolean {
    const kind = value.kind === 'object' ? this.#state.heap.get(value.ref)?.internal.kind : undefined;
    return kind === 'closure' || kind === 'builtin' || kind === 'bound';
  }
}

/** Whether the body of a module puts something else than functions and values that stay into a variable, or into what it exports. */
function startsWithData({ functions, bindings }: ModuleIr, binding: number): boolean {
  const isFunction = (expr: Expr): boolean => {
    if (expr.kind === 'var')
      return bindings[expr.binding]?.kind === 'function' || bindings[expr.binding]?.kind === 'class';
    if (expr.kind === 'object') return expr.properties.every((each) => each.kind === 'value' && isFunction(each.value));
    return expr.kind === 'closure' || expr.kind === 'class';
  };
  return (functions[0]?.nodes ?? []).some(({ op }) => {
    if (op.kind !== 'assign') return false;
    const { target, value } = op;
    if (binding === wholeExports) return target.kind === 'member' && !isFunction(value);
    if (target.kind !== 'var' || target.binding !== binding || isFunction(value)) return false;
    return value.kind !== 'const' || bindings[binding]?.constant !== true;
  });
}

const contents: ReadonlySet<HeapObject['internal']['kind']> = new Set([
  'array',
  'map',
  'set',
  'date',
  'view',
  'buffer',
]);

function dataOf({ properties }: HeapObject): readonly Value[] {
  return [...properties.entries()].flatMap(([, each]) => (each.kind === 'data' ? [each.value] : []));
}
