import type { Machine } from './machine';
import { defineData } from './properties';
import type { ObjectValue, Value } from './value';

/** What `next` gives: `{ value, done }`. */
export function iteratorResult(machine: Machine, value: Value, done: boolean): ObjectValue {
  const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
  defineData(machine, made.ref, 'value', value);
  defineData(machine, made.ref, 'done', machine.terms.constant(done));
  return made;
}
