import { asItIs, describeValue, type ReadTerm } from './describe-value';
import type { HeapObject, Property } from './heap-object';
import { placeOfParts } from './place-of-parts';
import { binaryElement } from './input-symbols';
import type { Location } from './location';
import type { World } from './machine';
import type { State } from './state';
import { isSymbolKey, isTerm, type PropertyKeyText, type Ref, type Value } from './value';

/** One place that a path leaves different from how it found it. */
export interface Change {
  /** As the source would name it: `this.total`, `items[0]`. */
  readonly place: string;
  /** In symbolic terms; null when the place is gone. */
  readonly value: string | null;
  /** What the place holds now; null when it is gone, or holds several things. */
  readonly held: Value | null;
  /** What the program could have done to it: `items[0] = x`, `delete a.b`, `seen.add(x)`. */
  readonly text: string;
}

/** What differs between an object at one moment and at a later one. `before` is null for one that came with its properties. */
export function objectChanges(
  world: World,
  state: State,
  name: string,
  before: HeapObject | null,
  after: HeapObject,
  read: ReadTerm = asItIs,
): Change[] {
  return new ObjectDifference(world, state, name, before, after, read).changes();
}

export function assigned(place: string, value: string, held: Value): Change {
  return { place, value, held, text: `${place} = ${value}` };
}

/** Terms are made once each; other values are compared by what they are. */
export function isSameValue(a: Value | null, b: Value | null): boolean {
  if (a === b) return true;
  if (a === null || b === null || isTerm(a) || isTerm(b)) return false;
  switch (a.kind) {
    case 'undefined':
    case 'null':
      return b.kind === a.kind;
    case 'object':
      return b.kind === 'object' && b.ref === a.ref;
    case 'unique':
      return b.kind === 'unique' && b.key === a.key;
    case 'input':
      return b.kind === 'input' && b.location === a.location;
    case 'guarded':
      return (
        b.kind === 'guarded' && a.condition === b.condition && isSameValue(a.yes, b.yes) && isSameValue(a.no, b.no)
      );
  }
}

class ObjectDifference {
  readonly #world: World;
  readonly #state: State;
  readonly #name: string;
  readonly #before: HeapObject | null;
  readonly #after: HeapObject;
  readonly #read: ReadTerm;

  constructor(world: World, state: State, name: string, before: HeapObject | null, after: HeapObject, read: ReadTerm) {
    this.#world = world;
    this.#state = state;
    this.#name = name;
    this.#before = before;
    this.#after = after;
    this.#read = read;
  }

  changes(): Change[] {
    return [...this.#properties(), ...this.#contents()];
  }

  #properties(): Change[] {
    const { keys } = this.#world;
    const changed = [...this.#after.properties.entries()].flatMap(([id, property]) => {
      const key = keys.textOf(id);
      const place = memberName(this.#name, key);
      if (place === null || this.#isUntouched(id, key, property)) return [];
      if (property.kind === 'absent') return [{ order: 0, change: gone(place) }];
      if (property.kind === 'accessor') return [];
      return [{ order: property.order, change: this.#assigned(place, property.value) }];
    });
    const deleted = [...(this.#before?.properties.entries() ?? [])].flatMap(([id]) => {
      const place = memberName(this.#name, keys.textOf(id));
      return place === null || this.#after.properties.has(id) ? [] : [gone(place)];
    });
    return [...changed.toSorted((a, b) => a.order - b.order).map(({ change }) => change), ...deleted];
  }

  #isUntouched(id: number, key: PropertyKeyText, property: Property): boolean {
    const { input } = this.#after;
    const was = this.#before?.properties.get(id);
    if (this.#before !== null && (was !== undefined || input === null)) {
      if (was === property) return true;
      return was?.kind === 'data' && property.kind === 'data' && isSameValue(was.value, property.value);
    }
    if (input === null) return false;
    if (property.kind === 'absent') {
      const declared = input.member.kind === 'object' ? input.member.properties.get(key) : undefined;
      return declared === undefined || declared.optional;
    }
    return property.kind === 'data' && this.#isFound(property.value, memberName(placeOfParts(input).name, key));
  }

  #contents(): Change[] {
    const { internal } = this.#after;
    switch (internal.kind) {
      case 'array':
        return this.#elements(internal);
      case 'view':
        return this.#bytes(internal.buffer, internal.type !== 'DataView');
      case 'map':
      case 'set':
        return this.#entries(internal);
      case 'date':
        return this.#isFound(internal.time, `${this.#foundName}.getTime()`) || internal.time === this.#was('date')?.time
          ? []
          : [setTo(this.#name, `setTime(${this.#text(internal.time)})`)];
      default:
        return [];
    }
  }

  #elements({ elements, length }: Internal<'array'>): Change[] {
    const was = this.#was('array');
    const found = elements.sorted().filter(([index, value]) => {
      const before = was?.elements.get(index);
      if (before !== undefined) return !isSameValue(before, value);
      return !this.#isFound(value, `${this.#foundName}[${index}]`);
    });
    const changes = found.map(([index, value]) => this.#assigned(`${this.#name}[${index}]`, value));
    const isLengthKept = length === was?.length || this.#isFound(length, `${this.#foundName}.length`);
    // What was put at the end says that there is more now.
    const [last] = found.at(-1) ?? [-1];
    const isSaid = length.kind === 'constant' && last >= 0 && length.value === last + 1;
    const isFixed = this.#after.input?.member.kind === 'tuple' && length.kind === 'constant';
    return isLengthKept || isSaid || isFixed ? changes : [...changes, this.#assigned(`${this.#name}.length`, length)];
  }

  /** What was written into the bytes that a view came with. */
  #bytes(ref: Ref, isArray: boolean): Change[] {
    const buffer = this.#state.heap.get(ref)?.internal;
    if (buffer?.kind !== 'buffer' || buffer.given === null || this.#after.input === null) return [];
    const { type, given } = buffer;
    const changed = buffer.elements.sorted().filter(([index, element]) => {
      return element !== binaryElement(this.#world.terms, { name: `${given.name}[${index}]` }, type);
    });
    if (isArray) return changed.map(([index, element]) => this.#assigned(`${this.#name}[${index}]`, element));
    return changed.length === 0 ? [] : [setTo(this.#name, 'set…(…)')];
  }

  #entries({ kind, entries }: Internal<'map' | 'set'>): Change[] {
    const former = this.#before?.internal;
    const was = former?.kind === 'map' || former?.kind === 'set' ? former.entries : [];
    return entries.flatMap((entry, index): Change[] => {
      const before = was[index];
      if (entry === before) return [];
      if (entry === null) {
        const key = before === undefined || before === null ? '…' : this.#text(before.key);
        return [setTo(this.#name, `delete(${key})`)];
      }
      const isKept = before !== null && before !== undefined && isSameValue(before.value, entry.value);
      if (isKept || (isEntryOf(this.#after, entry.key) && isEntryOf(this.#after, entry.value))) return [];
      const key = this.#text(entry.key);
      return [setTo(this.#name, kind === 'set' ? `add(${key})` : `set(${key}, ${this.#text(entry.value)})`)];
    });
  }

  /** What an object that was handed in came with: nobody has put it there. */
  #isFound(value: Value, name: string | null): boolean {
    if (this.#after.input === null || name === null) return false;
    if (isTerm(value)) return value.kind === 'symbol' && value.name === name;
    if (value.kind === 'input') return value.location.name === name;
    return value.kind === 'object' && this.#locationOf(value.ref)?.name === name;
  }

  #locationOf(ref: Ref): Location | undefined {
    return this.#state.heap.get(ref)?.input?.location;
  }

  get #foundName(): string {
    const { input } = this.#after;
    return input === null ? '' : placeOfParts(input).name;
  }

  #was<Kind extends HeapObject['internal']['kind']>(kind: Kind): Internal<Kind> | undefined {
    const internal = this.#before?.internal;
    return internal?.kind === kind ? (internal as Internal<Kind>) : undefined;
  }

  #assigned(place: string, value: Value): Change {
    return assigned(place, this.#text(value), value);
  }

  #text(value: Value): string {
    return describeValue(this.#world, this.#state, value, this.#read);
  }
}

type Internal<Kind extends HeapObject['internal']['kind']> = Extract<HeapObject['internal'], { readonly kind: Kind }>;

function isEntryOf({ input }: HeapObject, value: Value): boolean {
  if (input === null) return false;
  if (isTerm(value)) return value.kind === 'symbol' && value.name.startsWith(`[...${placeOfParts(input).name}]`);
  return (
    value.kind === 'input' && value.location.parent === placeOfParts(input) && value.location.step.kind === 'entry'
  );
}

function gone(place: string): Change {
  return { place, value: null, held: null, text: `delete ${place}` };
}

function setTo(place: string, call: string): Change {
  return { place, value: null, held: null, text: `${place}.${call}` };
}

const identifier = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
/** What follows the mark of a key that is no name of the language. */
const privateName = /^#?([^@]+)@\d+$/;

/** Null for keys that the source has no name for. */
export function memberName(object: string, key: PropertyKeyText): string | null {
  if (isSymbolKey(key)) {
    const hidden = privateName.exec(key.slice(1));
    return hidden === null ? null : `${object}.#${hidden[1]}`;
  }
  return identifier.test(key) ? `${object}.${key}` : `${object}[${JSON.stringify(key)}]`;
}
