import { beforeWrite, sameObject } from '../aliasing';
import { noteKindAsked } from '../asked-kind';
import { argument, toObject } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { isEnumerable, ownKeys } from '../own-keys';
import { getFrom } from '../properties';
import { defineOwn, toDescriptor } from '../property-descriptor';
import { copyInOrder } from '../property-order';
import { propertyKey } from '../property-key';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { bounded, exact, type LibraryPart } from './library-model';
import { keyToWrite, objectArgument, prototypeArgument } from './object-arguments';

/** Making objects, their prototypes, and defining their properties. */
export const objectPrototypes: LibraryPart = {
  Object: exact((machine, call) => {
    const target = call.newTarget === null ? null : settle(machine, call.newTarget);
    const isSubclass = target?.kind === 'object' && target.ref !== machine.world.realm.ref('Object');
    const value = settle(machine, argument(call.args, 0));
    if (isSubclass || value.kind === 'undefined' || value.kind === 'null') {
      return machine.create({ kind: 'plain' }, instancePrototype(machine, call, 'Object.prototype'));
    }
    return objectValue(toObject(machine, value));
  }),
  'Object.create': bounded((machine, call) => {
    const proto = prototypeArgument(machine, argument(call.args, 0));
    const made = machine.create({ kind: 'plain' }, proto);
    const properties = settle(machine, argument(call.args, 1));
    if (properties.kind !== 'undefined') defineAll(machine, made.ref, properties);
    return made;
  }),
  'Object.defineProperty': bounded((machine, call) => {
    const object = objectArgument(machine, call);
    const key = keyToWrite(machine, object.ref, propertyKey(machine, argument(call.args, 1)));
    const failure = defineOwn(machine, object.ref, key, toDescriptor(machine, argument(call.args, 2)));
    return failure === null ? object : throwTypeError(machine, failure);
  }),
  'Object.defineProperties': bounded((machine, call) => {
    const object = objectArgument(machine, call);
    defineAll(machine, object.ref, argument(call.args, 1));
    return object;
  }),
  'Object.getPrototypeOf': exact((machine, call) => prototypeValue(machine, toObject(machine, argument(call.args, 0)))),
  'Object.setPrototypeOf': exact((machine, call) => {
    const value = settle(machine, argument(call.args, 0));
    if (value.kind === 'undefined' || value.kind === 'null') {
      throwTypeError(machine, 'Object.setPrototypeOf called on null or undefined');
    }
    const proto = prototypeArgument(machine, argument(call.args, 1));
    if (value.kind === 'object') changePrototype(machine, value.ref, proto);
    return value;
  }),
  'get Object.prototype.__proto__': exact((machine, call) => prototypeValue(machine, toObject(machine, call.receiver))),
  'set Object.prototype.__proto__': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind === 'undefined' || receiver.kind === 'null') {
      throwTypeError(machine, 'set Object.prototype.__proto__ called on null or undefined');
    }
    const proto = settle(machine, argument(call.args, 0));
    if (receiver.kind !== 'object' || (proto.kind !== 'object' && proto.kind !== 'null')) return undefinedValue;
    changePrototype(machine, receiver.ref, proto.kind === 'object' ? proto.ref : null);
    return undefinedValue;
  }),
};

export function prototypeValue(machine: Machine, ref: Ref): Value {
  noteKindAsked(machine, ref);
  const { proto } = machine.object(ref);
  return proto === null ? { kind: 'null' } : objectValue(proto);
}

/** SetPrototypeOf: what is in the way, or null when it was done. */
export function setPrototype(machine: Machine, ref: Ref, proto: Ref | null): 'cycle' | 'not-extensible' | null {
  if (machine.object(ref).proto === proto) return null;
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  if (!object.extensible || ref === machine.world.realm.ref('Object.prototype')) return 'not-extensible';
  for (let at = proto; at !== null; at = machine.object(at).proto) if (sameObject(machine, at, ref)) return 'cycle';
  machine.update(ref, { ...object, proto });
  return null;
}

function changePrototype(machine: Machine, ref: Ref, proto: Ref | null): void {
  const failure = setPrototype(machine, ref, proto);
  if (failure === 'cycle') throwTypeError(machine, 'Cyclic __proto__ value');
  if (failure === null) return;
  if (ref === machine.world.realm.ref('Object.prototype')) {
    throwTypeError(machine, "Immutable prototype object 'Object.prototype' cannot have their prototype set");
  }
  throwShown(machine, 'TypeError', [{ of: objectValue(ref) }, ' is not extensible']);
}

/** ObjectDefineProperties: all descriptors are read before the first is applied. */
function defineAll(machine: Machine, ref: Ref, properties: Value): void {
  const from = toObject(machine, properties);
  const wanted = ownKeys(machine, from)
    .filter((key) => isEnumerable(machine, from, key))
    .map((key) => ({ key, descriptor: toDescriptor(machine, getFrom(machine, from, key, objectValue(from))) }));
  const descriptors = new Map(wanted.map(({ key, descriptor }) => [key, descriptor]));
  copyInOrder(machine, ref, from, [...descriptors.keys()], (key) => {
    const descriptor = descriptors.get(key);
    const failure = descriptor === undefined ? null : defineOwn(machine, ref, key, descriptor);
    if (failure !== null) throwTypeError(machine, failure);
  });
}
