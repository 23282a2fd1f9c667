import { truth } from './conversions';
import { sameValue } from './equality';
import type { AccessorProperty, DataProperty } from './heap-object';
import type { Machine } from './machine';
import { hasOwn, presentProperty } from './own-keys';
import { defineProperty, defineData, getFrom, isCallable, keyText, setProperty } from './properties';
import { settle } from './settle';
import { throwShown } from './shown';
import { arrayIndexOf, objectValue, undefinedValue, type PropertyKeyText, type Ref, type Value } from './value';

/** A property descriptor: what is not mentioned is null. */
export interface Descriptor {
  readonly value: Value | null;
  readonly writable: boolean | null;
  /** `{ fn: null }` for a getter that is undefined. */
  readonly get: { readonly fn: Ref | null } | null;
  readonly set: { readonly fn: Ref | null } | null;
  readonly enumerable: boolean | null;
  readonly configurable: boolean | null;
}

/** ToPropertyDescriptor. */
export function toDescriptor(machine: Machine, attributes: Value): Descriptor {
  const settled = settle(machine, attributes);
  if (settled.kind !== 'object') {
    return throwShown(machine, 'TypeError', ['Property description must be an object: ', { of: settled }]);
  }
  const { ref } = settled;
  const field = (key: string): Value | null =>
    isThere(machine, ref, key) ? getFrom(machine, ref, key, settled) : null;
  const flag = (key: string): boolean | null => {
    const value = field(key);
    return value === null ? null : machine.decide(truth(machine, value));
  };
  const accessor = (key: 'get' | 'set'): Descriptor['get'] => {
    const value = field(key);
    if (value === null) return null;
    const fn = settle(machine, value);
    if (fn.kind === 'undefined') return { fn: null };
    if (isCallable(machine, fn)) return { fn: fn.ref };
    const name = key === 'get' ? 'Getter' : 'Setter';
    return throwShown(machine, 'TypeError', [`${name} must be a function: `, { of: fn }]);
  };
  const descriptor: Descriptor = {
    enumerable: flag('enumerable'),
    configurable: flag('configurable'),
    value: field('value'),
    writable: flag('writable'),
    get: accessor('get'),
    set: accessor('set'),
  };
  if (isAccessor(descriptor) && (descriptor.value !== null || descriptor.writable !== null)) {
    const complaint = 'Invalid property descriptor. Cannot both specify accessors and a value or writable attribute, ';
    throwShown(machine, 'TypeError', [complaint, { of: settled }]);
  }
  return descriptor;
}

/** FromPropertyDescriptor. */
export function fromProperty(machine: Machine, property: DataProperty | AccessorProperty): Value {
  const { terms } = machine;
  const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
  const fields: [string, Value][] =
    property.kind === 'data'
      ? [
          ['value', property.value],
          ['writable', terms.constant(property.writable)],
        ]
      : [
          ['get', property.get === null ? undefinedValue : objectValue(property.get)],
          ['set', property.set === null ? undefinedValue : objectValue(property.set)],
        ];
  fields.push(['enumerable', terms.constant(property.enumerable)]);
  fields.push(['configurable', terms.constant(property.configurable)]);
  for (const [key, value] of fields) defineData(machine, made.ref, key, value);
  return made;
}

/** DefineOwnProperty: gives what the engine complains about, or null. */
export function defineOwn(machine: Machine, ref: Ref, key: PropertyKeyText, wanted: Descriptor): string | null {
  const current = presentProperty(machine, ref, key);
  if (current === null) {
    if (!machine.object(ref).extensible) return `Cannot define property ${keyText(key)}, object is not extensible`;
    return create(machine, ref, key, wanted);
  }
  if (!current.configurable && !isAllowed(machine, current, wanted)) return `Cannot redefine property: ${keyText(key)}`;
  return change(machine, ref, key, current, wanted);
}

function isThere(machine: Machine, start: Ref, key: PropertyKeyText): boolean {
  for (let at: Ref | null = start; at !== null; at = machine.object(at).proto)
    if (hasOwn(machine, at, key)) return true;
  return false;
}

function isAccessor({ get, set }: Descriptor): boolean {
  return get !== null || set !== null;
}

function create(machine: Machine, ref: Ref, key: PropertyKeyText, wanted: Descriptor): null {
  const { enumerable, configurable } = wanted;
  const common = { enumerable: enumerable ?? false, configurable: configurable ?? false, order: 0 };
  const property: DataProperty | AccessorProperty = isAccessor(wanted)
    ? { kind: 'accessor', get: wanted.get?.fn ?? null, set: wanted.set?.fn ?? null, ...common }
    : { kind: 'data', value: wanted.value ?? undefinedValue, writable: wanted.writable ?? false, ...common };
  return put(machine, ref, key, property);
}

function change(
  machine: Machine,
  ref: Ref,
  key: PropertyKeyText,
  current: DataProperty | AccessorProperty,
  wanted: Descriptor,
): null {
  const { order } = current;
  const enumerable = wanted.enumerable ?? current.enumerable;
  const configurable = wanted.configurable ?? current.configurable;
  const common = { enumerable, configurable, order };
  if (isAccessor(wanted)) {
    const kept = current.kind === 'accessor' ? current : { get: null, set: null };
    const get = wanted.get === null ? kept.get : wanted.get.fn;
    const set = wanted.set === null ? kept.set : wanted.set.fn;
    return put(machine, ref, key, { kind: 'accessor', get, set, ...common });
  }
  if (current.kind === 'accessor' && wanted.value === null && wanted.writable === null) {
    return put(machine, ref, key, { ...current, ...common });
  }
  const kept = current.kind === 'data' ? current : { value: undefinedValue, writable: false };
  const value = wanted.value ?? kept.value;
  return put(machine, ref, key, { kind: 'data', value, writable: wanted.writable ?? kept.writable, ...common });
}

/** What may still be said of a property that is not configurable. */
function isAllowed(machine: Machine, current: DataProperty | AccessorProperty, wanted: Descriptor): boolean {
  if (wanted.configurable === true) return false;
  if (wanted.enumerable !== null && wanted.enumerable !== current.enumerable) return false;
  if (current.kind === 'accessor') {
    if (wanted.value !== null || wanted.writable !== null) return false;
    if (wanted.get !== null && wanted.get.fn !== current.get) return false;
    return wanted.set === null || wanted.set.fn === current.set;
  }
  if (isAccessor(wanted)) return false;
  if (current.writable) return true;
  if (wanted.writable === true) return false;
  return wanted.value === null || machine.decide(sameValue(machine, wanted.value, current.value));
}

function put(machine: Machine, ref: Ref, key: PropertyKeyText, property: DataProperty | AccessorProperty): null {
  const { internal } = machine.object(ref);
  if (internal.kind === 'array' && (key === 'length' || arrayIndexOf(key) >= 0)) {
    putElement(machine, ref, key, property, internal.frozen);
  } else defineProperty(machine, ref, key, property);
  return null;
}

/** Elements of arrays have no attributes of their own. */
function putElement(
  machine: Machine,
  ref: Ref,
  key: PropertyKeyText,
  property: DataProperty | AccessorProperty,
  frozen: boolean,
): void {
  if (frozen) return;
  const usual = key === 'length' ? !property.configurable : property.configurable && property.enumerable;
  if (property.kind !== 'data' || !property.writable || !usual) {
    machine.unsupported(`an array with other attributes of ${key}`);
  }
  setProperty(machine, objectValue(ref), key, property.value, true);
}
