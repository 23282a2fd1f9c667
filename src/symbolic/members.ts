import type { Term } from '#smt/term';
import { readElement, typedArrayAt } from './binary-data';
import { decideKey, decideKeyToWrite, isNamedByNumbers } from './computed-key';
import { toObject } from './conversions';
import { elementOf, setElement } from './elements';
import { throwTypeError } from './errors';
import type { Machine } from './machine';
import { throwNullishRead, throwNullishWrite } from './nullish-complaints';
import { deleteOwn, getProperty, keyText, prototypeOfPrimitive, setProperty } from './properties';
import { propertyKey } from './property-key';
import { settle } from './settle';
import { shown, shownKey, throwShown } from './shown';
import { isTerm, objectValue, undefinedValue, type SettledValue, type Value } from './value';

/** `object[key]` for a computed key, which may be open. */
export function getComputed(machine: Machine, object: Value, key: Value): Value {
  const receiver = settle(machine, object);
  if (receiver.kind === 'undefined' || receiver.kind === 'null') {
    return throwNullishRead(machine, receiver.kind, shownKey(machine, key));
  }
  const index = openIndex(machine, key);
  if (index !== null && receiver.kind === 'object' && isArray(machine, receiver)) {
    const found = elementOf(machine, receiver.ref, index);
    if (found !== null) return found.value;
    if (!isNamedByNumbers(machine, receiver.ref)) return undefinedValue;
    return machine.decide(isIndex(machine, index)) ? undefinedValue : getByKey(machine, receiver, key);
  }
  if (index !== null && receiver.kind === 'object' && typedArrayAt(machine, receiver.ref) !== null) {
    return readElement(machine, receiver.ref, index) ?? undefinedValue;
  }
  if (index !== null && isTerm(receiver) && receiver.sort === 'str') return codeUnitAt(machine, receiver, index);
  return getByKey(machine, receiver, key);
}

function getByKey(machine: Machine, receiver: SettledValue, key: Value): Value {
  const ref = receiver.kind === 'object' ? receiver.ref : prototypeOfPrimitive(machine, receiver);
  return getProperty(machine, receiver, decideKey(machine, ref, propertyKey(machine, key)));
}

export function setComputed(machine: Machine, object: Value, key: Value, value: Value, strict: boolean): void {
  const receiver = settle(machine, object);
  if (receiver.kind === 'undefined' || receiver.kind === 'null') {
    return throwNullishWrite(machine, receiver.kind, shownKey(machine, key));
  }
  const index = openIndex(machine, key);
  if (index !== null && receiver.kind === 'object' && isArray(machine, receiver)) {
    if (machine.decide(isIndex(machine, index))) {
      setElement(machine, receiver.ref, index, value);
      return;
    }
  }
  if (index !== null && receiver.kind === 'object' && typedArrayAt(machine, receiver.ref) !== null) {
    machine.world.language.storeElement(machine, receiver.ref, index, value);
    return;
  }
  const ref = receiver.kind === 'object' ? receiver.ref : prototypeOfPrimitive(machine, receiver);
  const made = propertyKey(machine, key);
  const text = decideKeyToWrite(machine, ref, made);
  const named = made.kind === 'unique' ? shown(machine, made) : null;
  setProperty(machine, receiver, text, value, strict, named?.kind === 'constant' ? String(named.value) : keyText(text));
}

/** `delete object[key]`. */
export function deleteComputed(machine: Machine, object: Value, key: Value, strict: boolean): boolean {
  const receiver = settle(machine, object);
  if (receiver.kind === 'undefined' || receiver.kind === 'null') {
    throwTypeError(machine, 'Cannot convert undefined or null to object');
  }
  const ref = toObject(machine, receiver);
  const text = decideKey(machine, ref, propertyKey(machine, key));
  const gone = deleteOwn(machine, ref, text);
  if (!gone && strict) {
    throwShown(machine, 'TypeError', [`Cannot delete property '${keyText(text)}' of `, { of: objectValue(ref) }]);
  }
  return gone;
}

/** The key as a number when it is an open one: it need not become text first. */
function openIndex(machine: Machine, key: Value): Term | null {
  const settled = settle(machine, key);
  return isTerm(settled) && settled.sort === 'num' && settled.kind !== 'constant' ? settled : null;
}

function isIndex(machine: Machine, index: Term): Term {
  const { terms } = machine;
  return terms.and([
    terms.apply('num.isInteger', [index]),
    terms.apply('num.le', [terms.constant(0), index]),
    terms.apply('num.lt', [index, terms.constant(2 ** 32 - 1)]),
  ]);
}

function codeUnitAt(machine: Machine, text: Term, index: Term): Value {
  const { terms } = machine;
  const inside = terms.and([
    terms.apply('num.isInteger', [index]),
    terms.apply('num.le', [terms.constant(0), index]),
    terms.apply('num.lt', [index, terms.apply('str.length', [text])]),
  ]);
  if (!machine.decide(inside)) return undefinedValue;
  return terms.apply('str.slice', [text, index, terms.apply('num.add', [index, terms.constant(1)])]);
}

function isArray(machine: Machine, value: SettledValue): boolean {
  return value.kind === 'object' && machine.object(value.ref).internal.kind === 'array';
}
