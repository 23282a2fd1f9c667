import { invariant } from '#core/diagnostics';
import { callBack, callEarlier, givenFunctions } from './calls-back';
import { changeByOutside } from './changed-outside';
import { again } from './changed-parts';
import { sameValue } from './equality';
import type { CallBack } from './heap-object';
import { primitiveKinds, thrown } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import type { CallOfInput, State } from './state';
import { undefinedValue, type InputValue, type Ref, type Value } from './value';

/**
 * A function that was handed in: it gives anything of its type, or throws. The same arguments give the same, unless the world says
 * that functions handed in may give something else each time.
 */
export function callCallback(
  machine: Machine,
  ref: Ref,
  receiver: Value,
  args: readonly Value[],
  isNew = false,
): Value {
  const object = machine.object(ref);
  const { internal, input } = object;
  invariant(internal.kind === 'callback' && input?.member.kind === 'function', 'a callback is an input');
  machine.recordOutside({ callee: `${isNew ? 'new ' : ''}${input.location.name}`, receiver, args });
  const mayVary = machine.world.callbacksVary === true || machine.world.outsideChanges !== undefined;
  const known = mayVary ? [] : internal.calls;
  for (const call of known) {
    if (call.args.length !== args.length || call.isNew !== isNew) continue;
    const same = machine.decide(
      machine.terms.and(call.args.map((arg, index) => sameValue(machine, arg, args[index] ?? undefinedValue))),
    );
    if (same) return outcome(machine, call.result);
  }
  const { location, member } = input;
  // What an instance keeps was put there by its class, as a rule.
  if (isInInstance(location) && machine.world.mayRunChange?.(machine.site) === true)
    machine.note({ kind: 'assumed', what: `that ${location.name} is none of the functions that have changed` });
  const step = { kind: 'result', call: internal.calls.length } as const;
  const result: InputValue = {
    kind: 'input',
    location: machine.world.locations.child(location, step, member.result()),
  };
  const call = { ref, number: step.call, order: machine.effect(callsOfInputs) - 1 };
  machine.update(ref, {
    ...machine.object(ref),
    internal: { ...internal, calls: [...internal.calls, { args, receiver, result, isNew, back: [] }] },
  });
  changeByOutside(machine, result.location.name, [receiver, ...args]);
  const back = givenFunctions(machine, result.location, args, call).flatMap((given) =>
    callBack(machine, given, 'before it returns'),
  );
  const made = [...back, ...callEarlier(machine, result.location)];
  remember(machine, call, made);
  if (made.length > 0) changeByOutside(machine, again(result.location.name), [receiver, ...args]);
  return outcome(machine, result);
}

/** A constructor that was handed in: it gives any object of its type, or throws. Null where its type does not say what it makes. */
export function constructCallback(machine: Machine, ref: Ref, args: readonly Value[]): Value | null {
  const member = machine.object(ref).input?.member;
  if (member?.kind !== 'function' || member.constructs !== true) return null;
  const isObject = member.result().members.every(({ kind }) => !primitiveKinds.has(kind));
  return isObject ? callCallback(machine, ref, undefinedValue, args, true) : null;
}

function isInInstance({ parent }: Location): boolean {
  if (parent === null) return false;
  return (
    parent.type.members.some((member) => member.kind === 'object' && member.class !== null) || isInInstance(parent)
  );
}

function callsOfInputs({ outside }: State): number {
  let count = 0;
  for (let at = outside; at !== null; at = at.before) if (at.call.receiver !== null) count++;
  return count;
}

/** While something waits, the outside may call what it was given before. */
export function callWhileWaiting(machine: Machine): void {
  for (const given of machine.effect((state) => state.given)) {
    const back = callBack(machine, given, 'while something waits');
    if (given.call !== null) remember(machine, given.call, back);
  }
}

function remember(machine: Machine, { ref, number }: CallOfInput, back: readonly CallBack[]): void {
  if (back.length === 0) return;
  const object = machine.object(ref);
  invariant(object.internal.kind === 'callback', 'a callback stays one');
  const calls = object.internal.calls.map((call, index) =>
    index === number ? { ...call, back: [...call.back, ...back] } : call,
  );
  machine.update(ref, { ...object, internal: { ...object.internal, calls } });
}

function outcome(machine: Machine, result: Value): Value {
  invariant(result.kind === 'input', 'the result of a callback is an input');
  const { name } = result.location;
  const returns = machine.terms.symbol(`${name} returns`, 'bool');
  if (machine.decide(returns)) return result;
  const location = machine.world.locations.child(result.location, { kind: 'thrown' }, thrown);
  return machine.throwValue({ kind: 'input', location });
}
