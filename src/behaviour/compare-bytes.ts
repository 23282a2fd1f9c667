import { bufferAt, bufferBytes, elementAt, viewAt } from '#symbolic/binary-data';
import { elementsOfType, type ElementType } from '#symbolic/binary-types';
import { decideInteger } from '#symbolic/elements';
import type { Machine } from '#symbolic/machine';
import type { Ref } from '#symbolic/value';
import type { Term } from '#smt/term';
import type { Comparing } from './comparing';
import { all, type Finding } from './finding';

/** Typed arrays by their elements; other views, and buffers, by what their bytes are kept as. */
export function compareBytes(comparison: Comparing, first: Ref, second: Ref, place: string): Finding {
  const { sides } = comparison;
  const [a, b] = [windowOf(sides.first, first), windowOf(sides.second, second)];
  const lengths = comparison.terms(a.bytes, b.bytes, `${place}.byteLength`);
  if (lengths.kind !== 'same') return lengths;
  const type = b.type ?? (a.own === b.own ? b.own : 'Uint8Array');
  const { bytes: size } = elementsOfType(type);
  return all(
    indicesOf(comparison, a, b, size).map((index) => (): Finding => {
      const right = sides.look((machine) => element(machine, b, type, index), 'second');
      const left = sides.look((machine) => element(machine, a, type, index), 'first');
      return comparison.terms(left, right, `${place}[${index}]`);
    }),
  );
}

interface Window {
  readonly buffer: Ref;
  /** In bytes. */
  readonly offset: number;
  readonly bytes: Term;
  /** How it sees its bytes; null for buffers and views of anything. */
  readonly type: ElementType | null;
  readonly own: ElementType;
}

function windowOf(machine: Machine, ref: Ref): Window {
  const view = viewAt(machine, ref);
  if (view === null) {
    const { type } = bufferAt(machine, ref).internal;
    return { buffer: ref, offset: 0, bytes: bufferBytes(machine, ref), type: null, own: type };
  }
  const { buffer, offset, length } = view;
  const own = bufferAt(machine, buffer).internal.type;
  if (view.type === 'DataView') return { buffer, offset, bytes: length, type: null, own };
  const size = machine.terms.constant(elementsOfType(view.type).bytes);
  return { buffer, offset, bytes: machine.terms.apply('num.mul', [length, size]), type: view.type, own };
}

function element(machine: Machine, { buffer, offset }: Window, type: ElementType, index: number): Term {
  return elementAt(machine, buffer, type, offset / elementsOfType(type).bytes + index);
}

/** Where both came with the same bytes, only what was looked at or written can differ. */
function indicesOf({ sides }: Comparing, a: Window, b: Window, size: number): readonly number[] {
  const [left, right] = [bufferAt(sides.first, a.buffer).internal, bufferAt(sides.second, b.buffer).internal];
  const isWhole = [
    a.bytes === bufferBytes(sides.first, a.buffer),
    b.bytes === bufferBytes(sides.second, b.buffer),
  ].every(Boolean);
  const isAlike = isWhole && left.given === right.given && left.type === right.type;
  const isZero = left.given === null && left.elements.size === 0 && right.elements.size === 0;
  if (isAlike && (left.given !== null || isZero) && elementsOfType(left.type).bytes === size) {
    const mentioned = new Set([...left.elements.entries(), ...right.elements.entries()].map(([index]) => index));
    return [...mentioned].toSorted((x, y) => x - y);
  }
  const bytes = sides.look((machine) => decideInteger(machine, b.bytes, 0), 'second');
  return Array.from({ length: Math.floor(bytes / size) }, (_, index) => index);
}
