import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import type { Term } from '#smt/term';
import { beforeWrite } from './aliasing';
import { bytesOf, elementOfBytes, elementsOfType, reinterpreted, type ElementType } from './binary-types';
import { decideInteger } from './elements';
import type { HeapObject, Internal } from './heap-object';
import { binaryElement, elementInput } from './input-symbols';
import type { Location } from './location';
import type { Machine } from './machine';
import { placeOf } from './one-object';
import type { Ref } from './value';

export type BufferInternal = Extract<Internal, { kind: 'buffer' }>;
export type ViewInternal = Extract<Internal, { kind: 'view' }>;

/** Bytes that are all zero, to be seen as elements of a type. */
export function emptyBuffer(type: ElementType, length: Term, given: Location | null = null): BufferInternal {
  return { kind: 'buffer', type, elements: PersistentMap.empty(), length, given };
}

export function viewAt(machine: Machine, ref: Ref): ViewInternal | null {
  const { internal } = machine.object(ref);
  return internal.kind === 'view' ? internal : null;
}

/** A view of elements, no `DataView`. */
export function typedArrayAt(machine: Machine, ref: Ref): (ViewInternal & { readonly type: ElementType }) | null {
  const view = viewAt(machine, ref);
  return view === null || view.type === 'DataView' ? null : { ...view, type: view.type };
}

export function bufferAt(machine: Machine, ref: Ref): HeapObject & { readonly internal: BufferInternal } {
  const object = machine.object(ref);
  const { internal } = object;
  invariant(internal.kind === 'buffer', 'a view is of a buffer');
  return { ...object, internal };
}

/** How many bytes a buffer has. */
export function bufferBytes(machine: Machine, ref: Ref): Term {
  const { length, type } = bufferAt(machine, ref).internal;
  return times(machine, length, elementsOfType(type).bytes);
}

export function times(machine: Machine, term: Term, factor: number): Term {
  return factor === 1 ? term : machine.terms.apply('num.mul', [term, machine.terms.constant(factor)]);
}

/** The element of a view at an index; null outside of it. */
export function readElement(machine: Machine, ref: Ref, index: Term): Term | null {
  const view = typedArrayAt(machine, ref);
  invariant(view !== null, 'elements are of typed arrays');
  if (!machine.decide(isInside(machine, index, view.length))) return null;
  const first = firstElement(view);
  if (index.kind === 'constant') return elementAt(machine, view.buffer, view.type, first + Number(index.value));
  const { terms } = machine;
  const count = decideInteger(machine, view.length, 0);
  // Where nobody can tell that no input gets here: nothing is inside of a view that is empty.
  if (count === 0) return null;
  const elements = Array.from({ length: count }, (_, at) => elementAt(machine, view.buffer, view.type, first + at));
  return elements.reduce((others, element, at) =>
    terms.choice(terms.apply('num.eq', [index, terms.constant(at)]), element, others),
  );
}

/** Puts an element, as it is stored, at an index; outside of the view nothing happens. */
export function writeElement(machine: Machine, ref: Ref, index: Term, element: Term): void {
  const view = typedArrayAt(machine, ref);
  invariant(view !== null, 'elements are of typed arrays');
  if (!machine.decide(isInside(machine, index, view.length))) return;
  const { terms } = machine;
  const first = firstElement(view);
  if (index.kind === 'constant') {
    putElements(machine, view.buffer, view.type, [[first + Number(index.value), element]]);
    return;
  }
  const count = decideInteger(machine, view.length, 0);
  const changed = Array.from({ length: count }, (_, at): readonly [number, Term] => {
    const before = elementAt(machine, view.buffer, view.type, first + at);
    return [first + at, terms.choice(terms.apply('num.eq', [index, terms.constant(at)]), element, before)];
  });
  putElements(machine, view.buffer, view.type, changed);
}

function isInside(machine: Machine, index: Term, length: Term): Term {
  const { terms } = machine;
  return terms.and([
    terms.apply('num.le', [terms.constant(0), index]),
    terms.apply('num.lt', [index, length]),
    terms.apply('num.isInteger', [index]),
  ]);
}

function firstElement({ offset, type }: ViewInternal & { readonly type: ElementType }): number {
  return offset / elementsOfType(type).bytes;
}

/** The element of a buffer, seen as elements of a type, at an index inside of it. */
export function elementAt(machine: Machine, ref: Ref, type: ElementType, index: number): Term {
  seeAs(machine, ref, type);
  const object = bufferAt(machine, ref);
  const { elements, given } = object.internal;
  const known = elements.get(index);
  if (known !== undefined) return known;
  const { terms, world } = machine;
  if (given === null) return terms.constant(elementsOfType(type).sort === 'big' ? 0n : 0);
  const place = machine.effect((state) => placeOf(state, given));
  const location = world.locations.child(place, { kind: 'element', index }, elementInput(type));
  const element = binaryElement(terms, location, type);
  machine.update(ref, { ...object, internal: { ...object.internal, elements: elements.set(index, element) } });
  return element;
}

export function putElements(
  machine: Machine,
  ref: Ref,
  type: ElementType,
  changes: readonly (readonly [number, Term])[],
): void {
  const { given } = bufferAt(machine, ref).internal;
  if (given !== null) {
    const owner = machine.effect((state) => state.inputObjects.get(placeOf(state, given).id));
    if (owner !== undefined) beforeWrite(machine, owner);
  }
  seeAs(machine, ref, type);
  const object = bufferAt(machine, ref);
  let { elements } = object.internal;
  for (const [index, element] of changes) elements = elements.set(index, element);
  machine.update(ref, { ...object, internal: { ...object.internal, elements } });
}

/** From now on the bytes of a buffer are kept as elements of a type. */
function seeAs(machine: Machine, ref: Ref, type: ElementType): void {
  const { internal } = bufferAt(machine, ref);
  if (internal.type === type) return;
  const { terms } = machine;
  const [from, to] = [elementsOfType(internal.type), elementsOfType(type)];
  const isUntouched = internal.elements.size === 0 && internal.given === null;
  if (isUntouched && from.bytes === to.bytes) {
    machine.update(ref, { ...bufferAt(machine, ref), internal: { ...internal, type } });
    return;
  }
  const count = decideInteger(machine, internal.length, 0);
  if ((count * from.bytes) % to.bytes !== 0) {
    machine.unsupported(`a buffer of ${count * from.bytes} bytes as elements of ${to.bytes}`);
  }
  const whole = isUntouched ? [] : Array.from({ length: count }, (_, at) => elementAt(machine, ref, internal.type, at));
  const isSameSize = from.bytes === to.bytes && from.isInteger && to.isInteger;
  const elements = isSameSize
    ? whole.map((element) => reinterpreted(terms, type, element))
    : assembled(
        machine,
        type,
        whole.flatMap(
          (element): readonly (Term | null)[] => bytesOf(terms, internal.type, element) ?? openBytes(from.bytes),
        ),
      );
  const map = elements.reduce((all, element, index) => all.set(index, element), PersistentMap.empty<Term>());
  const length = terms.constant((count * from.bytes) / to.bytes);
  machine.update(ref, { ...bufferAt(machine, ref), internal: { ...internal, type, elements: map, length } });
}

/** Bytes of which nothing can be said. */
function openBytes(count: number): null[] {
  return Array.from({ length: count }, () => null);
}

function assembled(machine: Machine, type: ElementType, bytes: readonly (Term | null)[]): Term[] {
  const { bytes: size } = elementsOfType(type);
  return Array.from({ length: bytes.length / size }, (_, index) =>
    fromBytes(machine, type, bytes.slice(index * size, (index + 1) * size)),
  );
}

/** The element that bytes make, lowest first. */
export function fromBytes(machine: Machine, type: ElementType, bytes: readonly (Term | null)[]): Term {
  const known = bytes.flatMap((byte) => byte ?? []);
  const element = known.length < bytes.length ? null : elementOfBytes(machine.terms, type, known);
  return element ?? machine.unsupported(`the bytes of an open number as an element of ${type}`);
}
