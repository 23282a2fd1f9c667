import { PersistentMap } from '#core/persistent-map';
import { anyDouble } from '#smt/term';
import type { DataProperty, Property } from './heap-object';
import { isHostGlobal } from './host-globals';
import { hostPlain, hostType } from './host-values';
import type { InputType } from './input-type';
import { anything } from './inputs/anything';
import type { Machine } from './machine';
import { moduleFrame } from './module-frame';
import { trustOutside } from './trusted-outside';
import { isSymbolKey, objectValue, undefinedValue, type PropertyKeyText, type Value } from './value';

/** Something of the world outside that is there in every run: a global of the host, a package, a built-in module. */
export function outsideValue(machine: Machine, name: string): Value {
  return objectValue(
    machine.allocate({
      proto: machine.world.realm.ref('Function.prototype'),
      properties: PersistentMap.empty<Property>(),
      nextOrder: 0,
      extensible: true,
      internal: { kind: 'outside', name },
      input: null,
    }),
  );
}

/**
 * What the world outside has under a name. Only of what Node has is it known that it is a function or an object; all else may
 * be whatever it is: an input, with the same value in both versions.
 */
export function namedOutside(machine: Machine, name: string): Value {
  const type = hostType(name);
  if (type === 'function' || type === 'object') return outsideValue(machine, name);
  if (machine.effect(moduleFrame) !== null) {
    const known = hostPlain(name);
    if (known !== null) {
      const what = `${name} is ${known === undefined ? 'not set' : JSON.stringify(known)} while modules load`;
      machine.note({ kind: 'stated', what });
      return known === undefined ? undefinedValue : machine.terms.constant(known);
    }
  }
  const location = machine.world.locations.root({ kind: 'outside-value' }, name, typeOfOutside(name, type));
  return { kind: 'input', location };
}

/**
 * A global that neither the language nor the program has made; null where there is none. One that Node does not have may be made
 * by a browser, a bundler or other scripts: it is an input, undefined where it is missing.
 */
export function globalOfOutside(machine: Machine, name: string): Value | null {
  if (isDeleted(machine, name)) return null;
  if (isHostGlobal(name)) return outsideValue(machine, name);
  if (machine.effect(moduleFrame) !== null) {
    machine.note({ kind: 'stated', what: `there is no global ${name} while modules load` });
    return null;
  }
  const location = machine.world.locations.root({ kind: 'outside-value' }, `${globalPrefix}${name}`, anything);
  return { kind: 'input', location };
}

/** A global that is deleted is missing from then on, whether it was there or not. */
export function deleteOutside(machine: Machine, name: PropertyKeyText): true {
  const { realm, keys } = machine.world;
  const object = machine.object(realm.global);
  if (!isSymbolKey(name)) {
    machine.update(realm.global, { ...object, properties: object.properties.set(keys.idOf(name), { kind: 'absent' }) });
  }
  return true;
}

/** Whether the program has deleted a global. */
export function isDeleted(machine: Machine, name: string): boolean {
  const { realm, keys } = machine.world;
  return machine.object(realm.global).properties.get(keys.idOf(name))?.kind === 'absent';
}

const globalPrefix = 'globalThis.';

function typeOfOutside(name: string, type: Exclude<ReturnType<typeof hostType>, 'function' | 'object'>): InputType {
  if (name.startsWith('process.env.')) return variable;
  return type === null ? anything : plain[type];
}

const text: InputType = { members: [{ kind: 'string' }] };
const variable: InputType = { members: [{ kind: 'undefined' }, { kind: 'string' }] };
const plain: Readonly<Record<'list' | 'string' | 'number' | 'boolean', InputType>> = {
  string: text,
  number: { members: [{ kind: 'number', domain: anyDouble }] },
  boolean: { members: [{ kind: 'boolean' }] },
  list: { members: [{ kind: 'array', element: () => text, readonly: false }] },
};

/**
 * For calls and for reads of what it has: what the outside has under a name is taken to be there, as long as the program
 * has not asked what it is.
 */
export function takenForThing(machine: Machine, value: Value): Value {
  if (value.kind !== 'input' || value.location.step.kind !== 'outside-value') return value;
  const { id, name, type } = value.location;
  trustOutside(machine, name);
  if (type !== anything || name.startsWith(globalPrefix)) return value;
  const isOpen = machine.effect(({ members, inputObjects }) => !members.has(id) && !inputObjects.has(id));
  return isOpen ? outsideValue(machine, name) : value;
}

/** What is read from the outside is of the outside, too. */
export function outsideProperty(machine: Machine, name: string, key: PropertyKeyText): DataProperty | null {
  if (isSymbolKey(key)) return null;
  const full = `${name}.${key}`;
  if (key === 'prototype') machine.unsupported(`${full}, of the outside`);
  const isWritten = machine.effect(({ outside }) => {
    for (let at = outside; at !== null; at = at.before) if (at.call.callee === writeName(full)) return true;
    return false;
  });
  if (isWritten) machine.unsupported(`a read of ${full}, of the outside, after a write`);
  const value = namedOutside(machine, full);
  return { kind: 'data', value, writable: true, enumerable: true, configurable: true, order: 0 };
}

/** A write to something of the outside can be seen there, like a call. */
export function writeOutside(machine: Machine, name: string, key: PropertyKeyText, value: Value): void {
  if (isSymbolKey(key)) machine.unsupported(`a write to ${name} under a symbol`);
  machine.recordOutside({ callee: writeName(`${name}.${key}`), args: [value] });
}

function writeName(name: string): string {
  return `${name} =`;
}
