import type { Machine } from './machine';
import { defineData } from './properties';
import type { Value } from './value';

/** A regular expression object. */
export function regExp(machine: Machine, source: string, flags: string): Value {
  const made = machine.create({ kind: 'regexp', source, flags }, machine.world.realm.ref('RegExp.prototype'));
  const attributes = { enumerable: false, configurable: false };
  defineData(machine, made.ref, 'lastIndex', machine.terms.constant(0), attributes);
  return made;
}
