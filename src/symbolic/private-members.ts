import { invariant } from '#core/diagnostics';
import { beforeWrite } from './aliasing';
import type { Brand, Construction, PrivateScope } from './closure';
import { throwTypeError } from './errors';
import type { Property } from './heap-object';
import type { Machine } from './machine';
import { throwNullishRead, throwNullishWrite } from './nullish-complaints';
import { settle } from './settle';
import { throwShown } from './shown';
import { objectValue, type PropertyKeyText, type Ref, type SettledValue, type Value } from './value';

/** The key under which objects keep a private member: one per name and evaluated class. */
export function privateKey(scope: PrivateScope | null, name: string): string {
  for (let at = scope; at !== null; at = at.outer) {
    const key = at.names.get(name);
    if (key !== undefined) return key;
  }
  invariant(false, `the private name ${name} is declared around its use`);
}

/** Whether a property is a private method or accessor, which an instance has as long as it lives. */
export function isPrivateCode(key: PropertyKeyText, property: Property): boolean {
  if (!key.startsWith('\u0000') || !/@\d+$/.test(key) || key.startsWith('\u0000@@')) return false;
  return property.kind === 'accessor' || (property.kind === 'data' && !property.writable);
}

export function hasPrivate(machine: Machine, scope: PrivateScope | null, name: string, object: Value): boolean {
  const settled = settle(machine, object);
  if (settled.kind !== 'object') {
    throwShown(machine, 'TypeError', [`Cannot use 'in' operator to search for '#${name}' in `, { of: settled }]);
  }
  const { input } = machine.object(settled.ref);
  const isThere = stored(machine, settled.ref, privateKey(scope, name)) !== null;
  if (input !== null && !isThere) machine.note({ kind: 'stated', what: `${input.location.name} has no #${name}` });
  return isThere;
}

export function getPrivate(machine: Machine, scope: PrivateScope | null, name: string, object: Value): Value {
  const { receiver, member } = memberOf(machine, scope, name, object, 'read');
  if (member.kind === 'data') return member.value;
  if (member.get === null) throwTypeError(machine, `'#${name}' was defined without a getter`);
  return machine.call(objectValue(member.get), receiver, []);
}

export function setPrivate(
  machine: Machine,
  scope: PrivateScope | null,
  name: string,
  object: Value,
  value: Value,
): void {
  const { receiver, ref, member } = memberOf(machine, scope, name, object, 'write');
  if (member.kind === 'accessor') {
    if (member.set === null) throwTypeError(machine, `'#${name}' was defined without a setter`);
    machine.call(objectValue(member.set), receiver, [value]);
    return;
  }
  if (!member.writable) throwTypeError(machine, `Private method '#${name}' is not writable`);
  put(machine, ref, privateKey(scope, name), { ...member, value });
}

/** Gives an object a private field, which it must not have yet. */
export function addPrivateField(
  machine: Machine,
  scope: PrivateScope | null,
  name: string,
  object: Value,
  value: Value,
): void {
  const settled = settle(machine, object);
  invariant(settled.kind === 'object', 'fields are of objects');
  const key = privateKey(scope, name);
  if (stored(machine, settled.ref, key) !== null) {
    throwTypeError(machine, `Cannot initialize #${name} twice on the same object`);
  }
  put(machine, settled.ref, key, field(value, true));
}

/** Gives a new object the private methods of the class whose constructor made it. */
export function addPrivateMembers(machine: Machine, construction: Construction, ref: Ref): void {
  if (construction.privateMembers.some(({ key }) => stored(machine, ref, key) !== null)) {
    const name = construction.className === '' ? 'anonymous' : construction.className;
    throwTypeError(machine, `Cannot initialize private methods of class ${name} twice on the same object`);
  }
  for (const { key, kind, fn } of construction.privateMembers) {
    if (kind === 'method') {
      put(machine, ref, key, field(objectValue(fn), false));
      continue;
    }
    const before = stored(machine, ref, key);
    const known = before?.kind === 'accessor' ? before : { get: null, set: null };
    const accessor = { kind: 'accessor', get: known.get, set: known.set, ...hidden } as const;
    put(machine, ref, key, { ...accessor, [kind]: fn });
  }
}

const hidden = { enumerable: false, configurable: false, order: -1 } as const;

function field(value: Value, writable: boolean): Property {
  return { kind: 'data', value, writable, ...hidden };
}

function put(machine: Machine, ref: Ref, key: string, property: Property): void {
  beforeWrite(machine, ref);
  const object = machine.object(ref);
  machine.update(ref, { ...object, properties: object.properties.set(machine.world.keys.idOf(key), property) });
}

function stored(machine: Machine, ref: Ref, key: string): Exclude<Property, { kind: 'absent' }> | null {
  const property = machine.object(ref).properties.get(machine.world.keys.idOf(key));
  return property === undefined || property.kind === 'absent' ? null : property;
}

function throwNoMember(
  machine: Machine,
  scope: PrivateScope | null,
  name: string,
  value: SettledValue,
  action: 'read' | 'write',
): never {
  const brand = brandOf(scope, name);
  if (brand?.isStatic === true) throwTypeError(machine, `Receiver must be class ${brand.className ?? '.'}`);
  const className = brand === null ? null : (brand.className ?? 'anonymous');
  if (value.kind === 'undefined' || value.kind === 'null') {
    const key = machine.terms.constant(className ?? `#${name}`);
    if (action === 'read' || className !== null) return throwNullishRead(machine, value.kind, key);
    return throwNullishWrite(machine, value.kind, key);
  }
  if (className !== null) throwTypeError(machine, `Receiver must be an instance of class ${className}`);
  const from = action === 'read' ? 'from' : 'to';
  return throwTypeError(
    machine,
    `Cannot ${action} private member #${name} ${from} an object whose class did not declare it`,
  );
}

/** How the engine tells the objects that have a private method; null for fields, each of which is looked for. */
function brandOf(scope: PrivateScope | null, name: string): Brand | null {
  for (let at = scope; at !== null; at = at.outer) if (at.names.has(name)) return at.brands.get(name) ?? null;
  return null;
}

function memberOf(
  machine: Machine,
  scope: PrivateScope | null,
  name: string,
  object: Value,
  action: 'read' | 'write',
): { readonly receiver: Value; readonly ref: Ref; readonly member: Exclude<Property, { kind: 'absent' }> } {
  const settled = settle(machine, object);
  const member = settled.kind === 'object' ? stored(machine, settled.ref, privateKey(scope, name)) : null;
  if (settled.kind !== 'object' || member === null) {
    throwNoMember(machine, scope, name, settled, action);
  }
  return { receiver: settled, ref: settled.ref, member };
}
