import type { PersistentMap } from '#core/persistent-map';
import type { Entry, HeapObject, Internal, Property } from './heap-object';
import type { Location, Locations } from './location';
import type { Value } from './value';

/** Two objects of the input, as they came, as one at the place of the first; or why they cannot be. */
export function mergeObjects(base: HeapObject, other: HeapObject): HeapObject | 'impossible' | 'unclear' {
  const contents = mergeContents(base, other);
  if (typeof contents === 'string') return contents;
  let { properties } = base;
  for (const [id, property] of other.properties.entries()) {
    if (property.kind === 'absent' || !properties.has(id)) properties = properties.set(id, property);
  }
  return { ...base, ...contents, properties, nextOrder: Math.max(base.nextOrder, other.nextOrder) };
}

/** An object whose parts that nobody has changed are found at another place from now on. */
export function movedTo(locations: Locations, object: HeapObject, to: Location): HeapObject {
  const { input, internal } = object;
  if (input === null) return object;
  const from = input.location;
  const moved = (value: Value): Value => {
    if (value.kind !== 'input' || value.location.parent !== from) return value;
    const { step, type, optional } = value.location;
    return { kind: 'input', location: locations.child(to, step, type, optional) };
  };
  const properties = mapped(object.properties, (property): Property => {
    if (property.kind !== 'data' || property.value.kind !== 'input') return property;
    const value = moved(property.value);
    if (value === property.value || value.kind !== 'input') return property;
    const isOwn = property.order === property.value.location.id;
    return { ...property, value, order: isOwn ? value.location.id : property.order };
  });
  return { ...object, properties, internal: movedContents(internal, moved), input: { ...input, location: to } };
}

function movedContents(internal: Internal, moved: (value: Value) => Value): Internal {
  switch (internal.kind) {
    case 'array':
      return { ...internal, elements: mapped(internal.elements, moved) };
    case 'map':
    case 'set': {
      const entries = internal.entries.map((entry): Entry | null =>
        entry === null ? null : { key: moved(entry.key), value: moved(entry.value) },
      );
      return { ...internal, entries };
    }
    default:
      return internal;
  }
}

function mapped<Item>(map: PersistentMap<Item>, change: (item: Item) => Item): PersistentMap<Item> {
  let result = map;
  for (const [key, item] of map.sorted()) {
    const changed = change(item);
    if (changed !== item) result = result.set(key, changed);
  }
  return result;
}

type Contents = Pick<HeapObject, 'internal' | 'input'>;

function mergeContents(base: HeapObject, other: HeapObject): Contents | 'impossible' | 'unclear' {
  const [a, b] = [base.internal, other.internal];
  if (a.kind === 'array' && b.kind === 'array') {
    if (isWhole(other) && !isWhole(base)) return contentsOf(other);
    const elements = b.elements.sorted().reduce((all, [index, value]) => {
      return all.has(index) ? all : all.set(index, value);
    }, a.elements);
    return { internal: { ...a, elements }, input: base.input };
  }
  if ((a.kind === 'map' && b.kind === 'map') || (a.kind === 'set' && b.kind === 'set')) {
    const [longer, shorter] = a.entries.length >= b.entries.length ? [base, other] : [other, base];
    if (!isWhole(shorter)) return contentsOf(longer);
    return a.entries.length === b.entries.length ? contentsOf(shorter) : 'impossible';
  }
  if (a.kind === 'buffer' && b.kind === 'buffer') {
    // What both places came with at an index is equal, whichever of them it is named for.
    const elements = b.elements.sorted().reduce((all, [index, element]) => {
      return all.has(index) ? all : all.set(index, element);
    }, a.elements);
    return { internal: { ...a, elements }, input: base.input };
  }
  if (a.kind === 'callback' && b.kind === 'callback') {
    if (a.calls.length > 0 && b.calls.length > 0) return 'unclear';
    return { internal: a.calls.length > 0 ? a : b, input: base.input };
  }
  return contentsOf(base);
}

function contentsOf({ internal, input }: HeapObject): Contents {
  return { internal, input };
}

/** Nothing but what is mentioned is left of what the object came with: see `settled` of arrays and `close` of collections. */
function isWhole({ input, internal }: HeapObject): boolean {
  const member = input?.member;
  if (internal.kind !== 'array') return member?.kind !== 'map' && member?.kind !== 'set';
  return member?.kind === 'tuple' && member.elements.length === 0 && member.rest === null;
}
