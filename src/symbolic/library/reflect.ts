import { newArray } from '../array-like';
import { argument, typeOf } from '../conversions';
import type { Machine } from '../machine';
import { hasOwn, presentProperty } from '../own-keys';
import { deleteOwn, getFrom, isCallable, setFrom } from '../properties';
import { defineOwn, fromProperty, toDescriptor } from '../property-descriptor';
import { propertyKey } from '../property-key';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { undefinedValue, type ObjectValue, type Ref, type Value } from '../value';
import { listOf } from './function-methods';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { keyArgument, keyToWrite, keyValue, objectArgument, prototypeArgument } from './object-arguments';
import { preventExtensions } from './object-integrity';
import { allKeys } from './object-keys';
import { prototypeValue, setPrototype } from './object-prototypes';

export const reflect: LibraryPart = {
  'Reflect.apply': bounded((machine, call) => {
    const fn = settle(machine, argument(call.args, 0));
    if (!isCallable(machine, fn)) return notApplicable(machine, fn);
    return machine.call(fn, argument(call.args, 1), listOf(machine, argument(call.args, 2)));
  }),
  'Reflect.construct': bounded((machine, call) => {
    const target = constructor(machine, argument(call.args, 0));
    const newTarget = call.args.length > 2 ? constructor(machine, argument(call.args, 2)) : target;
    return machine.construct(target, listOf(machine, argument(call.args, 1)), newTarget);
  }),
  'Reflect.defineProperty': onObject((machine, { ref }, call) => {
    const key = keyToWrite(machine, ref, propertyKey(machine, argument(call.args, 1)));
    const failure = defineOwn(machine, ref, key, toDescriptor(machine, argument(call.args, 2)));
    return machine.terms.constant(failure === null);
  }),
  'Reflect.deleteProperty': onObject((machine, { ref }, call) =>
    machine.terms.constant(deleteOwn(machine, ref, keyArgument(machine, ref, argument(call.args, 1)))),
  ),
  'Reflect.get': onObject((machine, object, call) => {
    const key = keyArgument(machine, object.ref, argument(call.args, 1));
    return getFrom(machine, object.ref, key, call.args.length > 2 ? argument(call.args, 2) : object);
  }),
  'Reflect.getOwnPropertyDescriptor': onObject((machine, { ref }, call) => {
    const own = presentProperty(machine, ref, keyArgument(machine, ref, argument(call.args, 1)));
    return own === null ? undefinedValue : fromProperty(machine, own);
  }),
  'Reflect.getPrototypeOf': onObject((machine, { ref }) => prototypeValue(machine, ref)),
  'Reflect.has': onObject((machine, { ref }, call) =>
    machine.terms.constant(isThere(machine, ref, keyArgument(machine, ref, argument(call.args, 1)))),
  ),
  'Reflect.isExtensible': onObject((machine, { ref }) => machine.terms.constant(machine.object(ref).extensible)),
  'Reflect.ownKeys': onObject((machine, { ref }) =>
    newArray(
      machine,
      allKeys(machine, ref).map((key) => keyValue(machine, key)),
    ),
  ),
  'Reflect.preventExtensions': onObject((machine, { ref }) => {
    preventExtensions(machine, ref);
    return machine.terms.true;
  }),
  'Reflect.set': onObject((machine, object, call) => {
    const key = keyToWrite(machine, object.ref, propertyKey(machine, argument(call.args, 1)));
    const receiver = call.args.length > 3 ? settle(machine, argument(call.args, 3)) : object;
    return machine.terms.constant(setFrom(machine, object.ref, key, argument(call.args, 2), receiver) === null);
  }),
  'Reflect.setPrototypeOf': exact((machine, call) => {
    const { ref } = objectArgument(machine, call);
    const proto = prototypeArgument(machine, argument(call.args, 1));
    return machine.terms.constant(setPrototype(machine, ref, proto) === null);
  }),
};

function onObject(run: (machine: Machine, object: ObjectValue, call: LibraryCall) => Value): LibraryModel {
  return bounded((machine, call) => run(machine, objectArgument(machine, call), call));
}

function isThere(machine: Machine, start: Ref, key: string): boolean {
  for (let at: Ref | null = start; at !== null; at = machine.object(at).proto)
    if (hasOwn(machine, at, key)) return true;
  return false;
}

function notApplicable(machine: Machine, value: Value): never {
  const type = typeOf(machine, value);
  const article = /^[aeiou]/.test(type) ? 'an' : 'a';
  const complaint = `, which is ${article} ${type} and not a function`;
  return throwShown(machine, 'TypeError', ['Function.prototype.apply was called on ', { of: value }, complaint]);
}

function constructor(machine: Machine, value: Value): ObjectValue {
  const settled = settle(machine, value);
  if (settled.kind === 'object' && constructs(machine, settled.ref)) return settled;
  return throwShown(machine, 'TypeError', [{ of: settled }, ' is not a constructor']);
}

function constructs(machine: Machine, ref: Ref): boolean {
  const { internal } = machine.object(ref);
  switch (internal.kind) {
    case 'closure': {
      const { fn, construction } = internal.closure;
      return construction !== null || (fn.kind === 'function' && !fn.async && !fn.generator);
    }
    case 'builtin':
      return internal.constructs;
    case 'bound':
      return constructs(machine, internal.target);
    case 'callback':
    case 'outside':
      return machine.unsupported('whether a function that was handed in is a constructor');
    default:
      return false;
  }
}
