import type { Term } from '#smt/term';
import { beforeWrite } from './aliasing';
import { readElement, typedArrayAt } from './binary-data';
import { inputProperty } from './input-properties';
import { elementOf, setElement, setLength, settled } from './elements';
import type { AccessorProperty, DataProperty, HeapObject, Property } from './heap-object';
import type { Complaint, Machine } from './machine';
import { moduleExport } from './namespaces';
import { throwNullishRead, throwNullishWrite } from './nullish-complaints';
import { requireName } from './native-function';
import { deleteOutside, globalOfOutside, outsideProperty, takenForThing, writeOutside } from './outside';
import { isPresent, settle } from './settle';
import {
  arrayIndexOf,
  isSymbolKey,
  isTerm,
  objectValue,
  undefinedValue,
  type ObjectValue,
  type PropertyKeyText,
  type Ref,
  type SettledValue,
  type Value,
} from './value';

type OwnProperty = DataProperty | AccessorProperty;

/** `receiver[key]`. */
export function getProperty(machine: Machine, receiver: Value, key: PropertyKeyText): Value {
  const target = settle(machine, takenForThing(machine, receiver));
  if (target.kind === 'undefined' || target.kind === 'null') {
    return throwNullishRead(machine, target.kind, machine.terms.constant(keyText(key)));
  }
  if (target.kind === 'object') return getFrom(machine, target.ref, key, target);
  if (isTerm(target) && target.sort === 'str') {
    const own = stringProperty(machine, target, key);
    if (own !== null) return own;
  }
  return getFrom(machine, prototypeOfPrimitive(machine, target), key, target);
}

/** Looks a property up along the prototypes; an accessor runs on the receiver. */
export function getFrom(machine: Machine, start: Ref, key: PropertyKeyText, receiver: Value): Value {
  const found = findProperty(machine, start, key);
  if (found === null) return missing(machine, start, key);
  if (found.kind === 'data') return found.value;
  return found.get === null ? undefinedValue : machine.call(objectValue(found.get), receiver, []);
}

/** What is read where the object has no such property. */
function missing(machine: Machine, start: Ref, key: PropertyKeyText): Value {
  const { internal } = machine.object(start);
  if (start === machine.world.realm.global && !isSymbolKey(key)) return globalOfOutside(machine, key) ?? undefinedValue;
  // It may be a class: then `extends`, `instanceof` and whoever reads it find what instances inherit.
  if (key === 'prototype' && internal.kind === 'callback') {
    return machine.unsupported('the prototype of a function that was handed in');
  }
  const target = internal.kind === 'bound' ? machine.object(internal.target).internal : internal;
  if (key === 'main' && target.kind === 'builtin' && target.name === requireName) {
    machine.note({ kind: 'stated', what: 'require.main is another module' });
  }
  return undefinedValue;
}

export function findProperty(machine: Machine, start: Ref, key: PropertyKeyText): OwnProperty | null {
  for (let ref: Ref | null = start; ref !== null;) {
    const own = ownProperty(machine, ref, key);
    if (own !== null) return own;
    ref = machine.object(ref).proto;
  }
  return null;
}

/** A property of the object itself; what an input has there is decided now. */
export function ownProperty(machine: Machine, ref: Ref, key: PropertyKeyText): OwnProperty | null {
  const object = machine.object(ref);
  const { internal } = object;
  if (internal.kind === 'array') {
    if (key === 'length') return hiddenData(internal.length, !internal.frozen);
    const index = arrayIndexOf(key);
    if (index >= 0) return elementOf(machine, ref, machine.terms.constant(index));
  }
  if (internal.kind === 'view' && isNumericKey(key)) return viewElement(machine, ref, key);
  if (internal.kind === 'boxed' && isTerm(internal.value) && internal.value.sort === 'str') {
    const own = stringProperty(machine, internal.value, key);
    if (own !== null) return { ...hiddenData(own, false), enumerable: key !== 'length' };
  }
  const stored = object.properties.get(machine.world.keys.idOf(key));
  if (stored !== undefined) return stored.kind === 'absent' ? null : stored;
  if (internal.kind === 'namespace') return moduleExport(machine, internal.module, key);
  if (internal.kind === 'outside') return outsideProperty(machine, internal.name, key);
  return object.input === null ? null : inputProperty(machine, ref, object.input, key);
}

/** What is at an index of a typed array: nothing outside of it, also not what its prototypes have. */
function viewElement(machine: Machine, ref: Ref, key: PropertyKeyText): OwnProperty | null {
  if (typedArrayAt(machine, ref) === null) return null;
  const value = Object.is(Number(key), -0) ? null : readElement(machine, ref, machine.terms.constant(Number(key)));
  return value === null
    ? null
    : { kind: 'data', value, writable: true, enumerable: true, configurable: true, order: 0 };
}

/** Whether a key means an element of a typed array, or the lack of one. */
export function isElementKey(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  return isNumericKey(key) && typedArrayAt(machine, ref) !== null;
}

/** CanonicalNumericIndexString. */
function isNumericKey(key: PropertyKeyText): boolean {
  return key === '-0' || String(Number(key)) === key;
}

/** `receiver[key] = value`. */
export function setProperty(
  machine: Machine,
  receiver: Value,
  key: PropertyKeyText,
  value: Value,
  strict: boolean,
  shownKey = keyText(key),
): void {
  const target = settle(machine, takenForThing(machine, receiver));
  if (target.kind === 'undefined' || target.kind === 'null') {
    return throwNullishWrite(machine, target.kind, machine.terms.constant(keyText(key)));
  }
  const start = target.kind === 'object' ? target.ref : prototypeOfPrimitive(machine, target);
  const failure = setFrom(machine, start, key, value, target, shownKey);
  if (failure !== null && strict) machine.world.language.complain(machine, failure);
}

/** Gives what the engine complains about in strict code, or null. */
export function setFrom(
  machine: Machine,
  start: Ref,
  key: PropertyKeyText,
  value: Value,
  receiver: SettledValue,
  shownKey = keyText(key),
): Complaint | null {
  if (receiver.kind === 'object' && isElementKey(machine, receiver.ref, key)) {
    // There is no element under the text '-0', while −0 as an index is 0.
    const index = machine.terms.constant(key === '-0' ? NaN : Number(key));
    machine.world.language.storeElement(machine, receiver.ref, index, value);
    return null;
  }
  if (receiver.kind === 'object') {
    const { internal } = machine.object(receiver.ref);
    if (internal.kind === 'outside') {
      writeOutside(machine, internal.name, key, value);
      return null;
    }
  }
  const found = findProperty(machine, start, key);
  const written = value.kind === 'input' && !isPresent(machine, value.location) ? undefinedValue : value;
  if (found?.kind === 'accessor') {
    if (found.set === null)
      return [`Cannot set property ${shownKey} of `, { of: receiver }, ' which has only a getter'];
    machine.call(objectValue(found.set), receiver, [written]);
    return null;
  }
  if (found !== null && !found.writable) return readOnly(machine, shownKey, receiver);
  if (receiver.kind !== 'object') {
    const isText = isTerm(receiver) && receiver.sort === 'str' && stringProperty(machine, receiver, key) !== null;
    if (isText) return readOnly(machine, shownKey, receiver);
    return [`Cannot create property '${shownKey}' on ${typeName(machine, receiver)} '`, { of: receiver }, "'"];
  }
  const own = ownProperty(machine, receiver.ref, key);
  if (own !== null) {
    if (own.kind === 'accessor' || !own.writable) return readOnly(machine, shownKey, receiver);
    return writeData(machine, receiver.ref, key, written, own);
  }
  if (!machine.object(receiver.ref).extensible) return [`Cannot add property ${shownKey}, object is not extensible`];
  return writeData(machine, receiver.ref, key, written, null);
}

function readOnly(machine: Machine, shownKey: string, receiver: SettledValue): Complaint {
  const what = `of ${typeName(machine, receiver)} '`;
  return [`Cannot assign to read only property '${shownKey}' ${what}`, { of: receiver }, "'"];
}

function writeData(machine: Machine, ref: Ref, key: PropertyKeyText, value: Value, own: DataProperty | null): null {
  beforeWrite(machine, ref);
  const { internal } = machine.object(ref);
  if (internal.kind === 'array') {
    if (key === 'length') {
      setLength(machine, ref, value);
      return null;
    }
    const index = arrayIndexOf(key);
    if (index >= 0) {
      setElement(machine, ref, machine.terms.constant(index), value);
      return null;
    }
  }
  defineData(machine, ref, key, value, own ?? {});
  return null;
}

/** Puts a data property on the object itself, whatever was there. Attributes not given are true. */
export function defineData(
  machine: Machine,
  ref: Ref,
  key: PropertyKeyText,
  value: Value,
  attributes: { readonly writable?: boolean; readonly enumerable?: boolean; readonly configurable?: boolean } = {},
): void {
  const { writable = true, enumerable = true, configurable = true } = attributes;
  if (isElementKey(machine, ref, key)) machine.unsupported('an element of a typed array that is defined');
  const index = machine.object(ref).internal.kind === 'array' ? arrayIndexOf(key) : -1;
  if (index >= 0) {
    setElement(machine, ref, machine.terms.constant(index), value);
    return;
  }
  defineProperty(machine, ref, key, { kind: 'data', value, writable, enumerable, configurable, order: 0 });
}

/** The property keeps its place in the order of keys when it was there before. */
export function defineProperty(machine: Machine, ref: Ref, key: PropertyKeyText, property: OwnProperty): void {
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  const id = machine.world.keys.idOf(key);
  const before = object.properties.get(id);
  const kept = before !== undefined && before.kind !== 'absent';
  const order = kept ? before.order : object.nextOrder;
  machine.update(ref, {
    ...object,
    properties: object.properties.set(id, { ...property, order }),
    nextOrder: kept ? object.nextOrder : object.nextOrder + 1,
  });
}

/** `delete`: true when the property is gone. */
export function deleteOwn(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  const own = ownProperty(machine, ref, key);
  if (own === null) return ref !== machine.world.realm.global || deleteOutside(machine, key);
  if (!own.configurable || isElementKey(machine, ref, key)) return false;
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  const { internal } = object;
  const index = internal.kind === 'array' ? arrayIndexOf(key) : -1;
  if (internal.kind === 'array' && index >= 0) {
    const all = object.input === null ? { ...object, internal } : settled(machine, ref);
    machine.update(ref, { ...all, internal: { ...all.internal, elements: all.internal.elements.delete(index) } });
    return true;
  }
  const id = machine.world.keys.idOf(key);
  // Of these, the world outside has more than is stored.
  const isOpen = object.input !== null || ref === machine.world.realm.global;
  const properties: HeapObject['properties'] = isOpen
    ? object.properties.set(id, absent)
    : object.properties.delete(id);
  machine.update(ref, { ...object, properties });
  return true;
}

const absent: Property = { kind: 'absent' };

export function prototypeOfPrimitive(machine: Machine, value: SettledValue): Ref {
  return machine.world.realm.ref(`${constructorOfPrimitive(value)}.prototype`);
}

function constructorOfPrimitive(value: SettledValue): string {
  if (value.kind === 'unique') return 'Symbol';
  if (!isTerm(value)) return 'Object';
  return { bool: 'Boolean', num: 'Number', str: 'String', big: 'BigInt' }[value.sort];
}

function typeName(machine: Machine, value: SettledValue): string {
  return isCallable(machine, value) ? 'function' : constructorOfPrimitive(value).toLowerCase();
}

/** `length` and the code units of a string. */
function stringProperty(machine: Machine, text: Term, key: PropertyKeyText): Value | null {
  const { terms } = machine;
  const length = terms.apply('str.length', [text]);
  if (key === 'length') return length;
  const index = arrayIndexOf(key);
  if (index < 0) return null;
  if (!machine.decide(terms.apply('num.lt', [terms.constant(index), length]))) return null;
  return terms.apply('str.slice', [text, terms.constant(index), terms.constant(index + 1)]);
}

function hiddenData(value: Value, writable: boolean): DataProperty {
  return { kind: 'data', value, writable, enumerable: false, configurable: false, order: -1 };
}

/** How messages of the engine name a key. */
export function keyText(key: PropertyKeyText): string {
  return key.startsWith('\u0000@@') ? `Symbol(Symbol.${key.slice(3)})` : key.startsWith('\u0000') ? 'Symbol()' : key;
}

export function isCallable(machine: Machine, value: SettledValue): value is ObjectValue {
  if (value.kind !== 'object') return false;
  const { kind } = machine.object(value.ref).internal;
  return kind === 'closure' || kind === 'builtin' || kind === 'bound' || kind === 'callback' || kind === 'outside';
}
