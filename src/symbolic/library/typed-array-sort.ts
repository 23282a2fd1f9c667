import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import { knownLength } from '../array-like';
import { readElement } from '../binary-data';
import { argument, isUndefined, toNumber } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { isCallable } from '../properties';
import { settle } from '../settle';
import { storeElement } from '../store-element';
import { objectValue, undefinedValue } from '../value';
import { bounded, type LibraryCall, type LibraryPart } from './library-model';
import { newTypedArray, receiverArray } from './typed-array-parts';

/** Sorting by value, or with the engine's own algorithm: what an inconsistent comparison gives depends on it. */
export const typedArraySort: LibraryPart = {
  '%TypedArray%.prototype.sort': bounded((machine, call) => {
    const { ref, elements } = sorted(machine, call);
    elements.forEach((element, index) => storeElement(machine, ref, machine.terms.constant(index), element));
    return objectValue(ref);
  }),
  '%TypedArray%.prototype.toSorted': bounded((machine, call) => {
    const { elements } = sorted(machine, call);
    return newTypedArray(machine, receiverArray(machine, call).type, elements);
  }),
};

function sorted(machine: Machine, call: LibraryCall): { readonly ref: number; readonly elements: readonly Term[] } {
  const isAtMost = comparison(machine, call);
  const { ref } = receiverArray(machine, call);
  const elements = Array.from({ length: knownLength(machine, ref) }, (_, index) => {
    const element = readElement(machine, ref, machine.terms.constant(index));
    invariant(element !== null, 'a typed array has all its elements');
    return element;
  });
  return { ref, elements: mergeSort(elements, isAtMost) };
}

type IsAtMost = (left: Term, right: Term) => boolean;

function comparison(machine: Machine, call: LibraryCall): IsAtMost {
  const { terms } = machine;
  const given = argument(call.args, 0);
  if (isUndefined(machine, given)) return (left, right) => machine.decide(comesFirst(machine, left, right));
  const fn = settle(machine, given);
  if (!isCallable(machine, fn)) {
    throwTypeError(machine, 'The comparison function must be either a function or undefined');
  }
  return (left, right) => {
    const order = toNumber(machine, machine.call(fn, undefinedValue, [left, right]));
    return !machine.decide(terms.apply('num.lt', [terms.constant(0), order]));
  };
}

/** −0 comes before 0, and NaN last. */
function comesFirst(machine: Machine, left: Term, right: Term): Term {
  const { terms } = machine;
  if (left.sort === 'big') return terms.not(terms.apply('big.lt', [right, left]));
  const [isNegative, isOther] = [left, right].map((term) =>
    terms.apply('num.lt', [terms.apply('num.div', [terms.constant(1), term]), terms.constant(0)]),
  );
  invariant(isNegative !== undefined && isOther !== undefined, 'both sides are compared');
  return terms.or([
    terms.apply('num.isNaN', [right]),
    terms.apply('num.lt', [left, right]),
    terms.and([terms.apply('num.eq', [left, right]), terms.or([isNegative, terms.not(isOther)])]),
  ]);
}

/** Halves are sorted, each by merging its own halves, and merged. */
function mergeSort(elements: readonly Term[], isAtMost: IsAtMost): readonly Term[] {
  if (elements.length < 2) return elements;
  const middle = elements.length >> 1;
  const left = mergeSort(elements.slice(0, middle), isAtMost);
  const right = mergeSort(elements.slice(middle), isAtMost);
  const merged: Term[] = [];
  let at = 0;
  for (const element of left) {
    for (let other = right[at]; other !== undefined && !isAtMost(element, other); other = right[at]) {
      merged.push(other);
      at++;
    }
    merged.push(element);
  }
  return [...merged, ...right.slice(at)];
}
