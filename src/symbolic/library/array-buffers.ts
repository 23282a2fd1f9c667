import { noteKindOfValue } from '../asked-kind';
import type { Term } from '#smt/term';
import { clampedIndex, decideIndex } from '../array-like';
import {
  bufferAt,
  bufferBytes,
  elementAt,
  emptyBuffer,
  fromBytes,
  putElements,
  viewAt,
  type ViewInternal,
} from '../binary-data';
import { bytesOf, elementsOfType, type ElementType } from '../binary-types';
import { argument, isUndefined, toInteger, truth } from '../conversions';
import { throwError, throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { toElement } from '../store-element';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { bounded, exact, type LibraryCall, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';
import { throwOutside, toOffset } from './typed-array-constructors';
import { noteWhole, viewOn } from './typed-array-parts';

/** Numbers of a `DataView`, as its methods name them. */
const numbers: Readonly<Record<string, ElementType>> = {
  Int8: 'Int8Array',
  Uint8: 'Uint8Array',
  Int16: 'Int16Array',
  Uint16: 'Uint16Array',
  Int32: 'Int32Array',
  Uint32: 'Uint32Array',
  Float32: 'Float32Array',
  Float64: 'Float64Array',
  BigInt64: 'BigInt64Array',
  BigUint64: 'BigUint64Array',
};

export const arrayBuffers: LibraryPart = {
  ArrayBuffer: bounded((machine, call) => {
    const { terms } = machine;
    if (call.newTarget === null) throwTypeError(machine, "Constructor ArrayBuffer requires 'new'");
    if (!isUndefined(machine, argument(call.args, 1))) machine.unsupported('a buffer that can be resized');
    const proto = instancePrototype(machine, call, 'ArrayBuffer.prototype');
    const length = toInteger(machine, argument(call.args, 0));
    const isInvalid = terms.or([
      terms.apply('num.lt', [length, terms.constant(0)]),
      terms.apply('num.lt', [terms.constant(Number.MAX_SAFE_INTEGER), length]),
    ]);
    if (machine.decide(isInvalid)) throwError(machine, 'RangeError', 'Invalid array buffer length');
    return machine.create(emptyBuffer('Uint8Array', length), proto);
  }),
  'get ArrayBuffer[Symbol.species]': exact((_machine, call) => call.receiver),
  'ArrayBuffer.isView': exact((machine, call) => {
    const value = settle(machine, argument(call.args, 0));
    noteKindOfValue(machine, value);
    return machine.terms.constant(value.kind === 'object' && viewAt(machine, value.ref) !== null);
  }),
  'get ArrayBuffer.prototype.byteLength': exact((machine, call) => bufferBytes(machine, receiverBuffer(machine, call))),
  'ArrayBuffer.prototype.slice': bounded((machine, call) => {
    const { terms, world } = machine;
    const ref = receiverBuffer(machine, call);
    const bytes = bufferBytes(machine, ref);
    const from = clampedIndex(machine, argument(call.args, 0), bytes, terms.constant(0));
    const to = clampedIndex(machine, argument(call.args, 1), bytes, bytes);
    const [first, end] = [decideIndex(machine, from, bytes), decideIndex(machine, to, bytes)];
    const { type: own } = bufferAt(machine, ref).internal;
    const isAligned = [first, end].every((at) => at % elementsOfType(own).bytes === 0);
    const type = isAligned ? own : 'Uint8Array';
    const { bytes: size } = elementsOfType(type);
    const count = Math.max(0, end - first) / size;
    const elements = Array.from({ length: count }, (_, index) => elementAt(machine, ref, type, first / size + index));
    const made = machine.create(emptyBuffer(type, terms.constant(count)), world.realm.ref('ArrayBuffer.prototype'));
    putElements(
      machine,
      made.ref,
      type,
      elements.map((element, index) => [index, element]),
    );
    return made;
  }),
  DataView: bounded(constructView),
  'get DataView.prototype.buffer': exact((machine, call) => {
    const { buffer } = receiverView(machine, call);
    noteWholeView(machine, call);
    return objectValue(buffer);
  }),
  'get DataView.prototype.byteLength': exact((machine, call) => receiverView(machine, call).length),
  'get DataView.prototype.byteOffset': exact((machine, call) => {
    const { offset } = receiverView(machine, call);
    noteWholeView(machine, call);
    return machine.terms.constant(offset);
  }),
  ...Object.fromEntries(
    Object.entries(numbers).flatMap(([name, type]) => [
      [`DataView.prototype.get${name}`, bounded((machine, call) => getNumber(machine, call, type))],
      [`DataView.prototype.set${name}`, bounded((machine, call) => setNumber(machine, call, type))],
    ]),
  ),
};

function receiverBuffer(machine: Machine, call: LibraryCall): Ref {
  const receiver = settle(machine, call.receiver);
  if (receiver.kind === 'object' && machine.object(receiver.ref).internal.kind === 'buffer') return receiver.ref;
  return throwIncompatible(machine, call.name, receiver);
}

function noteWholeView(machine: Machine, call: LibraryCall): void {
  const receiver = settle(machine, call.receiver);
  if (receiver.kind === 'object') noteWhole(machine, receiver.ref);
}

function receiverView(machine: Machine, call: LibraryCall): ViewInternal {
  const receiver = settle(machine, call.receiver);
  const view = receiver.kind === 'object' ? viewAt(machine, receiver.ref) : null;
  return view?.type === 'DataView' ? view : machine.unsupported(`${call.name} of what is no DataView`);
}

function constructView(machine: Machine, call: LibraryCall): Value {
  const { terms } = machine;
  if (call.newTarget === null) throwTypeError(machine, "Constructor DataView requires 'new'");
  const source = settle(machine, argument(call.args, 0));
  if (source.kind !== 'object' || machine.object(source.ref).internal.kind !== 'buffer') {
    return throwTypeError(machine, 'First argument to DataView constructor must be an ArrayBuffer');
  }
  const offset = toOffset(machine, argument(call.args, 1));
  const bytes = bufferBytes(machine, source.ref);
  if (machine.decide(terms.apply('num.lt', [bytes, offset]))) throwOutside(machine, argument(call.args, 1));
  const given = argument(call.args, 2);
  const rest = terms.apply('num.sub', [bytes, offset]);
  const length = isUndefined(machine, given) ? rest : toInteger(machine, given);
  const isInvalid = terms.or([
    terms.apply('num.lt', [length, terms.constant(0)]),
    terms.apply('num.lt', [rest, length]),
  ]);
  if (machine.decide(isInvalid)) throwShown(machine, 'RangeError', ['Invalid DataView length ', { of: given }]);
  const first = decideIndex(machine, offset, bytes);
  const proto = instancePrototype(machine, call, 'DataView.prototype');
  return viewOn(machine, { kind: 'view', type: 'DataView', buffer: source.ref, offset: first, length }, proto);
}

interface Place {
  readonly buffer: Ref;
  readonly first: number;
  readonly isLittleEndian: boolean;
}

/** Where a number of a view stands, with the checks in the order of the language: `convert` comes between them. */
function placeOf(
  machine: Machine,
  call: LibraryCall,
  size: number,
  order: number,
  convert: () => void = () => {},
): Place {
  const { terms } = machine;
  const { buffer, offset, length } = receiverView(machine, call);
  const index = toInteger(machine, argument(call.args, 0));
  const isInvalid = terms.or([
    terms.apply('num.lt', [index, terms.constant(0)]),
    terms.apply('num.lt', [terms.constant(Number.MAX_SAFE_INTEGER), index]),
  ]);
  if (machine.decide(isInvalid)) throwBounds(machine);
  convert();
  const isLittleEndian = machine.decide(truth(machine, argument(call.args, order)));
  const end = terms.apply('num.add', [index, terms.constant(size)]);
  if (machine.decide(terms.apply('num.lt', [length, end]))) throwBounds(machine);
  return { buffer, first: offset + decideIndex(machine, index, length), isLittleEndian };
}

function throwBounds(machine: Machine): never {
  return throwError(machine, 'RangeError', 'Offset is outside the bounds of the DataView');
}

function getNumber(machine: Machine, call: LibraryCall, type: ElementType): Value {
  const { bytes: size } = elementsOfType(type);
  const { buffer, first, isLittleEndian } = placeOf(machine, call, size, 1);
  const { type: own } = bufferAt(machine, buffer).internal;
  // Bytes that were stored as one number need not be taken apart.
  if (own === type && isLittleEndian && first % size === 0) return elementAt(machine, buffer, type, first / size);
  const bytes = Array.from({ length: size }, (_, index) => elementAt(machine, buffer, 'Uint8Array', first + index));
  return fromBytes(machine, type, isLittleEndian ? bytes : bytes.toReversed());
}

function setNumber(machine: Machine, call: LibraryCall, type: ElementType): Value {
  const { terms } = machine;
  const { bytes: size } = elementsOfType(type);
  let element: Term | null = null;
  const { buffer, first, isLittleEndian } = placeOf(machine, call, size, 2, () => {
    element = toElement(machine, type, argument(call.args, 1));
  });
  const bytes = element === null ? null : bytesOf(terms, type, element);
  if (bytes === null) return machine.unsupported(`the bytes of an open number in ${call.name}`);
  const ordered = isLittleEndian ? bytes : bytes.toReversed();
  putElements(
    machine,
    buffer,
    'Uint8Array',
    ordered.map((byte, index) => [first + index, byte]),
  );
  return undefinedValue;
}
