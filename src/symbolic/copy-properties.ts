import { toObject } from './conversions';
import type { Machine } from './machine';
import { isEnumerable, ownKeys } from './own-keys';
import { defineData, getFrom } from './properties';
import { copyInOrder } from './property-order';
import { settle } from './settle';
import { objectValue, type PropertyKeyText, type Ref, type Value } from './value';

/** Copies the enumerable own properties of a value, as spread and rest do. */
export function copyDataProperties(
  machine: Machine,
  target: Ref,
  source: Value,
  without: ReadonlySet<PropertyKeyText>,
): void {
  const settled = settle(machine, source);
  if (settled.kind === 'undefined' || settled.kind === 'null') return;
  const from = toObject(machine, settled);
  copyInOrder(machine, target, from, ownKeys(machine, from), (key) => {
    if (without.has(key) || !isEnumerable(machine, from, key)) return;
    defineData(machine, target, key, getFrom(machine, from, key, objectValue(from)));
  });
}
