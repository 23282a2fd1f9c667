import type { Machine } from '#symbolic/machine';
import { isTerm, type Ref } from '#symbolic/value';

/** The name of the nearest constructor along the prototypes, as a reader of the value sees it; null without one. */
export function classNameOf(machine: Machine, ref: Ref): string | null {
  const { keys } = machine.world;
  for (let at = machine.object(ref).proto; at !== null; at = machine.object(at).proto) {
    const constructor = machine.object(at).properties.get(keys.idOf('constructor'));
    if (constructor?.kind !== 'data' || constructor.value.kind !== 'object') continue;
    const name = machine.object(constructor.value.ref).properties.get(keys.idOf('name'));
    if (name?.kind !== 'data' || !isTerm(name.value) || name.value.kind !== 'constant') return '';
    return String(name.value.value);
  }
  return null;
}
