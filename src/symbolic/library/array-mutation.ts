import type { Term } from '#smt/term';
import {
  arrayLike,
  clampedIndex,
  decideIndex,
  decidedLength,
  deleteIndex,
  getIndex,
  hasIndex,
  knownLength,
  replaceElements,
  setIndex,
  setLengthTo,
  simpleElements,
} from '../array-like';
import { argument } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { deleteCount } from './array-copy';
import { speciesArray } from './array-species';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';

/**
 * Methods of arrays that change their receiver. Arrays on which every write succeeds get their new elements
 * at once; other receivers element by element, as the language says, so that errors come where they do.
 */
export const arrayMutation: LibraryPart = {
  'Array.prototype.push': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = decidedLength(machine, ref);
    if (length + call.args.length > Number.MAX_SAFE_INTEGER) {
      const what = `Pushing ${call.args.length} elements on an array-like of length ${length} is disallowed`;
      throwTypeError(machine, `${what}, as the total surpasses 2**53-1`);
    }
    call.args.forEach((value, index) => setIndex(machine, ref, length + index, value));
    return resized(machine, ref, length + call.args.length);
  }),
  'Array.prototype.pop': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = decidedLength(machine, ref);
    if (length === 0) {
      setLengthTo(machine, ref, 0);
      return undefinedValue;
    }
    const value = getIndex(machine, ref, length - 1);
    deleteIndex(machine, ref, length - 1);
    setLengthTo(machine, ref, length - 1);
    return value;
  }),
  'Array.prototype.shift': bounded((machine, call) => {
    const { ref, length } = changed(machine, call);
    if (length === 0) {
      setLengthTo(machine, ref, 0);
      return undefinedValue;
    }
    const first = getIndex(machine, ref, 0);
    spliceAt(machine, ref, length, 0, 1, []);
    return first;
  }),
  'Array.prototype.unshift': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = decidedLength(machine, ref);
    if (call.args.length === 0) return resized(machine, ref, length);
    if (length + call.args.length > Number.MAX_SAFE_INTEGER) throwTypeError(machine, 'Invalid array length');
    knownLength(machine, ref);
    spliceAt(machine, ref, length, 0, 0, call.args);
    return machine.terms.constant(length + call.args.length);
  }),
  'Array.prototype.splice': bounded((machine, call) => {
    const { terms } = machine;
    const { ref, length } = changed(machine, call);
    const size = terms.constant(length);
    const start = decideIndex(machine, clampedIndex(machine, argument(call.args, 0), size, terms.constant(0)), size);
    const count = deleteCount(machine, call.args, start, length);
    const removed = Array.from({ length: count }, (_, index) => elementAt(machine, ref, start + index));
    const result = speciesArray(machine, ref, terms.constant(count), true)(removed);
    spliceAt(machine, ref, length, start, count, call.args.slice(2));
    return result;
  }),
  'Array.prototype.reverse': bounded((machine, call) => {
    const { ref, length } = changed(machine, call);
    const simple = simpleElements(machine, ref);
    if (simple !== null) replaceElements(machine, ref, simple.toReversed());
    else for (let lower = 0; lower < length - 1 - lower; lower++) swap(machine, ref, lower, length - 1 - lower);
    return objectValue(ref);
  }),
  'Array.prototype.fill': bounded((machine, call) => {
    const { ref, from, to } = range(machine, call, 1);
    for (let index = from; index < to; index++) setIndex(machine, ref, index, argument(call.args, 0));
    return objectValue(ref);
  }),
  'Array.prototype.copyWithin': bounded((machine, call) => {
    const { terms } = machine;
    const { ref, from, to, length } = range(machine, call, 1);
    const size = terms.constant(length);
    const target = decideIndex(machine, clampedIndex(machine, argument(call.args, 0), size, terms.constant(0)), size);
    const count = Math.min(to - from, length - target);
    const backwards = from < target && target < from + count;
    for (let step = 0; step < count; step++) {
      const offset = backwards ? count - 1 - step : step;
      move(machine, ref, from + offset, target + offset);
    }
    return objectValue(ref);
  }),
};

function changed(machine: Machine, call: LibraryCall): { readonly ref: Ref; readonly length: number } {
  const ref = arrayLike(machine, call.receiver, call.name);
  return { ref, length: knownLength(machine, ref) };
}

function resized(machine: Machine, ref: Ref, length: number): Term {
  setLengthTo(machine, ref, length);
  return machine.terms.constant(length);
}

/** Takes elements away at a place and puts others there. */
function spliceAt(
  machine: Machine,
  ref: Ref,
  length: number,
  start: number,
  count: number,
  added: readonly Value[],
): void {
  const simple = simpleElements(machine, ref);
  if (simple !== null) return replaceElements(machine, ref, simple.toSpliced(start, count, ...added));
  const shift = added.length - count;
  if (shift < 0) {
    for (let from = start + count; from < length; from++) move(machine, ref, from, from + shift);
    for (let index = length - 1; index >= length + shift; index--) deleteIndex(machine, ref, index);
  }
  if (shift > 0) for (let from = length - 1; from >= start + count; from--) move(machine, ref, from, from + shift);
  added.forEach((value, index) => setIndex(machine, ref, start + index, value));
  setLengthTo(machine, ref, length + shift);
}

function move(machine: Machine, ref: Ref, from: number, to: number): void {
  if (hasIndex(machine, ref, from)) setIndex(machine, ref, to, getIndex(machine, ref, from));
  else deleteIndex(machine, ref, to);
}

function swap(machine: Machine, ref: Ref, lower: number, upper: number): void {
  const low = elementAt(machine, ref, lower);
  const high = elementAt(machine, ref, upper);
  if (high !== null) setIndex(machine, ref, lower, high);
  else if (low !== null) deleteIndex(machine, ref, lower);
  if (low !== null) setIndex(machine, ref, upper, low);
  else if (high !== null) deleteIndex(machine, ref, upper);
}

function elementAt(machine: Machine, ref: Ref, index: number): Value | null {
  return hasIndex(machine, ref, index) ? getIndex(machine, ref, index) : null;
}

/** The part of the receiver between two arguments, by the place of the first among them. */
function range(
  machine: Machine,
  call: LibraryCall,
  first: number,
): { readonly ref: Ref; readonly from: number; readonly to: number; readonly length: number } {
  const { terms } = machine;
  const { ref, length } = changed(machine, call);
  const size = terms.constant(length);
  const from = clampedIndex(machine, argument(call.args, first), size, terms.constant(0));
  const to = clampedIndex(machine, argument(call.args, first + 1), size, size);
  return { ref, length, from: decideIndex(machine, from, size), to: decideIndex(machine, to, size) };
}
