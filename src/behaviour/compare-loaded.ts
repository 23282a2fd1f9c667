import { actOn, type Way } from '#symbolic/act-on';
import type { Closure } from '#symbolic/closure';
import { moduleVariables } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import { isGivenAtLoad } from '#symbolic/trusted-outside';
import { listed, type State } from '#symbolic/state';
import { objectValue, type Ref, type Value } from '#symbolic/value';
import type { ChangeFacts } from './change-facts';
import { compareCalls } from './compare-calls';
import { all, unsure, type Finding } from './finding';
import type { SameCode } from './compare-functions';
import { evaluatedModules } from './evaluated-modules';
import type { LoadedPair } from './load-pair';
import type { ValuePair } from './key-tables';
import { otherReaders, type OtherReaders } from './other-readers';
import type { PairWorlds } from './pair-worlds';
import { isAboutNames } from './renamed-keys';
import { ReadVersion, type VersionTexts } from './read-version';
import { BothSides } from './side';
import { ValueComparison } from './value-comparison';

/**
 * Whether everything that modules have made by the time they are loaded is the same in both versions, but for the code of
 * functions, which shows its changes when it is run. What only one version has, only changed code can name.
 */
export function isLoadedAlike(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  ofOutside: OfOutside,
): boolean {
  // A version of the same function: what it does shows when it is called.
  const sameCode: SameCode = (head, base) => facts.arePartners(head, base);
  return compareLoaded(worlds, loaded, facts, { strict: true, sameCode, ofOutside }, 'whole').kind === 'same';
}

/** Whether modules have asked the same of the outside while they were loaded. */
export function isAskedAlike(worlds: PairWorlds, loaded: LoadedPair, facts: ChangeFacts): boolean {
  const sameCode: SameCode = (head, base) => facts.arePartners(head, base);
  return compareCallsOfLoading(worlds, loaded, { strict: true, sameCode }).kind === 'same';
}

/** Whether what the outside gave while modules were loaded is the same in both versions, whatever it is. */
export type OfOutside = 'same' | 'other';

/** The same of some variables of modules and of what some modules export, by their names: all of them are there, and are alike. */
export function isLoadedAlikeIn(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  names: ReadonlySet<string>,
  ofOutside: OfOutside,
): boolean {
  const sameCode: SameCode = (head, base) => facts.arePartners(head, base);
  return compareLoaded(worlds, loaded, facts, { strict: true, sameCode, ofOutside }, 'whole', names).kind === 'same';
}

/**
 * Functions that read something else than before of what modules have made. Null where it cannot be told, or where modules that
 * may be loaded are not.
 */
export function readersOfOthers(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  texts: Readonly<Record<'base' | 'head', VersionTexts>>,
  paths: Readonly<Record<'base' | 'head', string>>,
  ofOutside: OfOutside,
): OtherReaders | null {
  const sameCode: SameCode = (head, base) => facts.arePartners(head, base);
  const versionOf = (name: 'base' | 'head'): ReadVersion | null => {
    const modules = evaluatedModules(loaded[name], worlds[name].keys, texts[name].loaded, paths[name]);
    return modules && new ReadVersion(texts[name], modules, loaded[name], worlds[name].keys);
  };
  const [base, head] = [versionOf('base'), versionOf('head')];
  if (base === null || head === null) return null;
  const areAlike = (values: readonly ValuePair[]): boolean => {
    const named = values.map((each) => ({ ...each, name: 'it' }));
    return compareNamed(worlds, loaded, { strict: true, sameCode, ofOutside }, named).kind === 'same';
  };
  return otherReaders({ versions: { base, head }, loaded, facts, areAlike });
}

/** What modules have made by the time they are loaded, as far as it may be something else than before. */
export interface DoubtOfLoaded {
  /** Why; null where it is the same. */
  readonly why: string | null;
  /** What that rests on. */
  readonly stated: readonly string[];
}

/** `seen`: what is left behind, without what nobody asks for. What was given to the outside is compared with all that it has. */
export function doubtOfLoaded(
  worlds: PairWorlds,
  loaded: LoadedPair,
  seen: LoadedPair,
  facts: ChangeFacts,
  strict: boolean,
): DoubtOfLoaded {
  let isReplaced = false;
  const sameCode: SameCode = (head, base) => {
    const isSame = facts.arePartners(head, base);
    isReplaced ||= !isSame;
    return isSame;
  };
  const stated = new Set<string>();
  const how = { strict, sameCode, doubtsSharing: true, stated };
  const finding = all([
    (): Finding => compareLoaded(worlds, seen, facts, how, 'by name'),
    (): Finding => compareCallsOfLoading(worlds, loaded, how),
  ]);
  if (finding.kind === 'different' || isReplaced)
    return { why: 'it leaves something else behind, which no run has shown', stated: [] };
  return { why: finding.kind === 'unsure' ? finding.why : null, stated: [...stated] };
}

interface HowLoaded {
  readonly strict: boolean;
  readonly sameCode: SameCode;
  readonly ofOutside?: OfOutside;
  readonly doubtsSharing?: boolean;
  /** Takes what values are the same under. */
  readonly stated?: Set<string>;
}

function compareLoaded(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  how: HowLoaded,
  exported: Exported,
  wanted: ReadonlySet<string> | null = null,
): Finding {
  const before = heldBy(worlds.base, loaded.base, (path) => facts.toHead(path), exported);
  const now = heldBy(worlds.head, loaded.head, (path) => path, exported);
  for (const name of wanted ?? []) {
    if (!now.has(name) || !before.has(name)) return unsure(`only one version keeps something in ${name}`);
  }
  const named = [...now].flatMap(([name, is]): NamedPair[] => {
    const was = wanted === null || wanted.has(name) ? before.get(name) : undefined;
    return was === undefined ? [] : [{ name: is.place, head: is.value, base: was.value }];
  });
  return compareNamed(worlds, loaded, how, named);
}

interface NamedPair extends ValuePair {
  readonly name: string;
}

/** With what loading has changed of the language. */
function compareNamed(worlds: PairWorlds, loaded: LoadedPair, how: HowLoaded, named: readonly NamedPair[]): Finding {
  const ways = actOn(worlds.base, loaded.base, (machine): Finding => {
    const sides = new BothSides(worlds.head, loaded.head, machine);
    const isDoubted = how.ofOutside === 'other' ? isGivenAtLoad : undefined;
    const options = {
      ...how,
      inputs: 'by-themselves',
      followsPrototypes: true,
      ...(isDoubted && { isDoubted }),
    } as const;
    const comparison = new ValueComparison(sides, options);
    return all([
      ...named.map(
        ({ name, head, base }) =>
          (): Finding =>
            comparison.values(head, base, name),
      ),
      ...changedOfLanguage(loaded).map((ref) => (): Finding => comparison.kept(ref, ref, 'an object of the language')),
    ]);
  });
  return inOneWay(ways, how);
}

/** What modules have asked of the outside, and told it. */
function compareCallsOfLoading(worlds: PairWorlds, { base, head, calls }: LoadedPair, how: HowLoaded): Finding {
  const [before, now] = [base.fork(), head.fork()];
  Object.assign(before, { outside: calls.base });
  Object.assign(now, { outside: calls.head });
  const { strict, sameCode } = how;
  const options = { world: worlds.head, strict, sameCode };
  return inOneWay(
    actOn(worlds.base, before, (machine) => compareCalls(options, now, machine)),
    how,
  );
}

function inOneWay(ways: readonly Way<Finding>[], { stated }: HowLoaded): Finding {
  for (const { note } of ways.flatMap(({ state }) => listed(state.notes))) {
    if (isAboutNames(note)) stated?.add(note.what);
  }
  const [only, ...others] = ways.map((way) => (way.kind === 'done' ? way.result : unsure('it was cut')));
  return only === undefined || others.length > 0 ? unsure('it loads in several ways') : only;
}

/**
 * Places of what a module exports, and of its variables, that hold another function than before: not a version of the same one.
 * Looking at values does not show it, for functions are told apart by what they do.
 */
export function exchangedFunctions(
  worlds: PairWorlds,
  loaded: LoadedPair,
  facts: ChangeFacts,
  paths: { readonly base: string; readonly head: string },
): string[] {
  const before = functionsIn(worlds.base, loaded.base, paths.base);
  return [...functionsIn(worlds.head, loaded.head, paths.head)].flatMap(([place, now]) => {
    const was = before.get(place);
    return was === undefined || facts.arePartners(now, was) ? [] : [place];
  });
}

/** By place: in variables of a module, in its exports, and directly in objects that these hold. */
function functionsIn(world: World, state: State, path: string): Map<string, Closure> {
  const found = new Map<string, Closure>();
  const look = (value: Value | null | undefined, place: string, depth: number): void => {
    const object = value?.kind === 'object' ? state.heap.get(value.ref) : undefined;
    if (object === undefined) return;
    if (object.internal.kind === 'closure') found.set(place, object.internal.closure);
    if (depth === 0) return;
    for (const [key, property] of object.properties.entries()) {
      if (property.kind === 'data') look(property.value, `${place}.${world.keys.textOf(key)}`, depth - 1);
    }
  };
  for (const variable of moduleVariables(world, state)) {
    if (variable.path === path) look(state.cells.get(variable.cell), variable.name, 1);
  }
  for (const [id, { commonJs }] of state.modules.sorted()) {
    if (commonJs === null || world.keys.textOf(id) !== path) continue;
    // The object `module`, whose property `exports` counts.
    look(objectValue(commonJs), 'module', 2);
  }
  return found;
}

/** Objects of the language that loading has changed, in either version. */
function changedOfLanguage({ base, head }: LoadedPair): Ref[] {
  return [...new Set([...base.heap.entries(), ...head.heap.entries()].flatMap(([ref]) => (ref < 0 ? [ref] : [])))];
}

/** What modules of CommonJS export: as one object, or each by its name, so that one that is new has nothing to be compared with. */
type Exported = 'whole' | 'by name';

interface Held {
  readonly value: Value;
  /** For readers: `src/cart.js#rates`. */
  readonly place: string;
}

/** The values of the variables of all modules, and what modules of CommonJS export, by names as `rates of src/cart.js`. */
function heldBy(world: World, state: State, headPath: (path: string) => string, exported: Exported): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const { name, cell, path } of moduleVariables(world, state)) {
    const value = state.cells.get(cell);
    if (value === null || value === undefined) continue;
    held.set(`${name} of ${headPath(path)}`, { value, place: `${headPath(path)}#${name}` });
  }
  for (const [id, { commonJs, exportsCell }] of state.modules.sorted()) {
    if (commonJs === null) continue;
    const path = headPath(world.keys.textOf(id));
    // Callers cannot get at it, but functions of the module can.
    const own = exported === 'by name' || exportsCell === null ? null : state.cells.get(exportsCell);
    if (own !== null && own !== undefined) {
      held.set(`variable exports of ${path}`, { value: own, place: `${path}#exports` });
    }
    const names = exported === 'whole' ? [] : namesExported(world, state, commonJs);
    if (names.length === 0) held.set(`exports of ${path}`, { value: objectValue(commonJs), place: `${path}#module` });
    for (const [name, value] of names) {
      held.set(`${name} of exports of ${path}`, { value, place: `${path}#module.exports.${name}` });
    }
  }
  return held;
}

/** The properties of a plain object that a module exports, by the object `module`. */
function namesExported(world: World, state: State, module: Ref): (readonly [string, Value])[] {
  const value = dataOf(state, module).find(([key]) => world.keys.textOf(key) === 'exports')?.[1];
  if (value?.kind !== 'object' || state.heap.get(value.ref)?.internal.kind === 'closure') return [];
  return dataOf(state, value.ref).map(([key, property]) => [world.keys.textOf(key), property] as const);
}

function dataOf(state: State, ref: Ref): (readonly [number, Value])[] {
  return [...(state.heap.get(ref)?.properties.entries() ?? [])].flatMap(([key, property]) =>
    property.kind === 'data' ? [[key, property.value] as const] : [],
  );
}
