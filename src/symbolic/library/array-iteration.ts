import type { Term } from '#smt/term';
import { arrayLike, getIndex, hasIndex, indices, knownLength, lengthTerm } from '../array-like';
import { callable } from '../callable';
import { argument, truth } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { speciesArray } from './array-species';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';

/** Methods of arrays that call a function for each element. */
export const arrayIteration: LibraryPart = {
  'Array.prototype.forEach': bounded((machine, call) => {
    const each = visitor(machine, call);
    for (const index of each.indices) each.visit(index);
    return undefinedValue;
  }),
  'Array.prototype.map': bounded((machine, call) => {
    const each = visitor(machine, call);
    const fill = speciesArray(machine, each.ref, each.length);
    const made: (Value | null)[] = [];
    for (const index of each.indices) made.push(each.visit(index)?.answer ?? null);
    return fill(made);
  }),
  'Array.prototype.filter': bounded((machine, call) => {
    const each = visitor(machine, call);
    const fill = speciesArray(machine, each.ref, machine.terms.constant(0));
    const kept: Value[] = [];
    for (const index of each.indices) {
      const visit = each.visit(index);
      if (visit !== null && machine.decide(truth(machine, visit.answer))) kept.push(visit.value);
    }
    return fill(kept);
  }),
  'Array.prototype.reduce': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    return reduce(machine, call, ref, indices(machine, length));
  }),
  'Array.prototype.reduceRight': bounded((machine, call) => {
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = knownLength(machine, ref);
    return reduce(machine, call, ref, countdown(length));
  }),
};

interface Visitor {
  readonly ref: Ref;
  readonly length: Term;
  readonly indices: Iterable<number>;
  /** Calls the function for the element at an index; null for a hole. */
  readonly visit: (index: number) => { readonly value: Value; readonly answer: Value } | null;
}

function visitor(machine: Machine, call: LibraryCall): Visitor {
  const ref = arrayLike(machine, call.receiver, call.name);
  const length = lengthTerm(machine, ref);
  const fn = callable(machine, argument(call.args, 0));
  const receiver = argument(call.args, 1);
  return {
    ref,
    length,
    indices: indices(machine, length),
    visit(index) {
      if (!hasIndex(machine, ref, index)) return null;
      const value = getIndex(machine, ref, index);
      const args = [value, machine.terms.constant(index), objectValue(ref)];
      return { value, answer: machine.call(fn, receiver, args) };
    },
  };
}

function reduce(machine: Machine, call: LibraryCall, ref: Ref, order: Iterable<number>): Value {
  const fn = callable(machine, argument(call.args, 0));
  let result: Value | null = call.args[1] ?? null;
  for (const index of order) {
    if (!hasIndex(machine, ref, index)) continue;
    const value = getIndex(machine, ref, index);
    const args = [value, machine.terms.constant(index), objectValue(ref)];
    result = result === null ? value : machine.call(fn, undefinedValue, [result, ...args]);
  }
  return result ?? throwTypeError(machine, 'Reduce of empty array with no initial value');
}

function countdown(length: number): number[] {
  return Array.from({ length }, (_, index) => length - 1 - index);
}
