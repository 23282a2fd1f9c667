import type { HeapObject, Property } from '#symbolic/heap-object';
import type { Machine } from '#symbolic/machine';
import { isSymbolKey, type Ref, type Value } from '#symbolic/value';
import { withoutNumber } from './key-names';
import type { BothSides } from './side';

/** Errors are told apart by what these say, and no run shows where they were made. */
const compared: ReadonlySet<string> = new Set(['message', 'name', 'stack']);

/** Objects inside of each other that are looked into. */
const mostDepth = 4;

/**
 * Errors are equal when their types and messages are. What else they carry may be something else in each version: it is said
 * that nobody looks at it, unless it is plain that it is the same. Nothing is decided about the input for that.
 */
export function noteOtherProperties(
  { first: left, second: right }: BothSides,
  first: Ref,
  second: Ref,
  place: string,
): void {
  const [before, now] = [propertiesOf(left, first), propertiesOf(right, second)];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    if (compared.has(key) || isPlainlySame(left, before.get(key), right, now.get(key), mostDepth)) continue;
    right.note({ kind: 'stated', what: `nobody looks at ${key} of ${place}` });
  }
}

function propertiesOf(machine: Machine, ref: Ref): ReadonlyMap<string, Property> {
  const { keys } = machine.world;
  const found = [...machine.object(ref).properties.entries()].map(
    ([id, property]) => [keys.textOf(id), property] as const,
  );
  return new Map(found.flatMap(([key, property]) => (isSeen(key, property) ? [[withoutNumber(key), property]] : [])));
}

/** Private members are seen by the class alone, whose methods are compared. */
function isSeen(key: string, { kind }: Property): boolean {
  return kind !== 'absent' && !isSymbolKey(key);
}

function isPlainlySame(
  left: Machine,
  first: Property | undefined,
  right: Machine,
  second: Property | undefined,
  depth: number,
): boolean {
  if (first?.kind !== 'data' || second?.kind !== 'data') return false;
  return isSameValue(left, first.value, right, second.value, depth);
}

function isSameValue(left: Machine, first: Value, right: Machine, second: Value, depth: number): boolean {
  if (first === second) return true;
  if (first.kind !== second.kind) return false;
  if (first.kind === 'undefined' || first.kind === 'null') return true;
  if (first.kind === 'input' && second.kind === 'input') return first.location === second.location;
  if (first.kind !== 'object' || second.kind !== 'object') return false;
  // Objects of the language are the same in both versions.
  if (first.ref === second.ref && first.ref < 0) return true;
  const [a, b] = [left.object(first.ref), right.object(second.ref)];
  // What was done to an object that was handed in is compared by itself.
  if (a.input !== null && b.input !== null) return a.input.location === b.input.location;
  // Refs of classes of the program belong to one version.
  if (a.proto !== b.proto || (a.proto ?? -1) > 0) return false;
  if (depth === 0 || !isOpenToSee(a) || !isOpenToSee(b)) return false;
  const [elements, others] = [elementsOf(a), elementsOf(b)];
  if (elements.length !== others.length) return false;
  const isSameList = elements.every((element, index) => {
    const other = others[index];
    return other !== undefined && isSameValue(left, element, right, other, depth - 1);
  });
  if (!isSameList || a.internal.kind !== b.internal.kind) return false;
  const [before, now] = [propertiesOf(left, first.ref), propertiesOf(right, second.ref)];
  return (
    before.size === now.size &&
    [...before].every(([key, property]) => isPlainlySame(left, property, right, now.get(key), depth - 1))
  );
}

/** Those of a list without holes. */
function elementsOf({ internal }: HeapObject): readonly Value[] {
  return internal.kind === 'array' ? internal.elements.sorted().map(([, element]) => element) : [];
}

/** Whether all of an object is among its properties and elements. */
function isOpenToSee({ internal, input }: HeapObject): boolean {
  if (input !== null || internal.kind === 'plain' || internal.kind === 'error') return input === null;
  if (internal.kind !== 'array' || internal.length.kind !== 'constant') return false;
  return Number(internal.length.value) === internal.elements.sorted().length;
}
