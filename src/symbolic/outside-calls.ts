import { assertionName } from './assertion-name';
import { callBack, callEarlier, givenFunctions } from './calls-back';
import { changeByOutside } from './changed-outside';
import { again } from './changed-parts';
import { argument, truth } from './conversions';
import { hostType } from './host-values';
import type { InputType } from './input-type';
import { anything } from './inputs/anything';
import { library } from './library/library';
import type { Location } from './location';
import type { Invoked, Machine } from './machine';
import { moduleFrame } from './module-frame';
import { callTimer } from './timers';
import { trustOutside } from './trusted-outside';
import { isTerm, undefinedValue, type Value } from './value';

/** A call that leaves the program: it is remembered, and gives anything. Assertions are known for what they do. */
export function callOutside(machine: Machine, name: string, call: Invoked): Value {
  const assertion = call.newTarget === null ? assertionName(name) : null;
  const model = assertion === null ? undefined : library.get(assertion);
  if (assertion !== null && model !== undefined) return model.run(machine, { ...call, name: assertion });
  trustOutside(machine, name);
  const isLoading = machine.effect(moduleFrame) !== null;
  const outside = (type: InputType): Location => {
    const number = machine.effect((state) => state.nextOutside++);
    // Had it given nothing, or thrown, the modules would hardly have been loaded.
    const step = isLoading ? ({ kind: 'outside-value' } as const) : ({ kind: 'outside', number } as const);
    return machine.world.locations.root(step, `${name}(…)#${number}`, type);
  };
  const timed = isLoading ? null : callTimer(machine, name, call, outside);
  if (timed !== null) return timed;
  // A method that is inherited from the outside sees the instance that it is called on, as it sees arguments.
  const self = call.newTarget === null && isOfProgram(machine, call.receiver) ? [call.receiver] : [];
  const failed = name === 'console.assert' && !machine.decide(truth(machine, argument(call.args, 0)));
  const callee = call.newTarget === null ? (self.length > 0 ? `${name}.call` : name) : `new ${name}`;
  machine.recordOutside({ callee, args: [...self, ...call.args], failed });
  if (name.startsWith('console.')) return undefinedValue;
  machine.note({ kind: 'assumed', what: `what ${name} gives` });
  const location = outside(anything);
  const own = givenFunctions(machine, location, call.args, null);
  const given = [undefinedValue, ...self, ...call.args];
  // What is inherited may call listeners and the like before it returns, also where Node has it.
  const isOfHost = hostType(name) !== null && self.length === 0;
  if (!isOfHost || call.args.some((arg) => !isTerm(arg))) changeByOutside(machine, location.name, given, isOfHost);
  // Those of the host do so later.
  if (isOfHost) return { kind: 'input', location };
  const back = own.flatMap((each) => callBack(machine, each, 'before it returns'));
  const made = [...back, ...callEarlier(machine, location)];
  if (made.length > 0) changeByOutside(machine, again(location.name), given);
  return { kind: 'input', location };
}

function isOfProgram(machine: Machine, receiver: Value): boolean {
  if (receiver.kind !== 'object' || receiver.ref < 0) return false;
  const { internal } = machine.object(receiver.ref);
  return internal.kind === 'plain';
}
