import type { Term } from '#smt/term';
import { decideIndex, getIndex, indices, lengthTerm } from '../array-like';
import { bufferBytes, readElement, typedArrayAt } from '../binary-data';
import { elementTypes, elementsOfType, stored, type ElementType } from '../binary-types';
import { callable } from '../callable';
import { argument, isNullish, isUndefined, toInteger, toObject } from '../conversions';
import { throwError, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getProperty } from '../properties';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { storeElement, toElement } from '../store-element';
import { wellKnownSymbol, type ObjectValue, type Ref, type Value } from '../value';
import { forEachOf } from './for-each-of';
import { instancePrototype } from './instance-prototype';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { isSameContent, newTypedArray, viewOn, zeroes } from './typed-array-parts';
import { throwNotIterable } from './call-site';

/** The constructors of typed arrays, and what they have in common. */
export const typedArrayConstructors: LibraryPart = {
  ...Object.fromEntries(elementTypes.map((type) => [type, bounded((machine, call) => construct(machine, call, type))])),
  '%TypedArray%': exact((machine) => throwTypeError(machine, 'Abstract class TypedArray not directly constructable')),
  'get %TypedArray%[Symbol.species]': exact((_machine, call) => call.receiver),
  '%TypedArray%.of': madeBy((machine, call, type) => {
    return newTypedArray(
      machine,
      type,
      call.args.map((value) => toElement(machine, type, value)),
    );
  }),
  '%TypedArray%.from': madeBy((machine, call, type) => {
    const [source, mapping, receiver] = [argument(call.args, 0), argument(call.args, 1), argument(call.args, 2)];
    const fn = isUndefined(machine, mapping) ? null : callable(machine, mapping);
    if (isNullish(machine, source)) throwNotIterable(machine, source);
    const values = valuesOf(machine, source);
    const made = newTypedArray(
      machine,
      type,
      Array.from(values, () => zeroOf(machine, type)),
    );
    values.forEach((value, index) => {
      const at = machine.terms.constant(index);
      storeElement(machine, made.ref, at, fn === null ? value : machine.call(fn, receiver, [value, at]));
    });
    return made;
  }),
};

function madeBy(make: (machine: Machine, call: LibraryCall, type: ElementType) => Value): LibraryModel {
  return bounded((machine, call) => {
    const receiver = settle(machine, call.receiver);
    const name = receiver.kind === 'object' ? machine.world.realm.nameOf(receiver.ref) : null;
    const type = elementTypes.find((candidate) => candidate === name);
    return type === undefined ? machine.unsupported(`${call.name} of a subclass`) : make(machine, call, type);
  });
}

function zeroOf(machine: Machine, type: ElementType): Term {
  return machine.terms.constant(elementsOfType(type).sort === 'big' ? 0n : 0);
}

function construct(machine: Machine, call: LibraryCall, type: ElementType): Value {
  if (call.newTarget === null) throwTypeError(machine, `Constructor ${type} requires 'new'`);
  const proto = instancePrototype(machine, call, `${type}.prototype`);
  const source = settle(machine, argument(call.args, 0));
  if (source.kind !== 'object') {
    const length = toInteger(machine, source);
    demandLength(machine, length, argument(call.args, 0));
    return zeroes(machine, type, length, proto);
  }
  if (machine.object(source.ref).internal.kind === 'buffer') return overBuffer(machine, call, type, source.ref, proto);
  const other = typedArrayAt(machine, source.ref);
  if (other === null) return filled(machine, type, valuesOf(machine, source), proto);
  if (!isSameContent(type, other.type)) throwMixed(machine);
  return newTypedArray(machine, type, copied(machine, source.ref, type), proto);
}

function throwMixed(machine: Machine): never {
  return throwTypeError(machine, 'Cannot mix BigInt and other types, use explicit conversions');
}

/** The elements of a typed array as elements of a type. */
export function copied(machine: Machine, ref: Ref, type: ElementType): readonly Term[] {
  const view = typedArrayAt(machine, ref);
  if (view === null) return [];
  if (!isSameContent(type, view.type)) throwMixed(machine);
  const elements: Term[] = [];
  for (const index of indices(machine, view.length)) {
    const element = readElement(machine, ref, machine.terms.constant(index));
    if (element !== null) elements.push(view.type === type ? element : stored(machine.terms, type, element));
  }
  return elements;
}

/** Engines hold no longer ones; between that and what the language allows they differ. */
const mostElements = 2 ** 32;

function demandLength(machine: Machine, length: Term, given: Value): void {
  const { terms } = machine;
  const isNegative = terms.apply('num.lt', [length, terms.constant(0)]);
  const isTooLong = terms.apply('num.lt', [terms.constant(Number.MAX_SAFE_INTEGER), length]);
  if (machine.decide(terms.or([isNegative, isTooLong]))) {
    throwShown(machine, 'RangeError', ['Invalid typed array length: ', { of: given }]);
  }
  if (machine.decide(terms.apply('num.lt', [terms.constant(mostElements), length]))) {
    machine.unsupported('a typed array that is larger than engines allow');
  }
}

function valuesOf(machine: Machine, source: Value): Value[] {
  const values: Value[] = [];
  if (isNullish(machine, getProperty(machine, source, wellKnownSymbol('iterator')))) {
    const ref = toObject(machine, source);
    for (const index of indices(machine, lengthTerm(machine, ref))) values.push(getIndex(machine, ref, index));
  } else forEachOf(machine, source, (value) => values.push(value));
  return values;
}

function filled(machine: Machine, type: ElementType, values: readonly Value[], proto: Ref): ObjectValue {
  const elements = values.map((value) => toElement(machine, type, value));
  return newTypedArray(machine, type, elements, proto);
}

function overBuffer(machine: Machine, call: LibraryCall, type: ElementType, buffer: Ref, proto: Ref): Value {
  const { terms } = machine;
  const { bytes: size } = elementsOfType(type);
  const bytes = bufferBytes(machine, buffer);
  const offset = toOffset(machine, argument(call.args, 1));
  const isAligned = terms.apply('num.eq', [terms.apply('num.rem', [offset, terms.constant(size)]), terms.constant(0)]);
  if (!machine.decide(isAligned)) {
    throwError(machine, 'RangeError', `start offset of ${type} should be a multiple of ${size}`);
  }
  const given = argument(call.args, 2);
  const length = isUndefined(machine, given) ? null : toInteger(machine, given);
  if (length !== null) demandLength(machine, length, given);
  const isOutside = terms.apply('num.lt', [bytes, offset]);
  if (length === null) {
    const isWhole = terms.apply('num.eq', [terms.apply('num.rem', [bytes, terms.constant(size)]), terms.constant(0)]);
    if (!machine.decide(isWhole)) {
      throwError(machine, 'RangeError', `byte length of ${type} should be a multiple of ${size}`);
    }
    if (machine.decide(isOutside)) throwOutside(machine, argument(call.args, 1));
  }
  const rest = terms.apply('num.sub', [bytes, offset]);
  const most = size === 1 ? rest : terms.apply('num.div', [rest, terms.constant(size)]);
  if (length !== null && machine.decide(terms.apply('num.lt', [most, length]))) {
    throwShown(machine, 'RangeError', ['Invalid typed array length: ', { of: given }]);
  }
  const first = decideIndex(machine, offset, bytes);
  return viewOn(machine, { kind: 'view', type, buffer, offset: first, length: length ?? most }, proto);
}

/** Where a view of a buffer begins. */
export function toOffset(machine: Machine, given: Value): Term {
  const { terms } = machine;
  const offset = isUndefined(machine, given) ? terms.constant(0) : toInteger(machine, given);
  const isInvalid = terms.or([
    terms.apply('num.lt', [offset, terms.constant(0)]),
    terms.apply('num.lt', [terms.constant(Number.MAX_SAFE_INTEGER), offset]),
  ]);
  if (machine.decide(isInvalid)) throwOutside(machine, given);
  return offset;
}

export function throwOutside(machine: Machine, offset: Value): never {
  return throwShown(machine, 'RangeError', ['Start offset ', { of: offset }, ' is outside the bounds of the buffer']);
}
