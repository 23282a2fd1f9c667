import type { Term } from '#smt/term';
import {
  arrayLike,
  clampedIndex,
  decideIndex,
  getIndex,
  hasIndex,
  indices,
  isArray,
  knownLength,
  lengthTerm,
} from '../array-like';
import { callable } from '../callable';
import { argument, toInteger, truth } from '../conversions';
import { elementOf } from '../elements';
import { sameValueZero, strictEquals } from '../equality';
import type { Machine } from '../machine';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';

/** Methods of arrays that look for something and change nothing. */
export const arraySearch: LibraryPart = {
  'Array.prototype.at': bounded((machine, call) => {
    const { terms } = machine;
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = lengthTerm(machine, ref);
    const relative = toInteger(machine, argument(call.args, 0));
    const fromEnd = terms.apply('num.add', [length, relative]);
    const index = terms.choice(terms.apply('num.lt', [relative, terms.constant(0)]), fromEnd, relative);
    return valueAt(machine, ref, index, length);
  }),
  'Array.prototype.includes': bounded((machine, call) => {
    const { terms } = machine;
    const { ref, length, from, wanted } = searched(machine, call);
    if (length.kind === 'constant') {
      const found = [...indices(machine, length)].map((index) => {
        const equal = sameValueZero(machine, getIndex(machine, ref, index), wanted);
        return terms.and([notBefore(machine, index, from), equal]);
      });
      return terms.or(found);
    }
    for (const index of indices(machine, length)) {
      const equal = sameValueZero(machine, getIndex(machine, ref, index), wanted);
      if (machine.decide(terms.and([notBefore(machine, index, from), equal]))) return terms.true;
    }
    return terms.false;
  }),
  'Array.prototype.indexOf': bounded((machine, call) => {
    const { terms } = machine;
    const { ref, length, from, wanted } = searched(machine, call);
    const isMatch = (index: number): Term =>
      hasIndex(machine, ref, index)
        ? terms.and([notBefore(machine, index, from), strictEquals(machine, getIndex(machine, ref, index), wanted)])
        : terms.false;
    if (length.kind === 'constant') {
      const matches = [...indices(machine, length)].map(isMatch);
      return firstOf(
        machine,
        matches.map((match, index) => ({ match, index })),
      );
    }
    for (const index of indices(machine, length)) if (machine.decide(isMatch(index))) return terms.constant(index);
    return terms.constant(-1);
  }),
  'Array.prototype.lastIndexOf': bounded((machine, call) => {
    const { terms } = machine;
    const ref = arrayLike(machine, call.receiver, call.name);
    const length = knownLength(machine, ref);
    if (length === 0) return terms.constant(-1);
    const start = call.args.length > 1 ? toInteger(machine, argument(call.args, 1)) : terms.constant(length - 1);
    const fromEnd = terms.apply('num.add', [start, terms.constant(length)]);
    const last = terms.choice(terms.apply('num.lt', [start, terms.constant(0)]), fromEnd, start);
    const matches: { match: Term; index: number }[] = [];
    for (let index = length - 1; index >= 0; index--) {
      if (!hasIndex(machine, ref, index)) continue;
      const equal = strictEquals(machine, getIndex(machine, ref, index), argument(call.args, 0));
      const notAfter = terms.apply('num.le', [terms.constant(index), last]);
      matches.push({ match: terms.and([notAfter, equal]), index });
    }
    return firstOf(machine, matches);
  }),
  'Array.prototype.every': bounded((machine, call) => {
    for (const { holds } of visits(machine, call, 'present')) if (!holds) return machine.terms.false;
    return machine.terms.true;
  }),
  'Array.prototype.some': bounded((machine, call) => {
    for (const { holds } of visits(machine, call, 'present')) if (holds) return machine.terms.true;
    return machine.terms.false;
  }),
  'Array.prototype.find': bounded((machine, call) => {
    for (const { holds, value } of visits(machine, call, 'all')) if (holds) return value;
    return undefinedValue;
  }),
  'Array.prototype.findIndex': bounded((machine, call) => {
    for (const { holds, index } of visits(machine, call, 'all')) if (holds) return machine.terms.constant(index);
    return machine.terms.constant(-1);
  }),
  'Array.prototype.findLast': bounded((machine, call) => {
    for (const { holds, value } of visits(machine, call, 'backwards')) if (holds) return value;
    return undefinedValue;
  }),
  'Array.prototype.findLastIndex': bounded((machine, call) => {
    for (const { holds, index } of visits(machine, call, 'backwards')) if (holds) return machine.terms.constant(index);
    return machine.terms.constant(-1);
  }),
};

/** The element at an index that may be open and may be outside. */
function valueAt(machine: Machine, ref: Ref, index: Term, length: Term): Value {
  const { terms } = machine;
  if (isArray(machine, ref)) return elementOf(machine, ref, index)?.value ?? undefinedValue;
  const inside = terms.and([terms.apply('num.le', [terms.constant(0), index]), terms.apply('num.lt', [index, length])]);
  if (!machine.decide(inside)) return undefinedValue;
  return getIndex(machine, ref, decideIndex(machine, index, length));
}

interface Searched {
  readonly ref: Ref;
  readonly length: Term;
  readonly from: Term;
  readonly wanted: Value;
}

function searched(machine: Machine, call: LibraryCall): Searched {
  const { terms } = machine;
  const ref = arrayLike(machine, call.receiver, call.name);
  const length = lengthTerm(machine, ref);
  const isEmpty = length.kind === 'constant' && length.value === 0;
  const from = isEmpty ? length : clampedIndex(machine, argument(call.args, 1), length, terms.constant(0));
  return { ref, length, from, wanted: argument(call.args, 0) };
}

function notBefore(machine: Machine, index: number, from: Term): Term {
  return machine.terms.apply('num.le', [from, machine.terms.constant(index)]);
}

/** The index of the first match, as one term. */
function firstOf(machine: Machine, candidates: readonly { readonly match: Term; readonly index: number }[]): Term {
  const { terms } = machine;
  return candidates.reduceRight(
    (later, { match, index }) => terms.choice(match, terms.constant(index), later),
    terms.constant(-1),
  );
}

interface Visit {
  readonly index: number;
  readonly value: Value;
  /** Whether the function that was handed in says yes. */
  readonly holds: boolean;
}

function* visits(machine: Machine, call: LibraryCall, which: 'present' | 'all' | 'backwards'): Generator<Visit> {
  const ref = arrayLike(machine, call.receiver, call.name);
  const length = which === 'backwards' ? knownLength(machine, ref) : lengthTerm(machine, ref);
  const test = callable(machine, argument(call.args, 0));
  const order = typeof length === 'number' ? countdown(length) : indices(machine, length);
  for (const index of order) {
    if (which === 'present' && !hasIndex(machine, ref, index)) continue;
    const value = getIndex(machine, ref, index);
    const args = [value, machine.terms.constant(index), objectValue(ref)];
    const answer = machine.call(test, argument(call.args, 1), args);
    yield { index, value, holds: machine.decide(truth(machine, answer)) };
  }
}

function countdown(length: number): number[] {
  return Array.from({ length }, (_, index) => length - 1 - index);
}
