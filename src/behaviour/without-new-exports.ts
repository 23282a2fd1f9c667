import type { HeapObject } from '#symbolic/heap-object';
import type { Keys } from '#symbolic/keys';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import type { ExportsByName } from './exports-by-name';
import { ignoresThis } from './ignores-this';
import type { LoadedPair } from './load-pair';

type Version = 'base' | 'head';

/** Of both versions. */
export interface ModulesAround {
  /** All that a call can get at. */
  readonly modules: Readonly<Record<Version, ReadonlySet<string>>>;
  readonly exports: Readonly<Record<Version, ExportsByName>>;
  /** The path in the base of a module of the head. */
  readonly toBase: (path: string) => string;
  readonly keys: Keys;
}

/**
 * Both versions as if CommonJS modules did not export what only one of them does: what code that names no such export, and sees no
 * more of the object than the exports that it names, cannot tell apart. Null where there is nothing to leave out, or where more may be seen.
 */
export function withoutNewExports(loaded: LoadedPair, around: ModulesAround): LoadedPair | null {
  const [base, head] = [loaded.base.fork(), loaded.head.fork()];
  let isOther = false;
  for (const path of around.modules.head) {
    const before = exportsIn(loaded.base, around.toBase(path), around.keys);
    const now = exportsIn(loaded.head, path, around.keys);
    if (before === null || now === null) continue;
    const only = { base: keysBeside(before.object, now.object), head: keysBeside(now.object, before.object) };
    if (only.base.length + only.head.length === 0) continue;
    const names = new Set([...only.base, ...only.head].map((key) => around.keys.textOf(key)));
    const isHidden = (version: Version, at: string, { object }: Exports): boolean =>
      isSeenByNames(version, at, object, names, loaded[version], around);
    if (!isHidden('head', path, now) || !isHidden('base', around.toBase(path), before)) return null;
    leaveOut(base, before, only.base);
    leaveOut(head, now, only.head);
    isOther = true;
  }
  return isOther ? { ...loaded, base, head } : null;
}

interface Exports {
  readonly ref: Ref;
  readonly object: HeapObject;
}

/** The plain object that a module exports. */
function exportsIn(state: State, path: string, keys: Keys): Exports | null {
  for (const [id, { commonJs }] of state.modules.sorted()) {
    if (commonJs === null || keys.textOf(id) !== path) continue;
    const module = state.heap.get(commonJs);
    for (const [key, property] of module?.properties.entries() ?? []) {
      if (keys.textOf(key) !== 'exports' || property.kind !== 'data' || property.value.kind !== 'object') continue;
      const object = state.heap.get(property.value.ref);
      return object?.internal.kind === 'plain' ? { ref: property.value.ref, object } : null;
    }
  }
  return null;
}

function keysBeside(object: HeapObject, other: HeapObject): number[] {
  return [...object.properties.entries()].flatMap(([key]) => (other.properties.has(key) ? [] : [key]));
}

/** Whether nothing of an object of exports is seen but by name, and none of some names by what runs later. */
function isSeenByNames(
  version: Version,
  path: string,
  object: HeapObject,
  hidden: ReadonlySet<string>,
  state: State,
  { modules, exports, keys }: ModulesAround,
): boolean {
  const uses = exports[version].usesOf(path, modules[version]);
  if (uses === null || [...uses.later].some((name) => hidden.has(name))) return false;
  const own = new Set([...object.properties.entries()].map(([key]) => keys.textOf(key)));
  // What it inherits, as `valueOf`, may give the object itself.
  const isGiven = (name: string): boolean => own.has(name) || (hidden.has(name) && !(name in {}));
  if (![...uses.names].every(isGiven)) return false;
  return [...object.properties.entries()].every(([, property]) => {
    if (property.kind !== 'data') return false;
    const { value } = property;
    return value.kind !== 'object' || ignoresThis(state.heap.get(value.ref));
  });
}

function leaveOut(state: State, { ref, object }: Exports, keys: readonly number[]): void {
  if (keys.length === 0) return;
  const properties = keys.reduce((left, key) => left.delete(key), object.properties);
  state.heap = state.heap.set(ref, { ...object, properties });
}
