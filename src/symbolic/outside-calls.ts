import type { InputType } from './input-type';
import { anything } from './inputs/anything';
import type { Invoked, Machine } from './machine';
import { undefinedValue, type Value } from './value';

/** A call that leaves the program: it is remembered, and gives anything. */
export function callOutside(machine: Machine, name: string, call: Invoked): Value {
  machine.recordOutside({ callee: name, args: call.args });
  if (name.startsWith('console.')) return undefinedValue;
  const number = machine.effect((state) => state.nextOutside++);
  machine.note({ kind: 'assumed', what: `what ${name} gives` });
  const type: InputType = anything;
  const location = machine.world.locations.root({ kind: 'outside', number }, `${name}(…)#${number}`, type);
  return { kind: 'input', location };
}
