import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import { beforeWrite } from './aliasing';
import { throwError, throwTypeError } from './errors';
import type { DataProperty, HeapObject, Internal } from './heap-object';
import { placeOfParts } from './place-of-parts';
import type { InputType } from './input-type';
import type { Machine } from './machine';
import { isTerm, undefinedValue, type Ref, type Value } from './value';

type ArrayInternal = Extract<Internal, { kind: 'array' }>;

type ArrayObject = HeapObject & { readonly internal: ArrayInternal };

export function arrayAt(machine: Machine, ref: Ref): ArrayObject {
  const object = machine.object(ref);
  invariant(isArray(object), 'an array was asked for its elements');
  return object;
}

function isArray(object: HeapObject): object is ArrayObject {
  return object.internal.kind === 'array';
}

export function lengthOf(machine: Machine, ref: Ref): Term {
  return arrayAt(machine, ref).internal.length;
}

/** The length as a number: where it is open, each possible length is a path. */
export function decideLength(machine: Machine, ref: Ref): number {
  const { length } = arrayAt(machine, ref).internal;
  return decideInteger(machine, length, 0);
}

/** The value of an integer term, counted up from a start: each possible one is a path. */
export function decideInteger(machine: Machine, term: Term, from: number): number {
  if (term.kind === 'constant') return Number(term.value);
  const { terms } = machine;
  for (let guess = from; ; guess++) {
    if (guess - from > machine.world.limits.elements) {
      machine.cut({ kind: 'loop-bound', at: machine.site });
    }
    if (machine.decide(terms.apply('num.eq', [term, terms.constant(guess)]))) return guess;
  }
}

/** The element at an index, or null for a hole and beyond the end. */
export function elementOf(machine: Machine, ref: Ref, index: Term): DataProperty | null {
  const { internal } = arrayAt(machine, ref);
  if (!isInside(machine, index, internal.length)) return null;
  const value = index.kind === 'constant' ? known(machine, ref, Number(index.value)) : chosen(machine, ref, index);
  if (value === null) return null;
  const open = !internal.frozen;
  return { kind: 'data', value, writable: open, enumerable: true, configurable: open, order: 0 };
}

/** Most are constants: arrays of literals are walked through when modules are loaded. */
function isInside(machine: Machine, index: Term, length: Term): boolean {
  const { terms } = machine;
  if (index.kind === 'constant' && length.kind === 'constant') {
    const at = Number(index.value);
    return Number.isInteger(at) && at >= 0 && at < Number(length.value);
  }
  return machine.decide(
    terms.and([
      terms.apply('num.le', [terms.constant(0), index]),
      terms.apply('num.lt', [index, length]),
      terms.apply('num.isInteger', [index]),
    ]),
  );
}

/** Elements of one sort are chosen by a term; others by deciding the index. */
function chosen(machine: Machine, ref: Ref, index: Term): Value | null {
  const { terms } = machine;
  const length = decideLength(machine, ref);
  const values = Array.from({ length }, (_, at) => known(machine, ref, at));
  const [first] = values;
  if (first !== undefined && first !== null && isTerm(first)) {
    let result: Term | null = first;
    for (let at = 1; at < length; at++) {
      const value = values[at];
      if (result === null || value === null || value === undefined || !isTerm(value) || value.sort !== first.sort)
        result = null;
      else result = terms.choice(terms.apply('num.eq', [index, terms.constant(at)]), value, result);
    }
    if (result !== null) return result;
  }
  const at = decideInteger(machine, index, 0);
  return values[at] ?? null;
}

/** What is at an index inside of the array; null for a hole. */
function known(machine: Machine, ref: Ref, index: number): Value | null {
  const object = arrayAt(machine, ref);
  const stored = object.internal.elements.get(index);
  if (stored !== undefined) return stored;
  const { input } = object;
  if (input === null) return null;
  const type = elementType(machine, ref, index);
  if (type === null) return null;
  const location = machine.world.locations.child(placeOfParts(input), { kind: 'element', index }, type);
  const value: Value = { kind: 'input', location };
  const elements = object.internal.elements.set(index, value);
  machine.update(ref, { ...object, internal: { ...object.internal, elements } });
  return value;
}

function elementType(machine: Machine, ref: Ref, index: number): InputType | null {
  const member = machine.object(ref).input?.member;
  if (member?.kind === 'array') return member.element();
  if (member?.kind !== 'tuple') return null;
  const element = member.elements[index];
  if (element !== undefined) return element.type();
  return member.rest?.() ?? null;
}

export function setElement(machine: Machine, ref: Ref, index: Term, value: Value): void {
  beforeWrite(machine, ref);
  const { terms } = machine;
  const object = arrayAt(machine, ref);
  if (object.internal.frozen) throwTypeError(machine, `Cannot assign to read only property of object '[object Array]'`);
  const at = index.kind === 'constant' ? Number(index.value) : decideInteger(machine, index, 0);
  const grows = machine.decide(terms.apply('num.le', [object.internal.length, terms.constant(at)]));
  const length = grows ? terms.constant(at + 1) : object.internal.length;
  const filled = grows && object.input !== null ? settled(machine, ref) : arrayAt(machine, ref);
  const elements = filled.internal.elements.set(at, value);
  machine.update(ref, { ...filled, internal: { ...filled.internal, elements, length } });
}

/** An input array whose elements are all mentioned, so that its length may change. */
export function settled(machine: Machine, ref: Ref): HeapObject & { readonly internal: ArrayInternal } {
  const length = decideLength(machine, ref);
  for (let index = 0; index < length; index++) known(machine, ref, index);
  const object = arrayAt(machine, ref);
  const input = object.input === null ? null : { ...object.input, member: noElements };
  return { ...object, input, internal: { ...object.internal, length: machine.terms.constant(length) } };
}

/** Of an array all of whose elements are mentioned: no others come into being. */
const noElements = { kind: 'tuple', elements: [], rest: null } as const;

export function setLength(machine: Machine, ref: Ref, value: Value): void {
  beforeWrite(machine, ref);
  const { terms } = machine;
  const wanted = machine.world.language.toNumber(machine, value);
  const valid = terms.apply('num.eq', [terms.apply('num.toUint32', [wanted]), wanted]);
  if (!machine.decide(valid)) throwError(machine, 'RangeError', 'Invalid array length');
  const length = decideInteger(machine, wanted, 0);
  const object = settled(machine, ref);
  let { elements } = object.internal;
  for (const [index] of elements.sorted()) if (index >= length) elements = elements.delete(index);
  machine.update(ref, { ...object, internal: { ...object.internal, elements, length: terms.constant(length) } });
}

/** All elements of an array, holes as undefined. */
export function elementsOf(machine: Machine, ref: Ref): Value[] {
  const length = decideLength(machine, ref);
  return Array.from({ length }, (_, index) => known(machine, ref, index) ?? undefinedValue);
}

export function hasElement(machine: Machine, ref: Ref, index: number): boolean {
  return known(machine, ref, index) !== null;
}
