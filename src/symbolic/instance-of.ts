import type { Term } from '#smt/term';
import { isNullish, truth } from './conversions';
import { throwTypeError } from './errors';
import type { InputMember } from './input-type';
import type { Machine } from './machine';
import { takenForThing } from './outside';
import { getFrom, isCallable } from './properties';
import { settle, settleBy } from './settle';
import { throwShown } from './shown';
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

const primitives: ReadonlySet<InputMember['kind']> = new Set([
  'undefined',
  'null',
  'boolean',
  'string',
  'bigint',
  'symbol',
  'number',
  'literals',
]);

export function ordinaryHasInstance(machine: Machine, value: Value, constructor: Ref): Term {
  const { terms } = machine;
  const { internal } = machine.object(constructor);
  if (internal.kind === 'bound') return ordinaryHasInstance(machine, value, internal.target);
  // Which primitive it is does not matter.
  const found = settleBy(machine, value, (kind) => (primitives.has(kind) ? 'primitive' : 'object'));
  if ('class' in found && found.class === 'primitive') return terms.false;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  if (settled.kind !== 'object') return terms.false;
  const prototype = settle(machine, getFrom(machine, constructor, 'prototype', { kind: 'object', ref: constructor }));
  if (prototype.kind !== 'object') {
    const parts = ["Function has non-object prototype '", { of: prototype }, "' in instanceof check"];
    throwShown(machine, 'TypeError', parts);
  }
  for (let at = machine.object(settled.ref).proto; at !== null; at = machine.object(at).proto) {
    if (at === prototype.ref) return terms.true;
  }
  return terms.false;
}

function isDefault(machine: Machine, custom: Value): boolean {
  return (
    custom.kind === 'object' && machine.world.realm.nameOf(custom.ref) === 'Function.prototype[Symbol.hasInstance]'
  );
}
