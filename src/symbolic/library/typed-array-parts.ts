import type { Term } from '#smt/term';
import { emptyBuffer, putElements, typedArrayAt, type ViewInternal } from '../binary-data';
import { elementsOfType, type ElementType } from '../binary-types';
import { emptyObject } from '../empty-object';
import type { Machine } from '../machine';
import { getFrom } from '../properties';
import { settle } from '../settle';
import { objectValue, type ObjectValue, type Ref } from '../value';
import type { LibraryCall } from './library-model';

export interface TypedArray {
  readonly ref: Ref;
  readonly type: ElementType;
  readonly view: ViewInternal;
  readonly length: Term;
}

/** The typed array on which a method was called. */
export function receiverArray(machine: Machine, call: LibraryCall): TypedArray {
  const receiver = settle(machine, call.receiver);
  const view = receiver.kind === 'object' ? typedArrayAt(machine, receiver.ref) : null;
  if (receiver.kind !== 'object' || view === null) return machine.unsupported(`${call.name} of what is no typed array`);
  return { ref: receiver.ref, type: view.type, view, length: view.length };
}

/** What is handed in is tried as a view of all its buffer: who asks where it lies in that may be given a part, as of the buffers of Node. */
export function noteWhole(machine: Machine, ref: Ref): void {
  const { input } = machine.object(ref);
  if (input !== null) machine.note({ kind: 'stated', what: `${input.location.name} is a view of all its buffer` });
}

/** A new typed array with a buffer of its own. */
export function newTypedArray(
  machine: Machine,
  type: ElementType,
  elements: readonly Term[],
  proto: Ref = machine.world.realm.ref(`${type}.prototype`),
): ObjectValue {
  const made = zeroes(machine, type, machine.terms.constant(elements.length), proto);
  const view = typedArrayAt(machine, made.ref);
  if (view !== null && elements.length > 0) {
    putElements(
      machine,
      view.buffer,
      type,
      elements.map((element, index) => [index, element]),
    );
  }
  return made;
}

export function zeroes(machine: Machine, type: ElementType, length: Term, proto: Ref): ObjectValue {
  const { realm } = machine.world;
  const buffer = machine.create(emptyBuffer(type, length), realm.ref('ArrayBuffer.prototype'));
  return viewOn(machine, { kind: 'view', type, buffer: buffer.ref, offset: 0, length }, proto);
}

export function viewOn(machine: Machine, view: ViewInternal, proto: Ref): ObjectValue {
  return objectValue(machine.allocate(emptyObject(view, proto)));
}

/** What makes new arrays of one's kind is the constructor of the language: others are not modelled. */
export function demandOwnSpecies(machine: Machine, call: LibraryCall, { ref, type }: TypedArray): void {
  const constructor = settle(machine, getFrom(machine, ref, 'constructor', objectValue(ref)));
  const isOwn = constructor.kind === 'object' && constructor.ref === machine.world.realm.ref(type);
  if (!isOwn) machine.unsupported(`${call.name} of a subclass`);
}

/** Numbers do not become bigints by being copied. */
export function isSameContent(type: ElementType, other: ElementType): boolean {
  return elementsOfType(type).sort === elementsOfType(other).sort;
}
