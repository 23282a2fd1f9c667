import type { HeapObject, Property } from './heap-object';
import type { InputConstruction } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import { memberName } from './object-changes';
import { isPrivateCode } from './private-members';
import { renamedOf } from './renamed-members';
import type { Ref, Value } from './value';

/**
 * An instance that its constructor has made, with anything in its fields that their types allow: whatever members of its class have
 * done to it since, it is one of these. What the constructor alone sets stays, as long as it is no object that may have changed. Null where
 * that is not known of a field.
 */
export function openedState(machine: Machine, location: Location, ref: Ref, how: InputConstruction): HeapObject | null {
  const object = machine.object(ref);
  const fields = how.fields();
  const isFixed = how.isFixed();
  const opened = new Set<string>();
  const renamed = renamedOf(machine, ref).map(({ member }) => member);
  let { properties } = object;
  for (const [id, property] of object.properties.entries()) {
    const key = machine.world.keys.textOf(id);
    if (property.kind !== 'data' || isPrivateCode(key, property)) continue;
    if (isFixed && isPlain(property.value)) continue;
    // A function of the program sees what an instance holds, and may not be the same in the other version.
    if (holdsCode(machine, property.value)) {
      if (isFixed && isCode(machine, property.value)) continue;
      return null;
    }
    const own = fieldName(key);
    const named = renamed.find(({ base, head }) => base === own || head === own);
    // One name in both versions, for they are to hold the same.
    const name = named?.head ?? own;
    const declared = fields.get(name) ?? (named && fields.get(named.base));
    // A class below may have a private field of the same name.
    if (declared === undefined || opened.has(name)) return null;
    opened.add(name);
    const step = { kind: 'kept', field: name } as const;
    const place = machine.world.locations.child(location, step, declared.type(), declared.optional);
    const value: Value = { kind: 'input', location: place };
    properties = properties.set(id, { ...property, value } satisfies Property);
  }
  return { ...object, properties };
}

function fieldName(key: string): string {
  return (memberName('', key) ?? key).replace(/^\./, '');
}

function isPlain(value: Value): boolean {
  return value.kind !== 'object' && value.kind !== 'guarded' && value.kind !== 'input';
}

function isCode(machine: Machine, value: Value): boolean {
  return value.kind === 'object' && machine.object(value.ref).internal.kind === 'closure';
}

/** Whether functions of the program can be got at through what a value holds, as far as is known. */
function holdsCode(machine: Machine, root: Value): boolean {
  const seen = new Set<Ref>();
  const visit = (value: Value): boolean => {
    if (value.kind === 'guarded') return visit(value.yes) || visit(value.no);
    if (value.kind !== 'object' || seen.has(value.ref)) return false;
    seen.add(value.ref);
    const { internal, properties } = machine.object(value.ref);
    const contents = contentsOf(internal);
    if (contents === null || seen.size > mostLooked) return true;
    const isHeldBy = (property: Property): boolean =>
      property.kind === 'accessor' || (property.kind === 'data' && visit(property.value));
    return [...properties.entries()].some(([, property]) => isHeldBy(property)) || contents.some(visit);
  };
  return visit(root);
}

const mostLooked = 100;

/** What an object holds apart from its properties; null for what may be, or run, a function of the program. */
function contentsOf(internal: HeapObject['internal']): readonly Value[] | null {
  switch (internal.kind) {
    case 'array':
      return [...internal.elements.entries()].map(([, value]) => value);
    case 'map':
    case 'set':
      return internal.entries.flatMap((entry) => (entry === null ? [] : [entry.key, entry.value]));
    case 'plain':
    case 'error':
    case 'date':
    case 'regexp':
    case 'buffer':
    case 'view':
    case 'callback':
      return [];
    default:
      return null;
  }
}
