import { PersistentMap } from '#core/persistent-map';
import type { HeapObject, InputObject } from './heap-object';
import { lengthOfInput, timeOfInput } from './input-symbols';
import type { InputMember, InputType } from './input-type';
import { likeObject, unknowable } from './like-value';
import type { Location } from './location';
import type { Machine, World } from './machine';
import { placeOf, putObject } from './one-object';
import type { State } from './state';
import { onlyMember } from './unify-inputs';
import type { Ref } from './value';

/** An object that was handed in, and that the program looks at for the first time. */
export function asChangedByNow(machine: Machine, ref: Ref, location: Location): void {
  machine.effect((state) => {
    const by = state.disturbed ?? changedAround(state, location);
    if (by === null || isNewer(location, by)) return;
    changeParts(machine.world, state, ref, location.name, by);
  });
}

/** The call that could change an object which the place was in by then. */
function changedAround(state: State, { parent }: Location): string | null {
  for (let at = parent; at !== null; at = at.parent) {
    const ref = state.inputObjects.get(placeOf(state, at).id);
    const step = ref === undefined ? undefined : state.heap.get(ref)?.input?.since?.step;
    if (step?.kind === 'changed') return step.by;
  }
  return null;
}

/** What a call to the outside gave, or changed, cannot have been changed by it afterwards. */
function isNewer(location: Location, by: string): boolean {
  for (let at: Location | null = location; at !== null; at = at.parent) {
    if (at.step.kind === 'changed' && at.step.by === by) return true;
    if (by === at.name || by === again(at.name)) return true;
  }
  return false;
}

/** A call to the outside, after it has called what it was given. */
export function again(by: string): string {
  return `${by}, then`;
}

/** Functions have nothing that others change, as a rule. */
export function isOpaque({ internal: { kind } }: HeapObject): boolean {
  return ['closure', 'builtin', 'bound', 'callback', 'namespace', 'outside'].includes(kind);
}

/** The parts of an object are others from now on, at places that belong to the call. */
export function changeParts(world: World, state: State, ref: Ref, name: string, by: string): void {
  const object = state.heap.get(ref);
  if (object === undefined || isOpaque(object)) return;
  const member = object.input === null ? likeObject(world, state, ref) : memberOf(state, object.input);
  if (member === null) return;
  const root = { kind: 'outside', number: 0 } as const;
  const location = object.input?.location ?? world.locations.root(root, name, typeOf(member));
  if (object.input === null) state.inputObjects = state.inputObjects.set(location.id, ref);
  const since = world.locations.child(location, { kind: 'changed', by }, typeOf(member));
  putObject(state, ref, { ...withNewParts(world, object, since, member), input: { location, member, since } });
}

/** As it was handed in, whatever the program has found or made of it since. */
function memberOf(state: State, { location, member }: InputObject): InputMember {
  return onlyMember(state, placeOf(state, location)) ?? member;
}

/** One for each member: places are told apart by it. */
const types = new WeakMap<InputMember, InputType>();

function typeOf(member: InputMember): InputType {
  const known = types.get(member) ?? { members: [member] };
  types.set(member, known);
  return known;
}

function withNewParts(world: World, object: HeapObject, since: Location, member: InputMember): HeapObject {
  const { terms } = world;
  const { internal } = object;
  const changed = { ...object, properties: newProperties(world, object, since, member) };
  switch (internal.kind) {
    case 'array': {
      if (internal.frozen || (member.kind !== 'array' && member.kind !== 'tuple')) return changed;
      const length = lengthOfInput(terms, since, member);
      return { ...changed, internal: { ...internal, elements: PersistentMap.empty(), length } };
    }
    case 'map':
    case 'set':
      return { ...changed, internal: { ...internal, entries: [] } };
    case 'date':
      return { ...changed, internal: { ...internal, time: timeOfInput(terms, since) } };
    default:
      return changed;
  }
}

/** Those that a type names come into being when they are looked at; others are there, and nothing is known of them. */
function newProperties(
  { keys, locations }: World,
  { properties }: HeapObject,
  since: Location,
  member: InputMember,
): HeapObject['properties'] {
  let changed = properties;
  for (const [id, property] of properties.sorted()) {
    const key = keys.textOf(id);
    if (property.kind === 'accessor' || (property.kind === 'data' && !property.writable)) continue;
    const isNamed = member.kind === 'object' && (member.properties.has(key) || member.index !== null);
    if (isNamed || property.kind === 'absent' || member.kind === 'error') changed = changed.delete(id);
    else {
      const location = locations.child(since, { kind: 'property', key }, unknowable);
      changed = changed.set(id, { ...property, value: { kind: 'input', location } });
    }
  }
  return changed;
}
