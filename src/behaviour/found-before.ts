import type { HeapObject } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref } from '#symbolic/value';
import type { PairedKey } from './key-names';
import type { BothSides } from './side';

/** An object of each version, as it was when the function was called. */
export interface FoundPair {
  readonly first: HeapObject;
  readonly second: HeapObject;
}

/** Where modules have left something else when they were loaded, that is a difference of theirs, and not of who finds it there. */
export function foundBefore(first: State, left: Ref, second: State, right: Ref): FoundPair | null {
  const [a, b] = [first.heap.get(left), second.heap.get(right)];
  return a === undefined || b === undefined ? null : { first: a, second: b };
}

/** Whether neither version has touched the elements, entries and the like since. */
export function areContentsAsFound(first: HeapObject, second: HeapObject, found: FoundPair | null): boolean {
  return found !== null && found.first.internal === first.internal && found.second.internal === second.internal;
}

/** Whether neither version has written a property since. */
export function isPropertyAsFound(
  { first, second }: BothSides,
  holder: { readonly first: Ref; readonly second: Ref },
  key: PairedKey,
  found: FoundPair | null,
): boolean {
  if (found === null) return false;
  return (
    isUnwritten(first, holder.first, key.first, found.first) &&
    isUnwritten(second, holder.second, key.second, found.second)
  );
}

function isUnwritten(machine: Machine, ref: Ref, key: string, before: HeapObject): boolean {
  const id = machine.world.keys.idOf(key);
  return machine.object(ref).properties.get(id) === before.properties.get(id);
}
