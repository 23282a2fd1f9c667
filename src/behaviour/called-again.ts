import type { LaterRoot } from '#replay/later-call';
import { moduleVariables } from '#symbolic/describe-effects';
import { memberName } from '#symbolic/object-changes';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import { isSymbolKey, type Ref, type Value } from '#symbolic/value';
import type { ChangeFacts, FunctionPlace } from './change-facts';
import { changedElsewhere, type ChangedVariable } from './changed-elsewhere';
import { noOtherCode } from './about-calls';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import type { HandedOn } from './handed-on';
import { LastingState } from './lasting-state';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';

/** A function that the module has at its top or exports, or a member of a class or an object there, in both versions. */
export interface CalledAgain {
  readonly name: string;
  readonly from: LaterRoot;
  readonly keys: readonly string[];
  readonly base: Ref;
  readonly head: Ref;
  /** What has it, where it is a member. */
  readonly owner: { readonly base: Ref; readonly head: Ref } | null;
  /** Its number in the head, and in the base. */
  readonly fn: number;
  readonly fnBefore: number;
}

/**
 * Functions that change what a later call of the compared one sees, and that one itself: what it does on a freshly loaded module
 * is then not all that it does. None where nothing is kept between calls, by the module or, as was seen, by the call (`keeps`).
 */
export function calledAgain(
  pair: FunctionPair,
  worlds: PairWorlds,
  loaded: LoadedPair,
  keeps: boolean,
): readonly CalledAgain[] {
  const writers = { base: writersIn(pair.base), head: writersIn(pair.head) };
  if (!keeps && writers.base.size === 0 && writers.head.size === 0) return [];
  const base = functionsAt(worlds.base, loaded.base, pair.base.path);
  const found = functionsAt(worlds.head, loaded.head, pair.head.path);
  const itself = found.find(({ fn }) => fn === pair.head.index);
  return found.flatMap(({ name, from, keys, ref, fn, owner }) => {
    const before = base.find((other) => other.name === name);
    if (before === undefined || (owner === null) !== (before.owner === null)) return [];
    const isItself = fn === pair.head.index && before.fn === pair.base.index;
    const isWriter = writers.head.has(fn) || writers.base.has(before.fn);
    // What a static method keeps is in its class, as a rule, where the others find it.
    const isBeside = owner !== null && owner === itself?.owner && isStatic(pair.head, fn);
    if (!isItself && !isWriter && !isBeside) return [];
    const owners = owner === null || before.owner === null ? null : { head: owner, base: before.owner };
    return [{ name, from, keys, base: before.ref, head: ref, owner: owners, fn, fnBefore: before.fn }];
  });
}

function isStatic(version: FunctionVersion, fn: number): boolean {
  return functionOf(version).module.functions[fn]?.isStatic === true;
}

/** Whether it is known how to call the function itself again, in both versions. */
export function canBeCalledAgain(pair: FunctionPair, worlds: PairWorlds, loaded: LoadedPair): boolean {
  return calledAgain(pair, worlds, loaded, true).some(({ fn }) => fn === pair.head.index);
}

/** What is taken for granted of all that happens between calls where these functions are called again. */
export function takenForGranted(
  version: FunctionVersion,
  again: readonly CalledAgain[],
  others: readonly ChangedVariable[],
  exported: readonly string[],
): string[] {
  const { functions } = functionOf(version).module;
  const isWaiting = again.some(({ fn }) => functions[fn]?.async === true);
  const changed = [...new Set([...others.map(({ name }) => name), ...exported])].toSorted();
  return [...changed.map(noOtherCode), ...(isWaiting ? [oneByOne] : [])];
}

/** Variables that the function sees in either version, and that code changes which is not called in between. */
export function changedInBetween(
  pair: FunctionPair,
  again: readonly CalledAgain[],
  facts: Pick<ChangeFacts, 'toHead'>,
): ChangedVariable[] {
  const now = changedElsewhere(
    pair.head,
    again.map(({ fn }) => fn),
    (path) => path,
  );
  const before = changedElsewhere(
    pair.base,
    again.map(({ fnBefore }) => fnBefore),
    (path) => facts.toHead(path),
  );
  const known = new Set(now.map(({ name }) => name));
  // Who changes it is looked up in the head: what only the base has, has changed with it.
  return [...now, ...before.filter(({ name }) => !known.has(name)).map(({ name }) => ({ name, by: [] }))];
}

/** Why earlier calls of other code may make the versions differ: it has changed, and so may what it leaves behind. */
export function leftOtherwise(
  { loaded }: FunctionVersion,
  others: readonly ChangedVariable[],
  facts: ChangeFacts,
): string | null {
  const isChanged = ({ path, fn }: FunctionPlace): boolean => {
    const functions = loaded.module(path)?.functions ?? [];
    return functions.some((inner) => {
      let at: number | null = inner.index;
      while (at !== null && at !== fn) at = functions[at]?.parent ?? null;
      return at === fn && facts.hasChanged({ path, fn: inner.index });
    });
  };
  const found = others.find(({ by }) => by.some(isChanged));
  return found === undefined
    ? null
    : `changed code puts something into ${found.name}, and what it does to later calls is not compared`;
}

const oneByOne = 'no call begins before the promises of earlier ones have settled';

/** As a function that one can get at after a call. */
export function asHandedOn({ name, from, keys, base, head, owner }: CalledAgain, first: 'base' | 'head'): HandedOn {
  const second = first === 'head' ? 'base' : 'head';
  return {
    first: first === 'head' ? head : base,
    second: first === 'head' ? base : head,
    place: name,
    callee: { from, keys, how: 'call' },
    holder: owner && { first: owner[first], second: owner[second] },
    isSame: false,
    isKnown: true,
  };
}

/** Whether code of its module changes, in variables of the module, what a later call of a function sees. */
export function seesVariables({ base, head }: FunctionPair): boolean {
  return writersIn(base).size > 0 || writersIn(head).size > 0;
}

/** Functions of its module that change what a later call of a function sees. */
export function writersIn(version: FunctionPair['base']): ReadonlySet<number> {
  return new LastingState(functionOf(version).module).writersFor(version.index);
}

interface FunctionAt {
  readonly name: string;
  readonly from: LaterRoot;
  readonly keys: readonly string[];
  readonly ref: Ref;
  readonly fn: number;
  /** The class or object that has it. */
  readonly owner: Ref | null;
}

/** Variables come first: what is exported under another name is the same function. */
function functionsAt(world: World, state: State, path: string): readonly FunctionAt[] {
  const found = new Map<Ref, FunctionAt>();
  const holders = new Map<Ref, Pick<FunctionAt, 'name' | 'from'>>();
  const meet = (value: Value | null | undefined, name: string, from: LaterRoot): void => {
    if (value?.kind !== 'object' || found.has(value.ref)) return;
    const internal = state.heap.get(value.ref)?.internal;
    if (internal?.kind === 'plain') holders.set(value.ref, { name, from });
    if (internal?.kind !== 'closure' || internal.closure.module.path !== path) return;
    const { construction, fn } = internal.closure;
    if (construction === null)
      found.set(value.ref, { name, from, keys: [], ref: value.ref, fn: fn.index, owner: null });
    else holders.set(value.ref, { name, from });
  };
  const meetMembers = (owner: Ref, name: string, from: LaterRoot): void => {
    for (const [id, property] of state.heap.get(owner)?.properties.entries() ?? []) {
      if (property.kind !== 'data' || property.value.kind !== 'object' || found.has(property.value.ref)) continue;
      const { ref } = property.value;
      const internal = state.heap.get(ref)?.internal;
      const key = world.keys.textOf(id);
      const method = memberName(name, key);
      if (internal?.kind !== 'closure' || internal.closure.construction !== null || method === null) continue;
      if (internal.closure.module.path !== path || isSymbolKey(key)) continue;
      found.set(ref, { name: method, from, keys: [key], ref, fn: internal.closure.fn.index, owner });
    }
  };
  for (const variable of moduleVariables(world, state)) {
    const { name } = variable;
    if (variable.path === path) meet(state.cells.get(variable.cell), name, { kind: 'variable', name });
  }
  const own = state.modules.get(world.keys.idOf(path))?.commonJs ?? null;
  const exported = own === null ? undefined : dataAt(state, own, world.keys.idOf('exports'));
  const whole = exported?.kind === 'object' ? state.heap.get(exported.ref) : undefined;
  if (whole?.internal.kind === 'closure') {
    const name = whole.internal.closure.fn.qualifiedName;
    meet(exported, name, { kind: 'export', key: null, name });
  }
  for (const [id, property] of whole?.properties.entries() ?? []) {
    const name = world.keys.textOf(id);
    if (property.kind === 'data') meet(property.value, name, { kind: 'export', key: name, name });
  }
  for (const [owner, { name, from }] of holders) meetMembers(owner, name, from);
  return [...found.values()];
}

function dataAt(state: State, ref: Ref, key: number): Value | undefined {
  const property = state.heap.get(ref)?.properties.get(key);
  return property?.kind === 'data' ? property.value : undefined;
}
