import type { Term } from '#smt/term';
import { toPrimitive, toText } from './conversions';
import type { Machine } from './machine';
import type { UniqueValue, Value } from './value';

/** ToPropertyKey: a symbol, or a string term. */
export function propertyKey(machine: Machine, value: Value): UniqueValue | Term {
  const primitive = toPrimitive(machine, value, 'string');
  return primitive.kind === 'unique' ? primitive : toText(machine, primitive);
}
