import { PersistentMap } from '#core/persistent-map';
import type { Term } from '#smt/term';
import { beforeWrite } from './aliasing';
import { typedArrayAt } from './binary-data';
import { isNullish, isUndefined, toInteger, toObject } from './conversions';
import { arrayAt, decideInteger, elementOf, settled } from './elements';
import { throwTypeError } from './errors';
import type { HeapObject, InputObject } from './heap-object';
import { emptyObject } from './empty-object';
import type { Machine } from './machine';
import { hasOwn } from './own-keys';
import { deleteOwn, findProperty, getFrom, setProperty } from './properties';
import { throwShown } from './shown';
import { objectValue, type ObjectValue, type Ref, type Value } from './value';

/** Largest number of elements that is gone through one by one when the length is known. */
const mostVisited = 1 << 20;

/** Methods whose complaint about a missing receiver names them. */
const naming =
  /\.(concat|every|filter|find|findIndex|findLast|findLastIndex|forEach|indexOf|map|reduce|reduceRight|some)$/;

/** The receiver of a method of arrays, which may be any object. */
export function arrayLike(machine: Machine, receiver: Value, method: string): Ref {
  if (naming.test(method) && isNullish(machine, receiver)) {
    throwTypeError(machine, `${method} called on null or undefined`);
  }
  return toObject(machine, receiver);
}

/** LengthOfArrayLike: a term, so that methods which look at few elements need not decide it. */
export function lengthTerm(machine: Machine, ref: Ref): Term {
  const { internal } = machine.object(ref);
  if (internal.kind === 'array') return internal.length;
  const view = typedArrayAt(machine, ref);
  if (view !== null && isLengthInherited(machine, ref)) return view.length;
  const { terms } = machine;
  const length = toInteger(machine, getFrom(machine, ref, 'length', objectValue(ref)));
  const atLeastZero = terms.apply('num.max', [length, terms.constant(0)]);
  return terms.apply('num.min', [atLeastZero, terms.constant(Number.MAX_SAFE_INTEGER)]);
}

/** Whether `length` of a typed array is what the language says: nothing was put before it. */
function isLengthInherited(machine: Machine, ref: Ref): boolean {
  const found = findProperty(machine, ref, 'length');
  if (found?.kind !== 'accessor' || found.get === null) return false;
  return machine.world.realm.nameOf(found.get) === 'get %TypedArray%.prototype.length';
}

/** The length as a number: where it is open, each possible length is a path. */
export function decidedLength(machine: Machine, ref: Ref): number {
  const length = decideInteger(machine, lengthTerm(machine, ref), 0);
  if (isArray(machine, ref)) fixElements(machine, ref);
  return length;
}

/** The length as a number, for methods that go over all elements. */
export function knownLength(machine: Machine, ref: Ref): number {
  const length = decidedLength(machine, ref);
  checkVisited(machine, length);
  return length;
}

/** Counts up to a length that may be open: a path for each index at which it may end. */
export function* indices(machine: Machine, length: Term): Generator<number> {
  const { terms } = machine;
  if (length.kind === 'constant') {
    const end = Number(length.value);
    checkVisited(machine, end);
    for (let index = 0; index < end; index++) yield index;
    return;
  }
  for (let index = 0; machine.decide(terms.apply('num.lt', [terms.constant(index), length])); index++) {
    if (index >= machine.world.limits.elements) {
      machine.cut({ kind: 'loop-bound', at: machine.site });
    }
    yield index;
  }
}

function checkVisited(machine: Machine, length: number): void {
  if (length > mostVisited) machine.unsupported(`a walk over ${length} elements`);
}

/**
 * All elements of an array that was handed in are mentioned from now on, and no others come into being when it grows:
 * for methods that move or remove elements.
 */
export function fixElements(machine: Machine, ref: Ref): void {
  const { input } = machine.object(ref);
  if (input === null || isFixed(input)) return;
  const fixed = settled(machine, ref);
  machine.update(ref, fixed);
}

function isFixed({ member }: InputObject): boolean {
  return member.kind === 'tuple' && member.elements.length === 0 && member.rest === null;
}

export function isArray(machine: Machine, ref: Ref): boolean {
  return machine.object(ref).internal.kind === 'array';
}

/** Whether there is something at an index: false for a hole. */
export function hasIndex(machine: Machine, ref: Ref, index: number): boolean {
  if (isArray(machine, ref)) return elementOf(machine, ref, machine.terms.constant(index)) !== null;
  for (let at: Ref | null = ref; at !== null; at = machine.object(at).proto) {
    if (hasOwn(machine, at, String(index))) return true;
  }
  return false;
}

export function getIndex(machine: Machine, ref: Ref, index: number): Value {
  return getFrom(machine, ref, String(index), objectValue(ref));
}

export function setIndex(machine: Machine, ref: Ref, index: number, value: Value): void {
  setProperty(machine, objectValue(ref), String(index), value, true);
}

export function deleteIndex(machine: Machine, ref: Ref, index: number): void {
  if (deleteOwn(machine, ref, String(index))) return;
  throwShown(machine, 'TypeError', [`Cannot delete property '${index}' of `, { of: objectValue(ref) }]);
}

export function setLengthTo(machine: Machine, ref: Ref, length: number): void {
  setProperty(machine, objectValue(ref), 'length', machine.terms.constant(length), true);
}

/** The elements of an array on which every write succeeds, null for a hole; null for anything else. */
export function simpleElements(machine: Machine, ref: Ref): (Value | null)[] | null {
  const { internal, extensible } = machine.object(ref);
  if (internal.kind !== 'array' || internal.frozen || !extensible) return null;
  const length = knownLength(machine, ref);
  const { elements } = arrayAt(machine, ref).internal;
  return Array.from({ length }, (_, index) => elements.get(index) ?? null);
}

/** Gives an array other elements at once. */
export function replaceElements(machine: Machine, ref: Ref, values: readonly (Value | null)[]): void {
  beforeWrite(machine, ref);
  const object = arrayAt(machine, ref);
  const { internal } = arrayObject(machine, values, null);
  machine.update(ref, { ...object, internal });
}

/** A new array; null is a hole. */
export function newArray(machine: Machine, values: readonly (Value | null)[]): ObjectValue {
  return objectValue(machine.allocate(arrayObject(machine, values, machine.world.realm.ref('Array.prototype'))));
}

export function arrayObject(machine: Machine, values: readonly (Value | null)[], proto: Ref | null): HeapObject {
  let elements = PersistentMap.empty<Value>();
  values.forEach((value, index) => {
    if (value !== null) elements = elements.set(index, value);
  });
  const length = machine.terms.constant(values.length);
  return emptyObject({ kind: 'array', elements, length, frozen: false }, proto);
}

/** A relative index as `slice` and others take it, clamped to the length: negative ones count from the end. */
export function clampedIndex(machine: Machine, value: Value, length: Term, otherwise: Term): Term {
  const { terms } = machine;
  if (isUndefined(machine, value)) return otherwise;
  const relative = toInteger(machine, value);
  const fromEnd = terms.apply('num.max', [terms.apply('num.add', [length, relative]), terms.constant(0)]);
  const fromStart = terms.apply('num.min', [relative, length]);
  return terms.choice(terms.apply('num.lt', [relative, terms.constant(0)]), fromEnd, fromStart);
}

/** The value of an integer term that is no more than a length, as a number. */
export function decideIndex(machine: Machine, term: Term, length: Term): number {
  if (term.kind === 'constant') return Number(term.value);
  const { terms } = machine;
  const most = length.kind === 'constant' ? Number(length.value) : machine.world.limits.elements;
  for (let guess = 0; guess <= most; guess++) {
    if (machine.decide(terms.apply('num.eq', [term, terms.constant(guess)]))) return guess;
  }
  return machine.cut({ kind: 'loop-bound', at: machine.site });
}
