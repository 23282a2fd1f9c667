import { arrayLike, deleteIndex, getIndex, hasIndex, knownLength, newArray, setIndex } from '../array-like';
import { argument, isUndefined, toNumber, toText } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { isCallable } from '../properties';
import { settle } from '../settle';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';

/** Sorting, with the engine's own algorithm: what an inconsistent comparison gives depends on it. */
export const arraySort: LibraryPart = {
  'Array.prototype.sort': bounded((machine, call) => {
    const isLess = comparison(machine, call);
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = knownLength(machine, ref);
    if (length < 2) return objectValue(ref);
    const present = presentIndices(machine, ref, length);
    const values = present.map((index) => getIndex(machine, ref, index));
    const sorted = sortValues(machine, values, isLess);
    sorted.forEach((value, index) => setIndex(machine, ref, index, value));
    for (let index = sorted.length; index < length; index++) {
      if (present.includes(index)) deleteIndex(machine, ref, index);
    }
    return objectValue(ref);
  }),
  'Array.prototype.toSorted': bounded((machine, call) => {
    const isLess = comparison(machine, call);
    const ref = arrayLike(machine, call.receiver, call.name);
    const values = Array.from({ length: knownLength(machine, ref) }, (_, index) => getIndex(machine, ref, index));
    return newArray(machine, sortValues(machine, values, isLess));
  }),
};

type IsLess = (left: Value, right: Value) => boolean;

function comparison(machine: Machine, call: LibraryCall): IsLess {
  const { terms } = machine;
  const given = argument(call.args, 0);
  if (isUndefined(machine, given)) {
    return (left, right) => {
      const text = toText(machine, left);
      return machine.decide(terms.apply('str.lt', [text, toText(machine, right)]));
    };
  }
  const fn = settle(machine, given);
  if (!isCallable(machine, fn)) {
    throwTypeError(machine, 'The comparison function must be either a function or undefined');
  }
  return (left, right) => {
    const order = toNumber(machine, machine.call(fn, undefinedValue, [left, right]));
    return machine.decide(terms.apply('num.lt', [order, terms.constant(0)]));
  };
}

function presentIndices(machine: Machine, ref: Ref, length: number): number[] {
  return Array.from({ length }, (_, index) => index).filter((index) => hasIndex(machine, ref, index));
}

/** Undefined comes last, without being compared. */
function sortValues(machine: Machine, values: readonly Value[], isLess: IsLess): Value[] {
  const missing = values.filter((value) => isUndefined(machine, value));
  const present = values.filter((value) => !isUndefined(machine, value));
  return [
    ...(present.length < shortRun ? insertionSort(present, isLess) : mergeSort(machine, present, isLess)),
    ...missing,
  ];
}

/** From this length on the engine merges runs. */
const shortRun = 64;

/** Counts the run at the start, turns it around if it descends, and inserts the others by halving. */
function insertionSort(values: readonly Value[], isLess: IsLess): Value[] {
  const [first, second] = values;
  if (first === undefined || second === undefined) return [...values];
  const descends = isLess(second, first);
  let length = 2;
  for (let previous = second; length < values.length; length++) {
    const current = values[length];
    if (current === undefined || isLess(current, previous) !== descends) break;
    previous = current;
  }
  const sorted = descends ? values.slice(0, length).toReversed() : values.slice(0, length);
  for (const value of values.slice(length)) sorted.splice(placeOf(sorted, value, isLess), 0, value);
  return sorted;
}

function placeOf(sorted: readonly Value[], value: Value, isLess: IsLess): number {
  let left = 0;
  let right = sorted.length;
  while (left < right) {
    const middle = left + ((right - left) >> 1);
    const other = sorted[middle];
    if (other !== undefined && isLess(value, other)) right = middle;
    else left = middle + 1;
  }
  return left;
}

function mergeSort(machine: Machine, values: readonly Value[], isLess: IsLess): Value[] {
  machine.note({ kind: 'assumed', what: 'a comparison of many elements is consistent and has no effects' });
  let runs = values.map((value) => [value]);
  while (runs.length > 1) {
    runs = Array.from({ length: Math.ceil(runs.length / 2) }, (_, pair) =>
      merge(runs[2 * pair] ?? [], runs[2 * pair + 1] ?? [], isLess),
    );
  }
  return runs[0] ?? [];
}

function merge(left: readonly Value[], right: readonly Value[], isLess: IsLess): Value[] {
  const merged: Value[] = [];
  let at = 0;
  for (const value of left) {
    for (let other = right[at]; other !== undefined && isLess(other, value); other = right[at]) {
      merged.push(other);
      at++;
    }
    merged.push(value);
  }
  return [...merged, ...right.slice(at)];
}
