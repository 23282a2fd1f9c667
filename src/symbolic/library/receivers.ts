import type { Sort } from '#smt/sorts';
import type { Term } from '#smt/term';
import { isNullish, toText } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { isTerm, type Value } from '../value';
import type { LibraryCall } from './library-model';

/** The text that a method of strings works on: of any receiver but null and undefined. */
export function receiverText(machine: Machine, call: LibraryCall, method = call.name): Term {
  if (isNullish(machine, call.receiver)) throwTypeError(machine, `${method} called on null or undefined`);
  return toText(machine, call.receiver);
}

const constructors: Readonly<Record<Sort, string>> = { bool: 'Boolean', num: 'Number', str: 'String', big: 'BigInt' };

/** The scalar that a method asks for: itself, or in its box. */
export function receiverScalar(machine: Machine, call: LibraryCall, sort: Sort): Term {
  const receiver = settle(machine, call.receiver);
  const scalar = receiver.kind === 'object' ? unboxed(machine, receiver.ref) : receiver;
  if (scalar !== null && isTerm(scalar) && scalar.sort === sort) return scalar;
  return throwTypeError(machine, `${call.name} requires that 'this' be a ${constructors[sort]}`);
}

/** What is in the box; null where the object is none. */
export function unboxed(machine: Machine, ref: number): Value | null {
  const { internal } = machine.object(ref);
  return internal.kind === 'boxed' ? internal.value : null;
}

/** The engine's complaint about a method on the wrong kind of object. */
export function throwIncompatible(machine: Machine, method: string, receiver: Value): never {
  return throwShown(machine, 'TypeError', [`Method ${method} called on incompatible receiver `, { of: receiver }]);
}
