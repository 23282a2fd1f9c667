import { typedArrayAt } from './binary-data';
import { isUndefined } from './conversions';
import { decideInteger, decideLength, hasElement } from './elements';
import { exportedNames } from './exported-names';
import type { AccessorProperty, DataProperty, HeapObject, InputObject } from './heap-object';
import { placeOfParts } from './place-of-parts';
import { declaredKeys, mayHaveOthers, type ObjectMember } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import { globalOfOutside } from './outside';
import { findProperty, ownProperty } from './properties';
import { isPresent } from './settle';
import { askSubclasses } from './untried-classes';
import { arrayIndexOf, isSymbolKey, isTerm, type PropertyKeyText, type Ref } from './value';

/**
 * The keys of an object's own properties, enumerable or not, in the order of the language: indices, strings,
 * symbols. For an object that was handed in it is decided now which of its optional properties are there; those come
 * in the order of their declaration. Whoever only compares a key with those of an object asks for `mentionedKeys`.
 */
export function ownKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  closeInput(machine, ref);
  const object = machine.object(ref);
  const { internal, input } = object;
  if (input?.member.kind === 'error') {
    machine.note({ kind: 'assumed', what: `that ${input.location.name} has nothing to list` });
  }
  if (internal.kind === 'outside') machine.unsupported(`the keys of ${internal.name}, of the outside`);
  if (ref === machine.world.realm.global) machine.unsupported('the names of all globals');
  const keys = [...exoticKeys(machine, ref, object), ...namedKeys(machine, ref)];
  const indices = keys.filter((key) => arrayIndexOf(key) >= 0).toSorted((a, b) => Number(a) - Number(b));
  const strings = keys.filter((key) => arrayIndexOf(key) < 0 && !isSymbolKey(key));
  return [...indices, ...strings, ...keys.filter(isPublicSymbol)];
}

/** The keys that an object may have as far as is known now. Nothing is decided. */
export function mentionedKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  const { input, internal } = machine.object(ref);
  const declared =
    internal.kind === 'namespace' ? exportedNames(machine, internal.module) : declaredKeys(input?.member);
  return [...new Set([...declared, ...storedKeys(machine, ref)])].filter((key) => !isSymbolKey(key));
}

/** The string keys that `for`-`in`, spread and `Object.keys` see on the object itself. */
export function enumerableKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  return ownKeys(machine, ref).filter((key) => !isSymbolKey(key) && isEnumerable(machine, ref, key));
}

export function isEnumerable(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  return presentProperty(machine, ref, key)?.enumerable === true;
}

/** `key in object`: the object itself, or one of its prototypes, has the property. */
export function hasProperty(machine: Machine, start: Ref, key: PropertyKeyText): boolean {
  for (let at: Ref | null = start; at !== null; at = machine.object(at).proto) {
    if (hasOwn(machine, at, key)) return true;
  }
  return false;
}

export function hasOwn(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  return isOfOutside(machine, ref, key) || presentProperty(machine, ref, key) !== null;
}

/** A global that neither the language nor the program has made, and that is there. */
function isOfOutside(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  if (ref !== machine.world.realm.global || isSymbolKey(key) || findProperty(machine, ref, key) !== null) return false;
  const value = globalOfOutside(machine, key);
  return value !== null && !isUndefined(machine, value);
}

/**
 * A property of the object itself. Where reading need not tell a missing optional property from one that is
 * undefined, this does.
 */
export function presentProperty(
  machine: Machine,
  ref: Ref,
  key: PropertyKeyText,
): DataProperty | AccessorProperty | null {
  const { internal } = machine.object(ref);
  if (internal.kind === 'outside') machine.unsupported(`whether ${internal.name}, of the outside, has a property`);
  if (isOfOutside(machine, ref, key)) machine.unsupported(`how ${key}, of the outside, is defined`);
  const own = ownProperty(machine, ref, key);
  if (own?.kind !== 'data' || own.value.kind !== 'input') return own;
  const { location } = own.value;
  const object = machine.object(ref);
  const isItsOwn =
    location.step.kind === 'property' &&
    location.step.key === key &&
    object.input !== null &&
    location.parent === placeOfParts(object.input);
  if (!isItsOwn || isPresent(machine, location)) return own;
  const id = machine.world.keys.idOf(key);
  machine.update(ref, { ...object, properties: object.properties.set(id, { kind: 'absent' }) });
  return null;
}

function isPublicSymbol(key: PropertyKeyText): boolean {
  return isSymbolKey(key) && !isPrivateKey(key);
}

/** Private members are kept among the properties, under keys that are neither strings nor symbols of the program. */
function isPrivateKey(key: PropertyKeyText): boolean {
  return isSymbolKey(key) && !/^(@@|#-?\d|for )/.test(key.slice(1));
}

function exoticKeys(machine: Machine, ref: Ref, { internal }: HeapObject): PropertyKeyText[] {
  if (internal.kind === 'array') {
    const indices = Array.from({ length: decideLength(machine, ref) }, (_, index) => index);
    return [...indices.filter((index) => hasElement(machine, ref, index)).map(String), 'length'];
  }
  if (internal.kind === 'namespace') return [...exportedNames(machine, internal.module)];
  const view = typedArrayAt(machine, ref);
  if (view !== null) return Array.from({ length: decideInteger(machine, view.length, 0) }, (_, index) => String(index));
  if (internal.kind === 'boxed' && isTerm(internal.value) && internal.value.sort === 'str') {
    const length = decideInteger(machine, machine.terms.apply('str.length', [internal.value]), 0);
    return [...Array.from({ length }, (_, index) => String(index)), 'length'];
  }
  return [];
}

/** Keys of properties in order: those that an input came with, then those added since. */
function namedKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  const { input } = machine.object(ref);
  const declared = declaredKeys(input?.member);
  const present = declared.filter((key) => hasOwn(machine, ref, key));
  const stored = storedKeys(machine, ref).filter((key) => hasOwn(machine, ref, key));
  if (input === null) return stored;
  const places = new Map([...present, ...stored].map((key) => [key, originalPlace(machine, ref, input, key)]));
  const original = [...places].flatMap(([key, place]) => (place !== null && isPresent(machine, place) ? [key] : []));
  const added = stored.filter((key) => !original.includes(key));
  if (added.length > 1 && added.some((key) => places.get(key) !== null)) {
    machine.note({ kind: 'assumed', what: `the order in which ${input.location.name} got its properties` });
  }
  return [...original, ...added];
}

function storedKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  const { keys } = machine.world;
  return [...machine.object(ref).properties.entries()]
    .flatMap(([id, property]) => (property.kind === 'absent' ? [] : [{ key: keys.textOf(id), order: property.order }]))
    .toSorted((a, b) => a.order - b.order)
    .map(({ key }) => key);
}

/**
 * The place of the input that a property stands for, by the number that it got from there. Where the input left the
 * property out, a write has put it there since.
 */
export function originalPlace(
  machine: Machine,
  ref: Ref,
  { location }: InputObject,
  key: PropertyKeyText,
): Location | null {
  const stored = machine.object(ref).properties.get(machine.world.keys.idOf(key));
  if (stored === undefined || stored.kind === 'absent') return null;
  const place = machine.world.locations.at(stored.order);
  return place?.parent === location && place.step.kind === 'property' && place.step.key === key ? place : null;
}

/**
 * An object with an index signature has, beyond the keys looked at, none or some with names that are chosen for it. From
 * now on it has no others.
 */
function closeInput(machine: Machine, ref: Ref): void {
  noteListing(machine, ref);
  const { input } = machine.object(ref);
  if (input?.member.kind !== 'object' || input.member.index === null) return;
  const { member, location } = input;
  const fresh = machine.world.branching
    .furtherNames(location)
    .filter((name) => !isMentioned(machine, ref, member, name));
  for (const name of fresh) if (!hasOwn(machine, ref, name)) break;
  machine.note({ kind: 'concretised', what: `names of further properties of ${location.name}` });
  const closed: InputObject = { location, member: { ...member, index: null } };
  machine.update(ref, { ...machine.object(ref), input: closed });
}

/** Who compares the keys of an object with those of another lists them, too. */
export function noteListing(machine: Machine, ref: Ref): void {
  const { untried } = machine.world;
  const { input } = machine.object(ref);
  if (input !== null) askSubclasses(machine, input, ({ hasFields }) => hasFields);
  if (untried === undefined || input === null || !mayHaveOthers(input.member)) return;
  // One whose further properties were decided has no others.
  if (input.location.type.members.includes(input.member)) untried.keys = true;
}

function isMentioned(machine: Machine, ref: Ref, member: ObjectMember, name: string): boolean {
  return member.properties.has(name) || machine.object(ref).properties.has(machine.world.keys.idOf(name));
}
