import type { Term } from '#smt/term';
import { sameObject } from '../aliasing';
import { noteKindAsked } from '../asked-kind';
import { argument, isNullish, toObject } from '../conversions';
import { throwTypeError } from '../errors';
import { isEnumerable, presentProperty } from '../own-keys';
import { findProperty, getFrom, getProperty, isCallable } from '../properties';
import { defineOwn, type Descriptor } from '../property-descriptor';
import { propertyKey } from '../property-key';
import { settle } from '../settle';
import { builtinTag } from '../shown';
import { isTerm, objectValue, undefinedValue, wellKnownSymbol } from '../value';
import { bounded, exact, type LibraryModel, type LibraryPart } from './library-model';
import { keyArgument, keyToWrite } from './object-arguments';
import { hasOwnKey } from './object-keys';

/** Methods that all objects inherit. */
export const objectMethods: LibraryPart = {
  'Object.prototype.hasOwnProperty': bounded((machine, call) => {
    const key = propertyKey(machine, argument(call.args, 0));
    return hasOwnKey(machine, toObject(machine, call.receiver), key);
  }),
  'Object.prototype.propertyIsEnumerable': bounded((machine, call) => {
    const key = propertyKey(machine, argument(call.args, 0));
    const ref = toObject(machine, call.receiver);
    return machine.terms.constant(isEnumerable(machine, ref, keyArgument(machine, ref, key)));
  }),
  'Object.prototype.isPrototypeOf': exact((machine, call) => {
    const value = settle(machine, argument(call.args, 0));
    if (value.kind !== 'object') return machine.terms.false;
    noteKindAsked(machine, value.ref);
    const ref = toObject(machine, call.receiver);
    for (let at = machine.object(value.ref).proto; at !== null; at = machine.object(at).proto) {
      if (sameObject(machine, at, ref)) return machine.terms.true;
    }
    return machine.terms.false;
  }),
  'Object.prototype.toString': exact((machine, call) => {
    const { terms } = machine;
    const receiver = settle(machine, call.receiver);
    if (receiver.kind === 'undefined') return terms.constant('[object Undefined]');
    if (receiver.kind === 'null') return terms.constant('[object Null]');
    const ref = toObject(machine, receiver);
    const tag = settle(machine, getFrom(machine, ref, wellKnownSymbol('toStringTag'), receiver));
    const text: Term = isTerm(tag) && tag.sort === 'str' ? tag : terms.constant(builtinTag(machine, ref));
    return terms.apply('str.concat', [terms.constant('[object '), text, terms.constant(']')]);
  }),
  'Object.prototype.toLocaleString': exact((machine, call) => {
    if (isNullish(machine, call.receiver)) throwTypeError(machine, `${call.name} called on null or undefined`);
    return machine.call(getProperty(machine, call.receiver, 'toString'), call.receiver, []);
  }),
  'Object.prototype.valueOf': exact((machine, call) => objectValue(toObject(machine, call.receiver))),
  'Object.prototype.__defineGetter__': defining('get'),
  'Object.prototype.__defineSetter__': defining('set'),
  'Object.prototype.__lookupGetter__': lookup('get'),
  'Object.prototype.__lookupSetter__': lookup('set'),
};

function defining(part: 'get' | 'set'): LibraryModel {
  return bounded((machine, call) => {
    const ref = toObject(machine, call.receiver);
    const fn = settle(machine, argument(call.args, 1));
    if (!isCallable(machine, fn)) throwTypeError(machine, `${call.name}: Expecting function`);
    const key = keyToWrite(machine, ref, propertyKey(machine, argument(call.args, 0)));
    const nothing: Descriptor = {
      value: null,
      writable: null,
      get: null,
      set: null,
      enumerable: true,
      configurable: true,
    };
    const failure = defineOwn(machine, ref, key, { ...nothing, [part]: { fn: fn.ref } });
    return failure === null ? undefinedValue : throwTypeError(machine, failure);
  });
}

function lookup(part: 'get' | 'set'): LibraryModel {
  return bounded((machine, call) => {
    const ref = toObject(machine, call.receiver);
    const key = keyArgument(machine, ref, argument(call.args, 0));
    const found = presentProperty(machine, ref, key) ?? findProperty(machine, ref, key);
    const fn = found?.kind === 'accessor' ? found[part] : null;
    return fn === null ? undefinedValue : objectValue(fn);
  });
}
