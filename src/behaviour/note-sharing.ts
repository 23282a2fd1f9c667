import type { HeapObject } from '#symbolic/heap-object';
import { isNarrow } from '#symbolic/inputs/with-others';
import { placeOf } from '#symbolic/one-object';
import type { Ref } from '#symbolic/value';
import type { BothSides } from './side';

/**
 * Identity does not count, but what is put into an object later shows wherever it is one with another: states that nobody does where objects are
 * shared in one version only. What is inside of these is shared as well, so that it is said once.
 */
export class SharingNotes {
  #isNoted = false;

  note(sides: BothSides, first: Ref, second: Ref, place: string): void {
    if (this.#isNoted || isFixedInOne(sides, first, second)) return;
    this.#isNoted = true;
    sides.second.note({
      kind: 'stated',
      what: `nobody changes ${place}, which is one object with another in one version only`,
    });
  }
}

/** Whether both are what callers have handed in at one place, or neither is: who has handed it in has it still. */
export function isOneInput({ first: left, second: right }: BothSides, first: Ref, second: Ref): boolean {
  const [a, b] = [left.object(first).input, right.object(second).input];
  return a === null || b === null ? a === b : a.location === b.location;
}

/** Notes that two objects of callers stand for each other, of which more may be known to them than types say. */
export function notePair({ first: left, second: right }: BothSides, first: Ref, second: Ref): void {
  const [a, b] = [left.object(first).input, right.object(second).input];
  const { untried } = right.world;
  if (untried === undefined || a === null || b === null || !isNarrow(a.member) || !isNarrow(b.member)) return;
  if (placeOf(left.state, a.location) !== placeOf(right.state, b.location)) untried.pairs = true;
}

/** Whether an object of either version cannot be changed. */
export function isFixedInOne({ first: left, second: right }: BothSides, first: Ref, second: Ref): boolean {
  return [left.object(first), right.object(second)].some(isFixed);
}

export function isClosed({ extensible, internal }: HeapObject): boolean {
  return !extensible || (internal.kind === 'array' && internal.frozen);
}

function isFixed(object: HeapObject): boolean {
  return isClosed(object) || !changeable.has(object.internal.kind);
}

const changeable: ReadonlySet<HeapObject['internal']['kind']> = new Set([
  'plain',
  'array',
  'map',
  'set',
  'date',
  'regexp',
  'view',
  'buffer',
  'weak-map',
  'weak-set',
]);
