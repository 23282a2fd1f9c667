import { moduleVariables } from '#symbolic/describe-effects';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import type { ChangeFacts, FunctionPlace } from './change-facts';
import { changedElsewhere, type ChangedVariable } from './changed-elsewhere';
import { functionOf, type FunctionPair, type FunctionVersion } from './function-pair';
import type { HandedOn } from './handed-on';
import { LastingState } from './lasting-state';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';

/** A function at the top of the module that is compared, in both versions. */
export interface CalledAgain {
  readonly name: string;
  readonly base: Ref;
  readonly head: Ref;
  /** Its number in the head. */
  readonly fn: number;
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
  return functionsAt(worlds.head, loaded.head, pair.head.path).flatMap(({ name, ref, fn }) => {
    const before = base.find((other) => other.name === name);
    if (before === undefined) return [];
    const isItself = fn === pair.head.index && before.fn === pair.base.index;
    const isWriter = writers.head.has(fn) || writers.base.has(before.fn);
    return isItself || isWriter ? [{ name, base: before.ref, head: ref, fn }] : [];
  });
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

export function noOtherCode(name: string): string {
  return `no other code changes ${name}`;
}

/** Variables that the function sees, and that code changes which is not called in between. */
export function changedInBetween(version: FunctionVersion, again: readonly CalledAgain[]): ChangedVariable[] {
  return changedElsewhere(
    version,
    again.map(({ fn }) => fn),
  );
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
export function asHandedOn({ name, base, head }: CalledAgain, first: 'base' | 'head'): HandedOn {
  return {
    first: first === 'head' ? head : base,
    second: first === 'head' ? base : head,
    place: name,
    callee: { from: { kind: 'variable', name }, keys: [], how: 'call' },
    holder: null,
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

function functionsAt(
  world: World,
  state: State,
  path: string,
): readonly { readonly name: string; readonly ref: Ref; readonly fn: number }[] {
  return moduleVariables(world, state).flatMap((variable) => {
    if (variable.path !== path) return [];
    const value = state.cells.get(variable.cell);
    if (value?.kind !== 'object') return [];
    const internal = state.heap.get(value.ref)?.internal;
    if (internal?.kind !== 'closure' || internal.closure.module.path !== path) return [];
    if (internal.closure.construction !== null) return [];
    return [{ name: variable.name, ref: value.ref, fn: internal.closure.fn.index }];
  });
}
