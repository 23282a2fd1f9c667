import type { Term } from '#smt/term';
import { typedArrayAt, writeElement } from './binary-data';
import { elementsOfType, stored, type ElementType } from './binary-types';
import { toBigInt, toNumber } from './conversions';
import type { Machine } from './machine';
import type { Ref, Value } from './value';

/** `array[index] = value` of a typed array. The value is converted first, whether there is such an index or not. */
export function storeElement(machine: Machine, ref: Ref, index: Term, value: Value): void {
  const view = typedArrayAt(machine, ref);
  if (view === null) return machine.unsupported('an element of what is no typed array');
  return writeElement(machine, ref, index, toElement(machine, view.type, value));
}

/** The element that a value becomes when it is stored. */
export function toElement(machine: Machine, type: ElementType, value: Value): Term {
  const scalar = elementsOfType(type).sort === 'big' ? toBigInt(machine, value) : toNumber(machine, value);
  return stored(machine.terms, type, scalar);
}
