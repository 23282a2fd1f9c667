import { invariant } from '#core/diagnostics';
import { sameValue } from './equality';
import { thrown } from './input-type';
import type { Machine } from './machine';
import { undefinedValue, type Ref, type Value } from './value';

/**
 * A function that was handed in: it gives anything of its type, or throws. The same arguments give the same, unless the world says
 * that functions handed in may give something else each time.
 */
export function callCallback(machine: Machine, ref: Ref, receiver: Value, args: readonly Value[]): Value {
  const object = machine.object(ref);
  const { internal, input } = object;
  invariant(internal.kind === 'callback' && input?.member.kind === 'function', 'a callback is an input');
  machine.recordOutside({ callee: input.location.name, receiver, args });
  const known = machine.world.callbacksVary === true ? [] : internal.calls;
  for (const call of known) {
    if (call.args.length !== args.length) continue;
    const same = machine.decide(
      machine.terms.and(call.args.map((arg, index) => sameValue(machine, arg, args[index] ?? undefinedValue))),
    );
    if (same) return outcome(machine, call.result);
  }
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
  const location = machine.world.locations.child(result.location, { kind: 'thrown' }, thrown);
  return machine.throwValue({ kind: 'input', location });
}
