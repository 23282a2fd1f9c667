import { PersistentMap } from '#core/persistent-map';
import type { AccessorProperty, Property } from './heap-object';
import type { Machine } from './machine';
import { objectValue, type Value } from './value';

export type ErrorName =
  'Error' | 'TypeError' | 'RangeError' | 'ReferenceError' | 'SyntaxError' | 'URIError' | 'EvalError';

/** Throws an error of the language, as the engine does. */
export function throwError(machine: Machine, name: ErrorName, message: string): never {
  return machine.throwValue(makeError(machine, name, machine.terms.constant(message)));
}

export function throwTypeError(machine: Machine, message: string): never {
  return throwError(machine, 'TypeError', message);
}

export function makeError(machine: Machine, name: ErrorName, message: Value): Value {
  const { realm, keys } = machine.world;
  const property: Property = {
    kind: 'data',
    value: message,
    writable: true,
    enumerable: false,
    configurable: true,
    order: 1,
  };
  return objectValue(
    machine.allocate({
      proto: realm.ref(`${name}.prototype`),
      properties: PersistentMap.empty<Property>()
        .set(keys.idOf('stack'), stackProperty(machine))
        .set(keys.idOf('message'), property),
      nextOrder: 2,
      extensible: true,
      internal: { kind: 'error' },
      input: null,
    }),
  );
}

/** The stack that every error is made with. */
export function stackProperty({ world: { realm } }: Machine): AccessorProperty {
  const [get, set] = [realm.ref('get Error.stack'), realm.ref('set Error.stack')];
  return { kind: 'accessor', get, set, enumerable: false, configurable: true, order: 0 };
}
