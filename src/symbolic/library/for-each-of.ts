import { attempt } from '../attempt';
import { isNullish } from '../conversions';
import { closeIterator, openIterator, takeNext } from '../iteration';
import type { Machine } from '../machine';
import { getProperty } from '../properties';
import { undefinedValue, wellKnownSymbol, type Value } from '../value';
import { throwNotIterable } from './call-site';

/** Visits what a value gives when it is iterated over; an error of the visit closes the iterator. */
export function forEachOf(machine: Machine, iterable: Value, visit: (value: Value) => void): void {
  if (isNullish(machine, iterable)) throwNotIterable(machine, iterable);
  if (isNullish(machine, getProperty(machine, iterable, wellKnownSymbol('iterator')))) {
    throwNotIterable(machine, iterable);
  }
  const open = openIterator(machine, iterable, 'values');
  for (let count = 0; ; count++) {
    if (count > machine.world.limits.spread) machine.cut({ kind: 'loop-bound', at: machine.site });
    const taken = takeNext(machine, open);
    if (taken === null) return;
    const visited = attempt(() => {
      visit(taken.value);
      return undefinedValue;
    });
    if (visited.kind === 'threw') {
      attempt(() => closeIterator(machine, open) ?? undefinedValue);
      machine.throwValue(visited.error);
    }
  }
}
