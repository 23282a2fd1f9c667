import type { Closure } from '#symbolic/closure';
import { listed, type OutsideList, type State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';

/** Objects that are looked at, for all calls. */
const mostObjects = 20_000;

/**
 * Whether modules gave the outside, while they were loaded, a function that may do something else than before: what the outside
 * gives then may differ, too (`const total = memoize((n) => …)`).
 */
export function givesOthers(
  loaded: State,
  calls: OutsideList | null,
  mayDiffer: (closure: Closure) => boolean,
): boolean {
  const pending: Value[] = listed(calls).flatMap(({ call }) => call.args);
  const met = new Set<Ref>();
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (value.kind === 'guarded') pending.push(value.yes, value.no);
    if (value.kind !== 'object' || met.has(value.ref)) continue;
    met.add(value.ref);
    if (met.size > mostObjects) return true;
    const object = loaded.heap.get(value.ref);
    if (object === undefined) continue;
    const { internal, properties } = object;
    if (internal.kind === 'closure' && mayDiffer(internal.closure)) return true;
    if (internal.kind === 'bound') pending.push({ kind: 'object', ref: internal.target }, internal.receiver);
    if (internal.kind === 'array') for (const [, element] of internal.elements.entries()) pending.push(element);
    if (internal.kind === 'map' || internal.kind === 'set') {
      for (const entry of internal.entries) if (entry !== null) pending.push(entry.key, entry.value);
    }
    if (object.proto !== null) pending.push({ kind: 'object', ref: object.proto });
    for (const [, property] of properties.entries()) {
      if (property.kind === 'data') pending.push(property.value);
      if (property.kind !== 'accessor') continue;
      for (const ref of [property.get, property.set]) if (ref !== null) pending.push({ kind: 'object', ref });
    }
  }
  return false;
}
