import type { Closure, Construction } from './closure';
import { toObject } from './conversions';
import { throwNotCallable, throwNotConstructor } from './call-complaints';
import { callCallback, constructCallback } from './callbacks';
import { isConstructor } from './constructors';
import { throwTypeError } from './errors';
import type { Delivery, Frame } from './frame';
import { prepareFrame, type Activation } from './functions';
import type { Internal } from './heap-object';
import { runBuiltin } from './library/run-builtin';
import { emptyObject } from './empty-object';
import type { Invocation, Invoked, Machine } from './machine';
import { takenForThing } from './outside';
import { callOutside } from './outside-calls';
import { addPrivateMembers } from './private-members';
import { newPromise } from './promises';
import { getFrom, isCallable } from './properties';
import { settle } from './settle';
import { callUninterpreted } from './uninterpreted';
import { objectValue, undefinedValue, type ObjectValue, type Ref, type Value } from './value';

/** Calls a function of whatever kind, with or without `new`. */
export function invoke(machine: Machine, call: Invoked): Invocation {
  const callee = settle(machine, takenForThing(machine, call.fn));
  if (!isCallable(machine, callee)) return throwNotCallable(machine, call, callee);
  const { internal } = machine.object(callee.ref);
  switch (internal.kind) {
    case 'closure':
      return call.newTarget === null
        ? plainCall(machine, callee, internal, call)
        : construct(machine, callee, internal, call, call.newTarget);
    case 'bound': {
      const newTarget =
        call.newTarget?.kind === 'object' && call.newTarget.ref === callee.ref
          ? objectValue(internal.target)
          : call.newTarget;
      return invoke(machine, {
        ...call,
        fn: objectValue(internal.target),
        receiver: internal.receiver,
        args: [...internal.args, ...call.args],
        newTarget,
      });
    }
    case 'builtin': {
      const { name } = internal;
      if (call.newTarget !== null && !internal.constructs) return throwNotConstructor(machine, call, callee);
      return value(
        runBuiltin(machine, callee.ref, { name, receiver: call.receiver, args: call.args, newTarget: call.newTarget }),
      );
    }
    case 'callback': {
      if (call.newTarget === null) return value(callCallback(machine, callee.ref, call.receiver, call.args));
      const newTarget = settle(machine, call.newTarget);
      // Whether another one can be constructed at all is not known.
      const isItself = newTarget.kind === 'object' && newTarget.ref === callee.ref;
      const made = isItself ? constructCallback(machine, callee.ref, call.args) : null;
      return made === null ? machine.unsupported('new of a function that was handed in') : value(made);
    }
    case 'outside': {
      const given = callOutside(machine, internal.name, call);
      const isBelow = call.newTarget?.kind === 'object' && call.newTarget.ref !== callee.ref;
      // What a class of the outside puts into instances of a class below it, it has to itself.
      return value(isBelow && call.newTarget !== null ? newInstance(machine, call.newTarget, null) : given);
    }
    default:
      return machine.unsupported(`a call of ${internal.kind}`);
  }
}

function value(result: Value): Invocation {
  return { kind: 'value', value: result };
}

type ClosureInternal = Extract<Internal, { kind: 'closure' }>;

function plainCall(machine: Machine, callee: ObjectValue, { closure }: ClosureInternal, call: Invoked): Invocation {
  const { fn, construction } = closure;
  if (construction !== null) {
    const named = construction.className === '' ? 's' : ` ${construction.className}`;
    throwTypeError(machine, `Class constructor${named} cannot be invoked without 'new'`);
  }
  const taken = machine.world.uninterpreted?.(closure) ?? null;
  const result = taken === null ? null : callUninterpreted(machine, taken, call.args);
  if (result !== null) return value(result);
  const receiver = fn.strict || fn.kind === 'arrow' ? call.receiver : sloppyReceiver(machine, call.receiver);
  const activation = { self: callee.ref, receiver, args: call.args, newTarget: undefinedValue };
  if (fn.generator) return { kind: 'frame', frame: generatorCall(machine, closure, activation, call.to) };
  if (!fn.async)
    return { kind: 'frame', frame: prepareFrame(machine, closure, activation, { kind: 'call', to: call.to }) };
  const promise = newPromise(machine);
  return { kind: 'frame', frame: prepareFrame(machine, closure, activation, { kind: 'async', promise, to: call.to }) };
}

/** The call of a generator function: it binds the parameters, and gives the generator before the body runs. */
export function generatorCall(machine: Machine, closure: Closure, activation: Activation, to: Delivery): Frame {
  const { async } = closure.fn;
  const otherwise = machine.world.realm.ref(async ? '%AsyncGeneratorPrototype%' : '%GeneratorPrototype%');
  const proto = activation.self === null ? otherwise : ownPrototype(machine, activation.self, otherwise);
  const generator = { kind: 'running' } as const;
  const internal = async
    ? ({ kind: 'async-generator', generator, queue: [] } as const)
    : ({ kind: 'generator', generator } as const);
  const ref = machine.allocate(emptyObject(internal, proto));
  return prepareFrame(machine, closure, activation, { kind: 'generator-call', ref, to });
}

function ownPrototype(machine: Machine, callee: Ref, otherwise: Ref): Ref {
  const prototype = settle(machine, getFrom(machine, callee, 'prototype', objectValue(callee)));
  return prototype.kind === 'object' ? prototype.ref : otherwise;
}

function sloppyReceiver(machine: Machine, receiver: Value): Value {
  const settled = settle(machine, receiver);
  if (settled.kind === 'undefined' || settled.kind === 'null') return objectValue(machine.world.realm.global);
  return objectValue(toObject(machine, settled));
}

function construct(
  machine: Machine,
  callee: ObjectValue,
  { closure }: ClosureInternal,
  call: Invoked,
  newTarget: Value,
): Invocation {
  const { construction } = closure;
  if (!isConstructor(machine, callee.ref)) return throwNotConstructor(machine, call, callee);
  const derived = construction?.derived ?? false;
  const receiver = derived ? null : newInstance(machine, newTarget, construction);
  const activation = { self: callee.ref, receiver, args: call.args, newTarget };
  return {
    kind: 'frame',
    frame: prepareFrame(machine, closure, activation, { kind: 'construct', derived, to: call.to }),
  };
}

function newInstance(machine: Machine, newTarget: Value, construction: Construction | null): Value {
  const made = machine.create({ kind: 'plain' }, prototypeFor(machine, newTarget, 'Object.prototype'));
  if (construction !== null) addPrivateMembers(machine, construction, made.ref);
  return made;
}

/** The prototype of what `new` makes. */
export function prototypeFor(machine: Machine, newTarget: Value, otherwise: string): Ref {
  const target = settle(machine, newTarget);
  if (target.kind === 'object') {
    const prototype = settle(machine, getFrom(machine, target.ref, 'prototype', target));
    if (prototype.kind === 'object') return prototype.ref;
  }
  return machine.world.realm.ref(otherwise);
}
