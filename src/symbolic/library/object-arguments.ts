import type { Term } from '#smt/term';
import { decideKey, decideKeyToWrite } from '../computed-key';
import { argument } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { propertyKey } from '../property-key';
import { settle } from '../settle';
import { throwShown } from '../shown';
import type { ObjectValue, PropertyKeyText, Ref, UniqueValue, Value } from '../value';
import type { LibraryCall } from './library-model';

/** The first argument, which must be an object. */
export function objectArgument(machine: Machine, call: LibraryCall): ObjectValue {
  const value = settle(machine, argument(call.args, 0));
  return value.kind === 'object' ? value : throwTypeError(machine, `${call.name} called on non-object`);
}

/** The property of an object that an argument names. */
export function keyArgument(machine: Machine, ref: Ref, value: Value): PropertyKeyText {
  return decideKey(machine, ref, propertyKey(machine, value));
}

export function keyToWrite(machine: Machine, ref: Ref, key: UniqueValue | Term): PropertyKeyText {
  return decideKeyToWrite(machine, ref, key);
}

/** An object or null, for a prototype. */
export function prototypeArgument(machine: Machine, value: Value): Ref | null {
  const settled = settle(machine, value);
  if (settled.kind === 'object') return settled.ref;
  if (settled.kind === 'null') return null;
  return throwShown(machine, 'TypeError', ['Object prototype may only be an Object or null: ', { of: settled }]);
}

/** A key as a value of the program. */
export function keyValue(machine: Machine, key: PropertyKeyText): Value {
  if (!key.startsWith('\u0000')) return machine.terms.constant(key);
  if (key.startsWith('\u0000@@')) return { kind: 'unique', key, description: `Symbol.${key.slice(3)}` };
  if (key.startsWith('\u0000for ')) return { kind: 'unique', key, description: key.slice(5) };
  return machine.unsupported('a symbol that is found as a key');
}
