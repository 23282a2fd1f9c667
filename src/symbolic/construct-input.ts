import { attempt } from './attempt';
import { elementsOf } from './elements';
import type { Frame } from './frame';
import type { HeapObject } from './heap-object';
import { classConstructor } from './input-classes';
import type { InputConstruction, InputMember, ObjectMember } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import { openedState } from './opened-state';
import { placeOf } from './one-object';
import { isPrivateCode } from './private-members';
import { settle } from './settle';
import type { Called, Note, State } from './state';
import { objectValue, type Ref, type Value } from './value';

/**
 * An instance that was handed in, as its constructor makes it of arguments that are inputs in turn. Whoever makes it does so
 * before the call. Arguments for which the constructor throws make no instance: there is no such input.
 */
export function constructInput(
  machine: Machine,
  location: Location,
  member: ObjectMember,
  how: InputConstruction,
): Ref {
  const { class: reference } = member;
  if (reference === null) return machine.unsupported(`an instance without a class at ${location.name}`);
  if (machine.world.branching.isGiven) return machine.unsupported(`how ${location.name} was made`);
  demandNothingChanged(machine, location);
  const before = machine.effect(({ outside }) => outside);
  const constructor = objectValue(classConstructor(machine, reference));
  const args = argumentsOf(machine, location, how);
  const made = attempt(() => machine.construct(constructor, args));
  if (made.kind === 'threw') return machine.cut({ kind: 'contradiction', at: machine.site });
  const instance = settle(machine, made.value);
  if (instance.kind !== 'object') return machine.unsupported(`a constructor that gives no object at ${location.name}`);
  const object = machine.object(instance.ref);
  if (object.input !== null)
    return machine.unsupported(`a constructor that gives what it was given at ${location.name}`);
  demandNothingChanged(machine, location);
  // What is called to make an input is not called by the function.
  machine.effect((state) => {
    state.outside = before;
  });
  const isOpened = machine.world.anyState === true && !how.isKnownElsewhere;
  const isOpen = isOpened ? openedState(machine, location, instance.ref, how) : null;
  const given = { ...(isOpen ?? object), input: { location, member } };
  machine.update(instance.ref, given);
  machine.effect((state) => {
    state.constructed = state.constructed.set(instance.ref, given);
  });
  if (isOpen === null && (how.isKnownElsewhere || !how.isFixed() || holdsObjects(machine, object))) {
    machine.note({ kind: 'assumed', what: `that ${location.name}${asMade}` });
  }
  return instance.ref;
}

const asMade = ' is as its constructor made it';

/** Whether a path rests on an instance being as its constructor made it. */
export function isAsMade({ what }: Note): boolean {
  return what.endsWith(asMade);
}

/** Instances that the function under analysis is certain to get are made before it begins. */
export function makeInstances(machine: Machine, { context }: Frame): void {
  const receiver = machine.cell(context.receiver);
  for (const value of [...(receiver === null ? [] : [receiver]), ...context.args]) {
    if (value.kind !== 'input') continue;
    const { type, optional } = value.location;
    if (!optional && type.members.every(isInstance) && type.members.some(isConstructed)) settle(machine, value);
  }
  machine.effect((state) => {
    const { called, cells, heap } = state;
    if (called === null) return;
    state.called = { ...called, cells, heap, hasBegun: true, isTouched: changedSinceCall(state, called) };
  });
}

function isInstance(member: InputMember): boolean {
  return member.kind === 'object' && member.class !== null;
}

function isConstructed(member: InputMember): boolean {
  return member.kind === 'object' && member.construction !== undefined;
}

function argumentsOf(machine: Machine, location: Location, { params }: InputConstruction): readonly Value[] {
  return params().flatMap(({ name, type, optional, rest }, index): readonly Value[] => {
    const step = { kind: 'argument', index, name, rest } as const;
    const place = machine.world.locations.child(location, step, type, optional && !rest);
    const value: Value = { kind: 'input', location: place };
    const list = rest ? settle(machine, value) : null;
    return list?.kind === 'object' ? elementsOf(machine, list.ref) : [value];
  });
}

/** A constructor that runs later than it would must find, and leave, everything as it was at the call. */
function demandNothingChanged(machine: Machine, { name }: Location): void {
  const isChanged = machine.effect((state) => state.called?.hasBegun === true && changedSinceCall(state, state.called));
  if (isChanged) machine.unsupported(`an instance at ${name}, whose constructor meets what was changed since the call`);
}

function changedSinceCall(state: State, { cells, heap, nextCell, nextRef }: Called): boolean {
  return (
    cells.differences(state.cells).some((cell) => cell < nextCell) ||
    heap.differences(state.heap).some((ref) => ref < nextRef && (heap.get(ref)?.input ?? null) === null)
  );
}

/**
 * Whether an instance holds objects that may change without a field being set: its own, and those handed in that its
 * constructor has looked at, which then may be otherwise than what it took from them.
 */
function holdsObjects(machine: Machine, { properties }: HeapObject): boolean {
  return [...properties.entries()].some(([id, property]) => {
    // Methods and accessors that are private stand among the properties, and cannot be set.
    if (property.kind !== 'data' || isPrivateCode(machine.world.keys.textOf(id), property)) return false;
    const { value } = property;
    const ref = machine.effect((state) => {
      if (value.kind === 'input') return state.inputObjects.get(placeOf(state, value.location).id) ?? null;
      return value.kind === 'object' ? value.ref : null;
    });
    if (value.kind === 'guarded') return true;
    return ref !== null && ref > 0 && machine.object(ref).internal.kind !== 'callback';
  });
}
