import { clampedIndex, decideIndex, getIndex, indices, lengthTerm } from '../array-like';
import { readElement, times, typedArrayAt } from '../binary-data';
import { elementsOfType } from '../binary-types';
import { callable } from '../callable';
import { argument, toInteger, toObject, truth } from '../conversions';
import { throwError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { storeElement, toElement } from '../store-element';
import { objectValue, undefinedValue, type Value } from '../value';
import { arrayCopy } from './array-copy';
import { arrayIteration } from './array-iteration';
import { arrayIterators } from './array-iterators';
import { arrayMutation } from './array-mutation';
import { arraySearch } from './array-search';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { copied } from './typed-array-constructors';
import {
  demandOwnSpecies,
  newTypedArray,
  noteWhole,
  receiverArray,
  viewOn,
  type TypedArray,
} from './typed-array-parts';

const prefix = '%TypedArray%.prototype';

const arrayModels: LibraryPart = {
  ...arrayCopy,
  ...arrayIteration,
  ...arrayIterators,
  ...arrayMutation,
  ...arraySearch,
};

/** Methods that do to the elements of a typed array what those of arrays do. */
const likeArrays = [
  'copyWithin',
  'entries',
  'every',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'forEach',
  'includes',
  'indexOf',
  'join',
  'keys',
  'lastIndexOf',
  'reduce',
  'reduceRight',
  'reverse',
  'some',
  'values',
];

export const typedArrayMethods: LibraryPart = {
  ...Object.fromEntries(likeArrays.map((name) => [`${prefix}.${name}`, likeArray(`Array.prototype.${name}`)])),
  [`get ${prefix}.buffer`]: exact((machine, call) => {
    const { ref, view } = receiverArray(machine, call);
    noteWhole(machine, ref);
    return objectValue(view.buffer);
  }),
  [`get ${prefix}.byteOffset`]: exact((machine, call) => {
    const { ref, view } = receiverArray(machine, call);
    noteWhole(machine, ref);
    return machine.terms.constant(view.offset);
  }),
  [`get ${prefix}.length`]: exact((machine, call) => receiverArray(machine, call).length),
  [`get ${prefix}.byteLength`]: exact((machine, call) => {
    const { type, length } = receiverArray(machine, call);
    return times(machine, length, elementsOfType(type).bytes);
  }),
  [`get ${prefix}[Symbol.toStringTag]`]: exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    const view = receiver.kind === 'object' ? typedArrayAt(machine, receiver.ref) : null;
    return view === null ? undefinedValue : machine.terms.constant(view.type);
  }),
  [`${prefix}.at`]: bounded((machine, call) => {
    const { terms } = machine;
    const { ref, length } = receiverArray(machine, call);
    const relative = toInteger(machine, argument(call.args, 0));
    const fromEnd = terms.apply('num.add', [length, relative]);
    const index = terms.choice(terms.apply('num.lt', [relative, terms.constant(0)]), fromEnd, relative);
    return readElement(machine, ref, index) ?? undefinedValue;
  }),
  [`${prefix}.map`]: bounded((machine, call) => {
    const array = receiverArray(machine, call);
    const fn = callable(machine, argument(call.args, 0));
    demandOwnSpecies(machine, call, array);
    const made = [...visited(machine, call, array, fn)].map(({ answer }) => toElement(machine, array.type, answer));
    return newTypedArray(machine, array.type, made);
  }),
  [`${prefix}.filter`]: bounded((machine, call) => {
    const array = receiverArray(machine, call);
    const fn = callable(machine, argument(call.args, 0));
    demandOwnSpecies(machine, call, array);
    const kept = [...visited(machine, call, array, fn)].flatMap(({ value, answer }) =>
      machine.decide(truth(machine, answer)) ? [toElement(machine, array.type, value)] : [],
    );
    return newTypedArray(machine, array.type, kept);
  }),
  [`${prefix}.slice`]: bounded((machine, call) => {
    const { terms } = machine;
    const array = receiverArray(machine, call);
    const { start, count } = partOf(machine, call, array);
    demandOwnSpecies(machine, call, array);
    const taken = [...indices(machine, count)].flatMap(
      (index) => readElement(machine, array.ref, terms.constant(start + index)) ?? [],
    );
    return newTypedArray(machine, array.type, taken);
  }),
  [`${prefix}.subarray`]: bounded((machine, call) => {
    const array = receiverArray(machine, call);
    const { start, count } = partOf(machine, call, array);
    demandOwnSpecies(machine, call, array);
    const { type, view } = array;
    const offset = view.offset + start * elementsOfType(type).bytes;
    const proto = machine.world.realm.ref(`${type}.prototype`);
    return viewOn(machine, { kind: 'view', type, buffer: view.buffer, offset, length: count }, proto);
  }),
  [`${prefix}.fill`]: bounded((machine, call) => {
    const { terms } = machine;
    const array = receiverArray(machine, call);
    const element = toElement(machine, array.type, argument(call.args, 0));
    const { start, count } = partOf(machine, { ...call, args: call.args.slice(1) }, array);
    for (const index of indices(machine, count)) {
      storeElement(machine, array.ref, terms.constant(start + index), element);
    }
    return objectValue(array.ref);
  }),
  [`${prefix}.set`]: bounded(setFrom),
  [`${prefix}.with`]: bounded((machine, call) => {
    const { terms } = machine;
    const { ref, type, length } = receiverArray(machine, call);
    const relative = toInteger(machine, argument(call.args, 0));
    const fromEnd = terms.apply('num.add', [length, relative]);
    const index = terms.choice(terms.apply('num.lt', [relative, terms.constant(0)]), fromEnd, relative);
    const element = toElement(machine, type, argument(call.args, 1));
    const isInside = terms.and([
      terms.apply('num.le', [terms.constant(0), index]),
      terms.apply('num.lt', [index, length]),
    ]);
    if (!machine.decide(isInside)) throwError(machine, 'RangeError', 'Invalid typed array index');
    const made = newTypedArray(machine, type, copied(machine, ref, type));
    storeElement(machine, made.ref, index, element);
    return made;
  }),
  [`${prefix}.toReversed`]: bounded((machine, call) => {
    const { ref, type } = receiverArray(machine, call);
    return newTypedArray(machine, type, copied(machine, ref, type).toReversed());
  }),
};

function likeArray(name: string): LibraryModel {
  return bounded((machine, call) => {
    receiverArray(machine, call);
    const model = arrayModels[name];
    return model === undefined ? machine.unsupported(call.name) : model.run(machine, { ...call, name });
  });
}

function* visited(
  machine: Machine,
  call: LibraryCall,
  { ref, length }: TypedArray,
  fn: Value,
): Generator<{ readonly value: Value; readonly answer: Value }> {
  for (const index of indices(machine, length)) {
    const at = machine.terms.constant(index);
    const value = readElement(machine, ref, at) ?? undefinedValue;
    yield { value, answer: machine.call(fn, argument(call.args, 1), [value, at, objectValue(ref)]) };
  }
}

/** The part of an array that two relative indices mean; the count may be open. */
function partOf(
  machine: Machine,
  call: LibraryCall,
  { length }: TypedArray,
): { readonly start: number; readonly count: ReturnType<typeof clampedIndex> } {
  const { terms } = machine;
  const from = clampedIndex(machine, argument(call.args, 0), length, terms.constant(0));
  const to = clampedIndex(machine, argument(call.args, 1), length, length);
  const start = decideIndex(machine, from, length);
  const count = terms.apply('num.sub', [to, terms.constant(start)]);
  return { start, count: terms.apply('num.max', [count, terms.constant(0)]) };
}

function setFrom(machine: Machine, call: LibraryCall): Value {
  const { terms } = machine;
  const { ref, type, length } = receiverArray(machine, call);
  const offset = toInteger(machine, argument(call.args, 1));
  if (machine.decide(terms.apply('num.lt', [offset, terms.constant(0)]))) throwOutOfBounds(machine);
  const source = toObject(machine, argument(call.args, 0));
  const other = typedArrayAt(machine, source);
  const count = other?.length ?? lengthTerm(machine, source);
  // What is copied is read before anything is written: the arrays may share a buffer.
  const elements = other === null ? null : copied(machine, source, type);
  const isTooLong = terms.apply('num.lt', [length, terms.apply('num.add', [offset, count])]);
  if (machine.decide(isTooLong)) throwOutOfBounds(machine);
  for (const index of indices(machine, count)) {
    const at = terms.apply('num.add', [offset, terms.constant(index)]);
    storeElement(machine, ref, at, elements?.[index] ?? getIndex(machine, source, index));
  }
  return undefinedValue;
}

function throwOutOfBounds(machine: Machine): never {
  return throwError(machine, 'RangeError', 'offset is out of bounds');
}
