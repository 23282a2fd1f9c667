import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import { beforeWrite } from './aliasing';
import { sameValueZero } from './equality';
import type { Entry, HeapObject, InputObject, Internal } from './heap-object';
import { placeOfParts } from './place-of-parts';
import { sizeOfInput } from './input-symbols';
import type { InputType } from './input-type';
import type { Machine } from './machine';
import { setApart } from './one-object';
import { settle, settleBy } from './settle';
import { isTerm, type InputValue, type Ref, type Value } from './value';

export type CollectionKind = 'map' | 'set' | 'weak-map' | 'weak-set';

type CollectionInternal = Extract<Internal, { readonly entries: unknown }>;

export function collectionAt(machine: Machine, ref: Ref): HeapObject & { readonly internal: CollectionInternal } {
  const object = machine.object(ref);
  const { internal } = object;
  invariant('entries' in internal, 'a collection has entries');
  return { ...object, internal };
}

/**
 * The entry at a position, null for one that was deleted, undefined beyond the last. Entries of a collection that was
 * handed in come into being when they are reached, one by one.
 */
export function entryAt(machine: Machine, ref: Ref, position: number): Entry | null | undefined {
  const { internal, input } = collectionAt(machine, ref);
  if (position < internal.entries.length) return internal.entries[position];
  if (input === null || !isOpen(input)) return undefined;
  const { terms } = machine;
  const isBeyond = terms.apply('num.le', [sizeOfInput(terms, placeOfParts(input)), terms.constant(position)]);
  if (machine.decide(isBeyond)) {
    close(machine, ref);
    return undefined;
  }
  if (position >= machine.world.limits.elements) machine.cut({ kind: 'loop-bound', at: machine.site });
  return addInputEntry(machine, ref, input, position);
}

/** The position of the entry with a key, or −1. */
export function findEntry(machine: Machine, ref: Ref, key: Value): number {
  for (let position = 0; ; position++) {
    const entry = entryAt(machine, ref, position);
    if (entry === undefined) return -1;
    if (entry !== null && machine.decide(sameValueZero(machine, entry.key, key))) return position;
  }
}

/** Whether there is an entry with a key: one term where all entries are known. */
export function hasEntry(machine: Machine, ref: Ref, key: Value): Term {
  const { terms } = machine;
  const { internal, input } = collectionAt(machine, ref);
  if (input !== null && isOpen(input)) return terms.constant(findEntry(machine, ref, key) >= 0);
  const entries = internal.entries.filter((entry) => entry !== null);
  return terms.or(entries.map((entry) => sameValueZero(machine, entry.key, key)));
}

/** Sets the value of a key, in sets the key itself; a new one comes last. */
export function putEntry(machine: Machine, ref: Ref, key: Value, value: Value): void {
  beforeWrite(machine, ref);
  const position = findEntry(machine, ref, key);
  const { internal } = collectionAt(machine, ref);
  const known = position < 0 ? null : internal.entries[position];
  const kept = known?.key ?? withoutNegativeZero(machine, key);
  const entry: Entry = { key: kept, value: internal.kind === 'set' ? kept : value };
  const at = position < 0 ? internal.entries.length : position;
  replaceEntries(machine, ref, [...internal.entries.slice(0, at), entry, ...internal.entries.slice(at + 1)]);
}

export function deleteEntry(machine: Machine, ref: Ref, key: Value): boolean {
  const position = findEntry(machine, ref, key);
  if (position < 0) return false;
  beforeWrite(machine, ref);
  const { internal } = collectionAt(machine, ref);
  replaceEntries(machine, ref, internal.entries.with(position, null));
  return true;
}

export function clearEntries(machine: Machine, ref: Ref): void {
  beforeWrite(machine, ref);
  close(machine, ref);
  const { internal } = collectionAt(machine, ref);
  replaceEntries(
    machine,
    ref,
    internal.entries.map(() => null),
  );
}

export function sizeOf(machine: Machine, ref: Ref): Term {
  const { terms } = machine;
  const { internal, input } = collectionAt(machine, ref);
  const deleted = internal.entries.filter((entry) => entry === null).length;
  if (input === null || !isOpen(input)) return terms.constant(internal.entries.length - deleted);
  const size = sizeOfInput(terms, placeOfParts(input));
  return deleted === 0 ? size : terms.apply('num.sub', [size, terms.constant(deleted)]);
}

function replaceEntries(machine: Machine, ref: Ref, entries: readonly (Entry | null)[]): void {
  const object = collectionAt(machine, ref);
  machine.update(ref, { ...object, internal: { ...object.internal, entries } });
}

/** Whether entries that nobody has looked at may be left. */
function isOpen({ member }: InputObject): boolean {
  return member.kind === 'map' || member.kind === 'set';
}

/** From now on the collection has no entries but those mentioned. */
function close(machine: Machine, ref: Ref): void {
  const { input } = machine.object(ref);
  if (input === null) return;
  const nothing = { kind: 'object', name: '', properties: new Map(), index: null, class: null } as const;
  machine.update(ref, { ...machine.object(ref), input: { ...input, member: nothing } });
}

/** Keys of one collection differ from one another. */
function addInputEntry(machine: Machine, ref: Ref, input: InputObject, index: number): Entry {
  const { locations } = machine.world;
  const { member } = input;
  const location = placeOfParts(input);
  invariant(member.kind === 'map' || member.kind === 'set', 'an open collection is a map or a set');
  const part = (name: 'key' | 'value', type: InputType): InputValue => ({
    kind: 'input',
    location: locations.child(location, { kind: 'entry', index, part: name }, type),
  });
  const value = part('value', member.value());
  const key = member.kind === 'map' ? part('key', member.key()) : value;
  for (let before = 0; before < index; before++) {
    const step = { kind: 'entry', index: before, part: member.kind === 'map' ? 'key' : 'value' } as const;
    const type = member.kind === 'map' ? member.key() : member.value();
    const other: InputValue = { kind: 'input', location: locations.child(location, step, type) };
    machine.effect((state) => setApart(state, key.location, other.location));
    assume(machine, machine.terms.not(sameValueZero(machine, key, other)));
  }
  const kept = withoutNegativeZero(machine, key);
  const entry: Entry = { key: kept, value: member.kind === 'set' ? kept : value };
  replaceEntries(machine, ref, [...collectionAt(machine, ref).internal.entries, entry]);
  return entry;
}

/** Goes on with what is true of every input; where it cannot be, there is no such path. */
function assume(machine: Machine, term: Term): void {
  if (term === machine.terms.true) return;
  machine.choose(() => [{ condition: { kind: 'term', term, role: 'input', site: null }, result: true }]);
  machine.world.branching.require(machine.state, term);
}

/** Collections keep 0 for −0. */
function withoutNegativeZero(machine: Machine, key: Value): Value {
  const { terms } = machine;
  const found = settleBy(machine, key, (kind) => (kind === 'number' || kind === 'literals' ? 1 : 0));
  if ('class' in found && found.class === 0) return key;
  const settled = 'settled' in found ? found.settled : settle(machine, key);
  if (!isTerm(settled) || settled.sort !== 'num') return settled;
  if (settled.kind === 'symbol' && !settled.domain.negativeZero) return settled;
  return terms.apply('num.add', [settled, terms.constant(0)]);
}
