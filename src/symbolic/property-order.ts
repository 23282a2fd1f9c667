import type { Machine } from './machine';
import { originalPlace } from './own-keys';
import { arrayIndexOf, type PropertyKeyText, type Ref } from './value';

/** Says so where keys are told one after the other, and callers may have written them in another order than the type does. */
export function noteOrder(machine: Machine, ref: Ref, keys: readonly PropertyKeyText[]): void {
  for (const name of orderedBy(machine, ref, keys)) noteOrderOf(machine, name);
}

export function noteOrderOf(machine: Machine, name: string): void {
  machine.note({ kind: 'stated', what: `the properties of ${name} are in the order of their declaration` });
}

/**
 * Copies properties of one object to another, one after the other: the order of those that are new there is the order that
 * callers have chosen, where the object was handed in or is itself such a copy.
 */
export function copyInOrder(
  machine: Machine,
  target: Ref,
  from: Ref,
  keys: readonly PropertyKeyText[],
  copy: (key: PropertyKeyText) => void,
): void {
  const added: PropertyKeyText[] = [];
  for (const key of keys) {
    const before = machine.object(target).nextOrder;
    copy(key);
    if (machine.object(target).nextOrder !== before) added.push(key);
  }
  const names = orderedBy(machine, from, added);
  if (names.length === 0) return;
  const object = machine.object(target);
  machine.update(target, { ...object, orderedBy: [...new Set([...(object.orderedBy ?? []), ...names])] });
}

/** The names of inputs whose callers decide the order of these keys of an object. */
export function orderedBy(machine: Machine, ref: Ref, keys: readonly PropertyKeyText[]): readonly string[] {
  const named = keys.filter((key) => arrayIndexOf(key) < 0);
  if (named.length < 2) return [];
  const { input, orderedBy: copied = [] } = machine.object(ref);
  if (input?.member.kind !== 'object' || input.member.class !== null) return copied;
  const written = named.filter((key) => originalPlace(machine, ref, input, key) !== null);
  return written.length < 2 ? copied : [...new Set([input.location.name, ...copied])];
}
