import type { Term } from '#smt/term';
import { isNullish, truth } from './conversions';
import { throwTypeError } from './errors';
import type { InputObject } from './heap-object';
import { classIn } from './input-classes';
import { primitiveKinds, type ClassReference, type InputMember, type Subclass } from './input-type';
import type { Machine } from './machine';
import { takenForThing } from './outside';
import { getFrom, isCallable } from './properties';
import { settle, settleBy } from './settle';
import { throwShown } from './shown';
import { askSubclasses } from './untried-classes';
import { wellKnownSymbol, type Ref, type Value } from './value';

/** `value instanceof constructor`. */
export function instanceOf(machine: Machine, value: Value, constructor: Value): Term {
  const target = settle(machine, takenForThing(machine, constructor));
  if (target.kind !== 'object') throwTypeError(machine, "Right-hand side of 'instanceof' is not an object");
  const custom = getFrom(machine, target.ref, wellKnownSymbol('hasInstance'), target);
  if (!isNullish(machine, custom) && !isDefault(machine, custom)) {
    return truth(machine, machine.call(custom, target, [value]));
  }
  if (!isCallable(machine, target)) throwTypeError(machine, "Right-hand side of 'instanceof' is not callable");
  return ordinaryHasInstance(machine, value, target.ref);
}

export function ordinaryHasInstance(machine: Machine, value: Value, constructor: Ref): Term {
  const { terms } = machine;
  const { internal } = machine.object(constructor);
  if (internal.kind === 'bound') return ordinaryHasInstance(machine, value, internal.target);
  // Which primitive it is does not matter.
  const found = settleBy(machine, value, (kind) => (primitiveKinds.has(kind) ? 'primitive' : 'object'));
  if ('class' in found && found.class === 'primitive') return terms.false;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  if (settled.kind !== 'object') return terms.false;
  const prototype = settle(machine, getFrom(machine, constructor, 'prototype', { kind: 'object', ref: constructor }));
  if (prototype.kind !== 'object') {
    const parts = ["Function has non-object prototype '", { of: prototype }, "' in instanceof check"];
    throwShown(machine, 'TypeError', parts);
  }
  noteForeign(machine, settled.ref, constructor);
  for (let at = machine.object(settled.ref).proto; at !== null; at = machine.object(at).proto) {
    if (at === prototype.ref) return terms.true;
  }
  noteOther(machine, settled.ref, constructor, prototype.ref);
  return terms.false;
}

/**
 * Arrays and functions can be of another realm, objects can be made with any prototype or with none. Such ones are not tried,
 * and their kind is what most who ask want to know.
 */
function noteForeign(machine: Machine, ref: Ref, constructor: Ref): void {
  const { input } = machine.object(ref);
  const name = machine.world.realm.nameOf(constructor);
  const what = name === null ? undefined : foreign.get(name);
  if (input === null || what === undefined) return;
  machine.note({ kind: 'stated', what: `${input.location.name} ${what}` });
}

const foreign: ReadonlyMap<string, string> = new Map([
  ['Array', 'is an array where it inherits from Array, and nowhere else'],
  ['Function', 'is a function where it inherits from Function, and nowhere else'],
  ['Object', 'inherits from Object'],
]);

/**
 * Of what was handed in, a declared type admits more classes than are tried: those that extend it and, where it is
 * an interface or nothing is known of it, any. What is no instance in every value that is tried may be one in others.
 */
function noteOther(machine: Machine, ref: Ref, constructor: Ref, prototype: Ref): void {
  const { input, proto } = machine.object(ref);
  if (input === null || input === undefined || proto === null) return;
  const { location, member } = input;
  const isAnyClass = member.kind === 'object' && member.class === null;
  if (!isAnyClass && !isBelow(machine, prototype, proto)) return;
  if (isTried(machine, location.type.members, constructor)) return;
  if (member.kind === 'object' && askSubclass(machine, input, constructor)) return;
  const name = machine.world.realm.nameOf(constructor) ?? closureName(machine, constructor) ?? 'something else';
  machine.note({ kind: 'assumed', what: `that ${location.name} is no ${name}` });
}

/** Whether there is a class below that of an instance to be tried as well. */
function askSubclass(machine: Machine, input: InputObject, constructor: Ref): boolean {
  const { member } = input;
  if (machine.world.untried === undefined || member.kind !== 'object') return false;
  const isIt = (subclass: Subclass): boolean => isClass(machine, subclass.class, constructor);
  if (member.subclasses?.().some(isIt) !== true) return false;
  askSubclasses(machine, input, isIt);
  return true;
}

/** Whether another member of the type is such an instance: then that has a path of its own. */
function isTried(machine: Machine, members: readonly InputMember[], constructor: Ref): boolean {
  const builtin = machine.world.realm.nameOf(constructor);
  if (builtin === 'Array' || builtin === 'Function') return true;
  return members.some((member) => {
    if (builtin !== null && classOf(member) === builtin) return true;
    return member.kind === 'object' && member.class !== null && isClass(machine, member.class, constructor);
  });
}

function isClass(machine: Machine, reference: ClassReference, constructor: Ref): boolean {
  const { internal } = machine.object(constructor);
  if (internal.kind !== 'closure') return false;
  const { source } = machine.world;
  const found = source.classAt === undefined ? classIn(source, reference) : source.classAt(reference);
  const { module, fn } = internal.closure;
  return found !== null && found.module === module && found.klass.constructorFn === fn.index;
}

/** That of the language which a member is of. Those above it have other instances, which are not tried. */
function classOf(member: InputMember): string | null {
  switch (member.kind) {
    case 'map':
      return 'Map';
    case 'set':
      return 'Set';
    case 'date':
      return 'Date';
    case 'regexp':
      return 'RegExp';
    case 'promise':
      return 'Promise';
    case 'binary':
      return member.type;
    case 'error':
      return member.constructorName;
    default:
      return null;
  }
}

function isBelow(machine: Machine, prototype: Ref, other: Ref): boolean {
  for (let at: Ref | null = prototype; at !== null; at = machine.object(at).proto) if (at === other) return true;
  return false;
}

function closureName(machine: Machine, ref: Ref): string | null {
  const { internal } = machine.object(ref);
  return internal.kind === 'closure' ? (internal.closure.construction?.className ?? internal.closure.fn.name) : null;
}

function isDefault(machine: Machine, custom: Value): boolean {
  return (
    custom.kind === 'object' && machine.world.realm.nameOf(custom.ref) === 'Function.prototype[Symbol.hasInstance]'
  );
}
