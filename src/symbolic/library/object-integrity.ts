import { beforeWrite } from '../aliasing';
import { decidedLength } from '../array-like';
import { typedArrayAt } from '../binary-data';
import { argument } from '../conversions';
import { decideLength } from '../elements';
import { throwTypeError } from '../errors';
import type { Property } from '../heap-object';
import type { Machine } from '../machine';
import { ownKeys, presentProperty } from '../own-keys';
import { defineProperty } from '../properties';
import { settle } from '../settle';
import { arrayIndexOf, type Ref, type Value } from '../value';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';

/** Functions of `Object` about what may still change of an object. */
export const objectIntegrity: LibraryPart = {
  'Object.freeze': bounded((machine, call) => restricted(machine, call, freeze)),
  'Object.seal': bounded((machine, call) => restricted(machine, call, seal)),
  'Object.preventExtensions': exact((machine, call) => restricted(machine, call, preventExtensions)),
  'Object.isFrozen': tested((machine, ref) => isRestricted(machine, ref, true)),
  'Object.isSealed': tested((machine, ref) => isRestricted(machine, ref, false)),
  'Object.isExtensible': exact((machine, call) => {
    const value = settle(machine, argument(call.args, 0));
    return machine.terms.constant(value.kind === 'object' && machine.object(value.ref).extensible);
  }),
};

/** After this no property can be added. */
export function preventExtensions(machine: Machine, ref: Ref): void {
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  if (object.input?.member.kind === 'object') ownKeys(machine, ref);
  machine.update(ref, { ...machine.object(ref), extensible: false });
}

function restricted(machine: Machine, call: LibraryCall, restrict: (machine: Machine, ref: Ref) => void): Value {
  const value = settle(machine, argument(call.args, 0));
  if (value.kind === 'object') restrict(machine, value.ref);
  return value;
}

function tested(test: (machine: Machine, ref: Ref) => boolean): LibraryModel {
  return bounded((machine, call) => {
    const value = settle(machine, argument(call.args, 0));
    return machine.terms.constant(value.kind !== 'object' || test(machine, value.ref));
  });
}

function freeze(machine: Machine, ref: Ref): void {
  if (typedArrayAt(machine, ref) !== null && decidedLength(machine, ref) > 0) {
    throwTypeError(machine, 'Cannot freeze array buffer views with elements');
  }
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  if (object.internal.kind === 'array') {
    machine.update(ref, { ...object, internal: { ...object.internal, frozen: true } });
  }
  changeProperties(machine, ref, (property) =>
    property.kind === 'data'
      ? { ...property, writable: false, configurable: false }
      : { ...property, configurable: false },
  );
  preventExtensions(machine, ref);
}

function seal(machine: Machine, ref: Ref): void {
  const { internal } = machine.object(ref);
  if (internal.kind === 'array' && !internal.frozen && decideLength(machine, ref) > 0) {
    machine.unsupported('a sealed array');
  }
  if (typedArrayAt(machine, ref) !== null) machine.unsupported('a sealed typed array');
  changeProperties(machine, ref, (property) => ({ ...property, configurable: false }));
  preventExtensions(machine, ref);
}

type OwnProperty = Exclude<Property, { kind: 'absent' }>;

function changeProperties(machine: Machine, ref: Ref, change: (property: OwnProperty) => OwnProperty): void {
  const isElement = machine.object(ref).internal.kind === 'array' ? isArrayKey : (): boolean => false;
  const keys = machine.object(ref).internal.kind === 'array' ? namedKeys(machine, ref) : ownKeys(machine, ref);
  for (const key of keys) {
    if (isElement(key)) continue;
    const property = presentProperty(machine, ref, key);
    if (property !== null) defineProperty(machine, ref, key, change(property));
  }
}

function isArrayKey(key: string): boolean {
  return key === 'length' || arrayIndexOf(key) >= 0;
}

/** Properties of an array beside its elements: they need not be counted for these. */
function namedKeys(machine: Machine, ref: Ref): string[] {
  const { keys } = machine.world;
  return [...machine.object(ref).properties.entries()].map(([id]) => keys.textOf(id));
}

/** The engine does not count the length of an array, which the language says is writable. */
function isRestricted(machine: Machine, ref: Ref, frozen: boolean): boolean {
  const { extensible, internal } = machine.object(ref);
  if (extensible) return false;
  return ownKeys(machine, ref).every((key) => {
    if (internal.kind === 'array' && key === 'length') return true;
    const property = presentProperty(machine, ref, key);
    if (property === null) return true;
    return !property.configurable && !(frozen && property.kind === 'data' && property.writable);
  });
}
