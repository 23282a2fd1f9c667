import { PersistentMap } from '#core/persistent-map';
import { arrayObject, getIndex, indices, isArray, lengthTerm, newArray } from '../array-like';
import { callable } from '../callable';
import { argument, isNullish, isUndefined, toObject } from '../conversions';
import { throwError, throwTypeError } from '../errors';
import { emptyObject } from '../empty-object';
import type { Machine } from '../machine';
import { getProperty, isCallable } from '../properties';
import { settle, settleBy } from '../settle';
import { isTerm, objectValue, wellKnownSymbol, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { forEachOf } from './for-each-of';
import { bounded, exact, type LibraryPart } from './library-model';
import { throwNotIterable } from './call-site';

export const arrayConstructor: LibraryPart = {
  Array: exact((machine, call) => {
    const proto = instancePrototype(machine, call, 'Array.prototype');
    const [only] = call.args;
    const length = only !== undefined && call.args.length === 1 ? settle(machine, only) : null;
    if (length === null || !isTerm(length) || length.sort !== 'num') {
      return objectValue(machine.allocate(arrayObject(machine, call.args, proto)));
    }
    const { terms } = machine;
    const isValid = terms.apply('num.eq', [terms.apply('num.toUint32', [length]), length]);
    if (!machine.decide(isValid)) throwError(machine, 'RangeError', 'Invalid array length');
    const whole = terms.apply('num.toUint32', [length]);
    const internal = { kind: 'array', elements: PersistentMap.empty<Value>(), length: whole, frozen: false } as const;
    return objectValue(machine.allocate(emptyObject(internal, proto)));
  }),
  'Array.isArray': exact((machine, call) => {
    const value = argument(call.args, 0);
    const found = settleBy(machine, value, (kind) => (kind === 'array' || kind === 'tuple' ? 1 : 0));
    if ('class' in found) return machine.terms.constant(found.class === 1);
    return machine.terms.constant(found.settled.kind === 'object' && isArray(machine, found.settled.ref));
  }),
  'Array.of': exact((machine, call) => {
    checkConstructor(machine, call.receiver, call.name);
    return newArray(machine, call.args);
  }),
  'Array.from': bounded((machine, call) => {
    checkConstructor(machine, call.receiver, call.name);
    const [items, mapping, receiver] = [argument(call.args, 0), argument(call.args, 1), argument(call.args, 2)];
    const fn = isUndefined(machine, mapping) ? null : callable(machine, mapping);
    const made: Value[] = [];
    const add = (value: Value): void => {
      const index = machine.terms.constant(made.length);
      made.push(fn === null ? value : machine.call(fn, receiver, [value, index]));
    };
    if (isNullish(machine, items)) throwNotIterable(machine, items);
    const method = settle(machine, getProperty(machine, items, wellKnownSymbol('iterator')));
    if (method.kind === 'undefined' || method.kind === 'null') {
      const ref = toObject(machine, items);
      const length = lengthTerm(machine, ref);
      const tooLong = machine.terms.apply('num.le', [machine.terms.constant(2 ** 32), length]);
      if (machine.decide(tooLong)) throwError(machine, 'RangeError', 'Invalid array length');
      for (const index of indices(machine, length)) add(getIndex(machine, ref, index));
    } else {
      if (!isCallable(machine, method)) throwTypeError(machine, notAFunction);
      forEachOf(machine, items, add);
    }
    return newArray(machine, made);
  }),
  'get Array[Symbol.species]': exact((_machine, call) => call.receiver),
};

const notAFunction =
  '%Array%.from requires that the property of the first argument, items[Symbol.iterator], when exists, be a function';

/** `Array.from` and `Array.of` make what their receiver constructs; only arrays are modelled. */
function checkConstructor(machine: Machine, receiver: Value, name: string): void {
  const settled = settle(machine, receiver);
  if (!isCallable(machine, settled)) return;
  if (settled.ref !== machine.world.realm.ref('Array')) machine.unsupported(`${name} of a subclass`);
}
