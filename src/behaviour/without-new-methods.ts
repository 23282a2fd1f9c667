import type { LoadedProgram } from '#ir/load-program';
import { isTestPath } from '#project/test-path';
import type { Closure } from '#symbolic/closure';
import type { HeapObject } from '#symbolic/heap-object';
import { isSymbolKey, type Ref } from '#symbolic/value';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { ChangeFacts } from './change-facts';
import type { LoadedPair } from './load-pair';
import type { PairWorlds } from './pair-worlds';

/**
 * Both versions as if classes did not have the methods that are new in the head: who does not ask for one cannot tell, as with a new
 * export. Those stay that stand for something inherited, or that the language asks objects for. The program lists no names of methods
 * (`listsMethods`).
 */
export function withoutNewMethods(worlds: PairWorlds, loaded: LoadedPair, facts: ChangeFacts): WithoutNewMethods {
  const names = new Set<string>();
  const before = classesIn(loaded.base);
  const head = loaded.head.fork();
  for (const [closure, ref] of classesIn(loaded.head)) {
    const partners = [...before].filter(([other]) => facts.arePartners(closure, other));
    const [was] = partners.map(([, each]) => each);
    // One that was made several times may be another each time.
    if (was === undefined || partners.length > 1) continue;
    const leaveOut = (own: Ref, other: Ref): void => {
      const fresh = newMethods(worlds.head, head, own, loaded.base.heap.get(other));
      for (const key of fresh) names.add(worlds.head.keys.textOf(key));
      withoutKeys(head, own, fresh);
    };
    leaveOut(ref, was);
    const [now, old] = [prototypeOf(worlds.head, head, ref), prototypeOf(worlds.base, loaded.base, was)];
    if (now !== null && old !== null) leaveOut(now, old);
  }
  return { loaded: { ...loaded, head }, names };
}

export interface WithoutNewMethods {
  readonly loaded: LoadedPair;
  /** Of the methods that were left out. */
  readonly names: ReadonlySet<string>;
}

/** Whether code of a program may see what methods there are without naming them. */
export function listsMethods({ program, snapshot }: LoadedProgram): boolean {
  return program.modules.some(({ path }) => !isTestPath(path) && listing.test(snapshot.read(path)?.text ?? ''));
}

const listing = /\b(?:getOwnPropertyNames|getOwnPropertyDescriptors?|Reflect|Proxy|eval)\b/;

/** Classes that loading has made once. */
function classesIn({ heap }: State): ReadonlyMap<Closure, Ref> {
  const found = new Map<string, [Closure, Ref] | null>();
  for (const [ref, { internal }] of heap.entries()) {
    if (internal.kind !== 'closure' || internal.closure.construction === null) continue;
    const { module, fn } = internal.closure;
    const key = `${module.path}#${fn.index}`;
    found.set(key, found.has(key) ? null : [internal.closure, ref]);
  }
  return new Map([...found.values()].flatMap((each) => (each === null ? [] : [each])));
}

function prototypeOf(world: World, state: State, ref: Ref): Ref | null {
  const property = state.heap.get(ref)?.properties.get(world.keys.idOf('prototype'));
  return property?.kind === 'data' && property.value.kind === 'object' ? property.value.ref : null;
}

/** Keys of methods that an object has, and its version of the base has not. */
function newMethods(world: World, state: State, ref: Ref, before: HeapObject | undefined): readonly number[] {
  const object = state.heap.get(ref);
  if (object === undefined || before === undefined) return [];
  return [...object.properties.entries()].flatMap(([key, property]) => {
    if (before.properties.get(key) !== undefined || property.kind !== 'data' || property.enumerable) return [];
    const internal = property.value.kind === 'object' ? state.heap.get(property.value.ref)?.internal : undefined;
    if (internal?.kind !== 'closure' || internal.closure.construction !== null) return [];
    const name = world.keys.textOf(key);
    return isSymbolKey(name) || asked.has(name) || isInherited(world, state, object, key) ? [] : [key];
  });
}

function withoutKeys(state: State, ref: Ref, keys: readonly number[]): void {
  const object = state.heap.get(ref);
  if (object === undefined || keys.length === 0) return;
  const properties = keys.reduce((left, key) => left.delete(key), object.properties);
  state.heap = state.heap.set(ref, { ...object, properties });
}

/** Also where it is not known what a class of the outside has. */
function isInherited(world: World, state: State, { proto }: HeapObject, key: number): boolean {
  for (let at = proto; at !== null;) {
    const object: HeapObject = state.heap.get(at) ?? world.realm.object(at);
    const isOfOutside =
      object.input !== null || object.internal.kind === 'outside' || object.internal.kind === 'callback';
    if (isOfOutside || object.properties.get(key) !== undefined) return true;
    at = object.proto;
  }
  return false;
}

/** What the language and hosts ask objects for, besides what all objects have. */
const asked: ReadonlySet<string> = new Set(['then', 'toJSON', 'next', 'return', 'throw', 'handleEvent', 'exec']);
