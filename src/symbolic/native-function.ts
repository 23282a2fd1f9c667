import { PersistentMap } from '#core/persistent-map';
import type { Property } from './heap-object';
import { emptyObject } from './empty-object';
import type { Machine } from './machine';
import { objectValue, undefinedValue, type ObjectValue, type Value } from './value';

/** Name of the model of `require`; it remembers the module that it belongs to. */
export const requireName = '%require%';

/**
 * A function that the language makes on its way, such as those that a promise hands out. Its model is in the library
 * under the given name and gets what the function remembers before its arguments.
 */
export function nativeFunction(
  machine: Machine,
  name: string,
  remembered: readonly Value[],
  length: number,
): ObjectValue {
  const { realm } = machine.world;
  const proto = realm.ref('Function.prototype');
  const target = machine.create({ kind: 'builtin', name, constructs: false }, proto);
  const bound = { kind: 'bound', target: target.ref, receiver: undefinedValue, args: remembered } as const;
  const properties = functionProperties(machine, machine.terms.constant(length), machine.terms.constant(''));
  return objectValue(machine.allocate({ ...emptyObject(bound, proto), properties, nextOrder: 2 }));
}

/** `length` and `name` of a function. */
export function functionProperties(machine: Machine, length: Value, name: Value): PersistentMap<Property> {
  const { keys } = machine.world;
  return PersistentMap.empty<Property>()
    .set(keys.idOf('length'), hidden(length, 0))
    .set(keys.idOf('name'), hidden(name, 1));
}

function hidden(value: Value, order: number): Property {
  return { kind: 'data', value, writable: false, enumerable: false, configurable: true, order };
}
