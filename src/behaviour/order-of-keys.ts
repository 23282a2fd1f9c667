import type { Machine } from '#symbolic/machine';
import { noteOrder } from '#symbolic/property-order';
import type { Ref } from '#symbolic/value';
import { withoutNumber } from './key-names';

/** Whether the properties of two objects are in the same order. It is said where that is so in the order of declarations. */
export function haveSameOrder(left: Machine, first: Ref, right: Machine, second: Ref): boolean {
  const [order, other] = [orderOf(left, first), orderOf(right, second)];
  if (order.join('\n') !== other.join('\n')) return false;
  noteOrder(left, first, order);
  noteOrder(right, second, other);
  return true;
}

function orderOf(machine: Machine, ref: Ref): string[] {
  const found = [...machine.object(ref).properties.entries()].flatMap(([id, property]) =>
    property.kind === 'data' && property.enumerable
      ? [{ key: withoutNumber(machine.world.keys.textOf(id)), order: property.order }]
      : [],
  );
  return found.toSorted((a, b) => a.order - b.order).map(({ key }) => key);
}
