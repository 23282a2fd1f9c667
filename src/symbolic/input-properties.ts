import { noteKindOf } from './asked-kind';
import type { AccessorProperty, DataProperty, InputObject, Property } from './heap-object';
import { placeOfParts } from './place-of-parts';
import { stackProperty } from './errors';
import { ofErrors, ofFunctions, type InputType } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import { isPresent } from './settle';
import { askForProperty } from './untried-classes';
import { isOwnSymbol, isSymbolKey, wellKnownSymbol, type PropertyKeyText, type Ref } from './value';

/**
 * A property of an object that was handed in, when the program looks at it for the first time. From then on
 * the object has it, or is known not to.
 */
export function inputProperty(
  machine: Machine,
  ref: Ref,
  input: InputObject,
  key: PropertyKeyText,
): DataProperty | AccessorProperty | null {
  if (input.member.kind === 'error' && key === 'stack') return stackProperty(machine);
  const declared = declaredProperty(input, key);
  const inherits = hidesInherited(machine, ref, key);
  const isAskedFor = declared === null && !inherits && !isSymbolKey(key) && !protocols.has(key);
  if (input.member.kind === 'error' && isAskedFor) {
    machine.note({ kind: 'assumed', what: `that ${input.location.name} has no ${key}` });
  } else if (declared === null && !inherits) noteMissing(machine, input, key);
  if (declared === null || !declared.named) noteKindBy(machine, input, key);
  askForProperty(machine, input, key, declared !== null);
  // An object with any keys is plain data: it does not hide `toString` and the like unless its type says so.
  const isUnlikely = inherits && declared !== null && !declared.named;
  const place =
    declared === null || isUnlikely
      ? null
      : machine.world.locations.child(placeOfParts(input), { kind: 'property', key }, declared.type, declared.optional);
  const isThere = place !== null && (!inherits || isPresent(machine, place));
  const property: Property = isThere ? present(place, declared?.attributes ?? plain) : { kind: 'absent' };
  const object = machine.object(ref);
  machine.update(ref, {
    ...object,
    properties: object.properties.set(machine.world.keys.idOf(key), property),
  });
  return property.kind === 'absent' ? null : property;
}

/** A type says what an object has, and not that it has nothing else. */
function noteMissing(machine: Machine, { location, member }: InputObject, key: PropertyKeyText): void {
  if (member.kind !== 'object' || protocols.has(key)) return;
  if (isSymbolKey(key)) {
    if (isOwnSymbol(key))
      machine.note({ kind: 'stated', what: `${location.name} has nothing under symbols of the program` });
    return;
  }
  // What a class does not declare is not there, unless others put it there: mixins do, and casts get through to it.
  const isOfUnion = location.type.members.some((each) => each.kind === 'object' && each.properties.has(key));
  if (!isOfUnion)
    machine.note({ kind: 'stated', what: `${location.name} has no ${key}, which its type does not name` });
}

/** Who asks for the class of an object, or whether an object that may have any properties can be iterated, asks what it is. */
function noteKindBy(machine: Machine, input: InputObject, key: PropertyKeyText): void {
  const isOfAnyShape = input.member.kind === 'object' && input.member.index !== null;
  if (key === 'constructor' || (isOfAnyShape && iterating.has(key))) noteKindOf(machine, input);
}

const iterating: ReadonlySet<string> = new Set([wellKnownSymbol('iterator'), wellKnownSymbol('asyncIterator')]);

function present(location: Location, attributes: Attributes): DataProperty {
  const value = { kind: 'input', location } as const;
  return { kind: 'data', value, ...attributes, configurable: true, order: location.id };
}

type Attributes = Pick<DataProperty, 'writable' | 'enumerable'>;

const plain: Attributes = { writable: true, enumerable: true };
/** What every function has, and what every error has: nobody lists it. */
const ofEveryFunction: Attributes = { writable: false, enumerable: false };
const ofEveryError: Attributes = { writable: true, enumerable: false };

/** Only where something is inherited does it matter whether an optional property is missing or undefined. */
function hidesInherited(machine: Machine, ref: Ref, key: PropertyKeyText): boolean {
  const id = machine.world.keys.idOf(key);
  for (let at = machine.object(ref).proto; at !== null; at = machine.object(at).proto) {
    if (machine.object(at).properties.has(id)) return true;
  }
  return false;
}

/** What the language asks of any object. */
const protocols: ReadonlySet<string> = new Set(['then', 'toJSON']);

interface Declared {
  readonly type: InputType;
  readonly optional: boolean;
  readonly named: boolean;
  readonly attributes?: Attributes;
}

export function declaredProperty({ member }: InputObject, key: PropertyKeyText): Declared | null {
  if (member.kind === 'error') {
    const type = ofErrors.get(key);
    if (type === undefined) return null;
    return { type, optional: false, named: true, attributes: key === 'message' ? ofEveryError : plain };
  }
  if (member.kind !== 'object' && member.kind !== 'function') return null;
  const named = member.properties.get(key);
  if (named !== undefined) return { type: named.type(), optional: named.optional, named: true };
  if (member.kind === 'function') {
    const type = ofFunctions.get(key);
    return type === undefined ? null : { type, optional: false, named: true, attributes: ofEveryFunction };
  }
  if (member.index === null || key.startsWith('\u0000')) return null;
  return { type: member.index(), optional: true, named: false };
}
