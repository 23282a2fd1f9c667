import { invariant } from '#core/diagnostics';
import { makeError } from './errors';
import type { Machine } from './machine';
import type { Ref, Value } from './value';

/** A function that was handed in: every call gives anything of its type, or throws, whatever an earlier one gave. */
export function callCallback(machine: Machine, ref: Ref, args: readonly Value[]): Value {
  const object = machine.object(ref);
  const { internal, input } = object;
  invariant(internal.kind === 'callback' && input?.member.kind === 'function', 'a callback is an input');
  machine.recordOutside({ callee: input.location.name, args });
  const { location, member } = input;
  const step = { kind: 'result', call: internal.calls.length } as const;
  const result: Value = { kind: 'input', location: machine.world.locations.child(location, step, member.result()) };
  const calls = [...internal.calls, { args, result }];
  machine.update(ref, { ...machine.object(ref), internal: { ...internal, calls } });
  return outcome(machine, result);
}

function outcome(machine: Machine, result: Value): Value {
  invariant(result.kind === 'input', 'the result of a callback is an input');
  const { name } = result.location;
  const returns = machine.terms.symbol(`${name} returns`, 'bool');
  if (machine.decide(returns)) return result;
  return machine.throwValue(makeError(machine, 'Error', machine.terms.constant(`thrown by ${name}`)));
}
