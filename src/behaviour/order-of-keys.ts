import type { Machine } from '#symbolic/machine';
import { noteOrderOf, orderedBy } from '#symbolic/property-order';
import type { Ref } from '#symbolic/value';
import { withoutNumber } from './key-names';
import type { BothSides } from './side';

/**
 * Whether the properties of two objects are in the same order. It is said where that is so in the order of declarations, on the
 * path of the second.
 */
export function haveSameOrder({ first: left, second: right }: BothSides, first: Ref, second: Ref): boolean {
  const [order, other] = [orderOf(left, first), orderOf(right, second)];
  if (order.join('\n') !== other.join('\n')) return false;
  for (const name of [...orderedBy(left, first, order), ...orderedBy(right, second, other)]) noteOrderOf(right, name);
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
