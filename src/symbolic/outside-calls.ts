import { assertionName } from './assertion-name';
import { argument, truth } from './conversions';
import type { InputType } from './input-type';
import { anything } from './inputs/anything';
import { library } from './library/library';
import type { Invoked, Machine } from './machine';
import { undefinedValue, type Value } from './value';

/** A call that leaves the program: it is remembered, and gives anything. Assertions are known for what they do. */
export function callOutside(machine: Machine, name: string, call: Invoked): Value {
  const assertion = call.newTarget === null ? assertionName(name) : null;
  const model = assertion === null ? undefined : library.get(assertion);
  if (assertion !== null && model !== undefined) return model.run(machine, { ...call, name: assertion });
  const failed = name === 'console.assert' && !machine.decide(truth(machine, argument(call.args, 0)));
  machine.recordOutside({ callee: call.newTarget === null ? name : `new ${name}`, args: call.args, failed });
  if (name.startsWith('console.')) return undefinedValue;
  const number = machine.effect((state) => state.nextOutside++);
  machine.note({ kind: 'assumed', what: `what ${name} gives` });
  const type: InputType = anything;
  const location = machine.world.locations.root({ kind: 'outside', number }, `${name}(…)#${number}`, type);
  return { kind: 'input', location };
}
