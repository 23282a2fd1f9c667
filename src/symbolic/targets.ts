import { assertNever } from '#core/diagnostics';
import type { Target } from '#ir/expression';
import { throwTypeError } from './errors';
import { cellOf, evaluate, staticKey, superHome, thisValue } from './evaluate';
import type { Frame, TempValue } from './frame';
import { writeGlobal } from './globals';
import type { Machine } from './machine';
import { setComputed } from './members';
import { addPrivateField, hasPrivate, setPrivate } from './private-members';
import { defineData, setFrom, setProperty } from './properties';
import { settle } from './settle';
import { siteNode } from './site-source';
import type { Value } from './value';

/** Evaluates the parts of a target; the result stores a value there and gives the frame after. */
export function prepareStore(machine: Machine, frame: Frame, target: Target): (frame: Frame, value: Value) => Frame {
  switch (target.kind) {
    case 'temp':
      return (now, value) => withTemp(now, target.temp, value);
    case 'var':
      return (now, value) => {
        storeBinding(machine, now, target.binding, target.declare, value);
        return now;
      };
    case 'global':
      return (now, value) => {
        writeGlobal(machine, now, target.name, value);
        return now;
      };
    case 'member':
      return memberStore(machine, frame, target);
    case 'super-member': {
      const receiver = thisValue(machine, frame);
      const key = staticKey(machine, frame, target.key);
      return (now, value) => {
        const failure = setFrom(machine, superHome(machine, now), key, value, settle(machine, receiver));
        if (failure !== null && now.closure.fn.strict) machine.world.language.complain(machine, failure);
        return now;
      };
    }
    default:
      return assertNever(target);
  }
}

/** Stores what an operation produced, if it wants to keep it. */
export function bind(machine: Machine, frame: Frame, target: Target | null, value: Value): Frame {
  return target === null ? frame : prepareStore(machine, frame, target)(frame, value);
}

export function withTemp(frame: Frame, temp: number, value: TempValue): Frame {
  return { ...frame, temps: frame.temps.set(temp, value) };
}

function storeBinding(machine: Machine, frame: Frame, binding: number, declare: boolean, value: Value): void {
  const cell = cellOf(frame, binding);
  if (!declare) {
    const declared = frame.closure.module.bindings[binding];
    if (machine.cell(cell) === null) {
      machine.world.language.deadZone(machine, declared?.name ?? '');
    }
    if (declared?.kind === 'const' || declared?.kind === 'import') {
      throwTypeError(machine, 'Assignment to constant variable.');
    }
  }
  machine.setCell(cell, value);
}

/** Whether the node defines a private field, and does not assign to it. */
function isField(machine: Machine, name: string): boolean {
  const origin = siteNode(machine)?.origin;
  return origin?.type === 'PropertyDefinition' && origin.key.type === 'PrivateIdentifier' && origin.key.name === name;
}

function memberStore(
  machine: Machine,
  frame: Frame,
  target: Extract<Target, { kind: 'member' }>,
): (frame: Frame, value: Value) => Frame {
  const { closure } = frame;
  const { strict } = closure.fn;
  const receiver = evaluate(machine, frame, target.object);
  const initialises = target.object.kind === 'this' && (closure.fn.kind === 'fields' || closure.fn.kind === 'static');
  const { key } = target;
  if (key.kind === 'private') {
    const { privates } = closure;
    if (initialises && (isField(machine, key.name) || !hasPrivate(machine, privates, key.name, receiver))) {
      return after((value) => addPrivateField(machine, privates, key.name, receiver, value));
    }
    return after((value) => setPrivate(machine, privates, key.name, receiver, value));
  }
  if (initialises) {
    const name = staticKey(machine, frame, key);
    const object = settle(machine, receiver);
    if (closure.privates?.fieldKeys.has(name) === true && object.kind === 'object') {
      return after((value) => defineData(machine, object.ref, name, value));
    }
  }
  if (key.kind === 'name') return after((value) => setProperty(machine, receiver, key.name, value, strict));
  const computed = evaluate(machine, frame, key.value);
  return after((value) => setComputed(machine, receiver, computed, value, strict));
}

/** A store that changes nothing of the frame. */
function after(store: (value: Value) => void): (frame: Frame, value: Value) => Frame {
  return (now, value) => {
    store(value);
    return now;
  };
}
