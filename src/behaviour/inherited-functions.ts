import type { Property } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import { isSameValue } from '#symbolic/object-changes';
import type { Ref } from '#symbolic/value';
import type { BothSides } from './side';

/** Functions of two versions that are found under one name. */
export interface FunctionPairAt {
  readonly first: Ref;
  readonly second: Ref;
}

/** What instances of two versions of a class inherit from it and from what it extends: functions in pairs; null where the rest is not alike. */
export function inheritedFunctions(sides: BothSides, first: Ref, second: Ref): readonly FunctionPairAt[] | null {
  const found: FunctionPairAt[] = [];
  let [left, right] = [prototypeOf(sides.first, first), prototypeOf(sides.second, second)];
  while (left !== null && right !== null && (left !== right || left > 0)) {
    const [a, b] = [sides.first.object(left), sides.second.object(right)];
    if (a.input !== null && a.input.location === b.input?.location) return found;
    for (const id of new Set([...a.properties.entries(), ...b.properties.entries()].map(([each]) => each))) {
      if (sides.first.world.keys.textOf(id) === 'constructor') continue;
      const pairs = pairsIn(a.properties.get(id), b.properties.get(id));
      if (pairs === null) return null;
      found.push(...pairs);
    }
    [left, right] = [a.proto, b.proto];
  }
  return left === right ? found : null;
}

/** Of a class of the program. */
export function prototypeOf(machine: Machine, ref: Ref): Ref | null {
  const { internal, properties } = machine.object(ref);
  if (internal.kind !== 'closure' || internal.closure.construction === null) return null;
  const property = properties.get(machine.world.keys.idOf('prototype'));
  return property?.kind === 'data' && property.value.kind === 'object' ? property.value.ref : null;
}

function pairsIn(a: Property | undefined, b: Property | undefined): readonly FunctionPairAt[] | null {
  if (a?.kind === 'data' && b?.kind === 'data') {
    if (a.value.kind !== 'object' || b.value.kind !== 'object') return isSameValue(a.value, b.value) ? [] : null;
    return [{ first: a.value.ref, second: b.value.ref }];
  }
  if (a?.kind !== 'accessor' || b?.kind !== 'accessor') return null;
  const [get, set] = [pairOf(a.get, b.get), pairOf(a.set, b.set)];
  return get === null || set === null ? null : [...get, ...set];
}

function pairOf(first: Ref | null, second: Ref | null): readonly FunctionPairAt[] | null {
  if (first === null || second === null) return first === second ? [] : null;
  return [{ first, second }];
}
