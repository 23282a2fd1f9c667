import type { CallContext } from './closure';
import { elementsOf } from './elements';
import type { Machine } from './machine';
import { defineData } from './properties';
import { isPresent, settle } from './settle';
import { wellKnownSymbol, type Value } from './value';

/** `arguments`, made when it is first asked for. */
export function argumentsObject(machine: Machine, context: CallContext): Value {
  const known = machine.cell(context.arguments);
  if (known !== null) return known;
  const { realm } = machine.world;
  const args = context.areInputs ? givenArguments(machine, context.args) : context.args;
  const made = machine.create({ kind: 'arguments' }, realm.ref('Object.prototype'));
  args.forEach((value, index) => defineData(machine, made.ref, String(index), value));
  const hidden = { enumerable: false };
  defineData(machine, made.ref, 'length', machine.terms.constant(args.length), hidden);
  defineData(machine, made.ref, wellKnownSymbol('iterator'), realm.value('Array.prototype.values'), hidden);
  machine.setCell(context.arguments, made);
  return made;
}

/** The inputs of a function as its caller wrote them: those at the end that are left out are not there. */
export function givenArguments(machine: Machine, inputs: readonly Value[]): readonly Value[] {
  const args = inputs.flatMap((input): readonly Value[] => {
    const list = isRestInput(input) ? settle(machine, input) : null;
    return list?.kind === 'object' ? elementsOf(machine, list.ref) : [input];
  });
  for (let last = args.at(-1); last?.kind === 'input'; last = args.at(-1)) {
    if (last.location.step.kind !== 'parameter' || isPresent(machine, last.location)) break;
    args.pop();
  }
  return args;
}

/** The array that stands for all further arguments. */
export function isRestInput(value: Value | undefined): boolean {
  return value?.kind === 'input' && value.location.step.kind === 'parameter' && value.location.step.rest;
}
