import { PersistentMap } from '#core/persistent-map';
import type { DataProperty, Property } from './heap-object';
import type { Machine } from './machine';
import { isSymbolKey, objectValue, type PropertyKeyText, type Value } from './value';

/** Something of the world outside: a global of the host, a package, a built-in module. */
export function outsideValue(machine: Machine, name: string): Value {
  return objectValue(
    machine.allocate({
      proto: machine.world.realm.ref('Function.prototype'),
      properties: PersistentMap.empty<Property>(),
      nextOrder: 0,
      extensible: true,
      internal: { kind: 'outside', name },
      input: null,
    }),
  );
}

/** What is read from the outside is of the outside, too. */
export function outsideProperty(machine: Machine, name: string, key: PropertyKeyText): DataProperty | null {
  if (isSymbolKey(key) || key === 'prototype') return null;
  const value = outsideValue(machine, `${name}.${key}`);
  return { kind: 'data', value, writable: true, enumerable: true, configurable: true, order: 0 };
}
