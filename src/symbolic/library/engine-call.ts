import { concretise } from '../concretise';
import { throwError, type ErrorName } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { isTerm, nullValue, undefinedValue, type Value } from '../value';

/** A value as the engine's own functions take it; what is open is fixed. Objects are not for them. */
export function plainValue(machine: Machine, value: Value, what: string): unknown {
  const settled = settle(machine, value);
  if (isTerm(settled)) return concretise(machine, settled, what);
  switch (settled.kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    default:
      return machine.unsupported(`${what} of an object`);
  }
}

/** What the engine computes from plain values; its errors are the program's. */
export function fromEngine(machine: Machine, compute: () => unknown): Value {
  let result: unknown;
  try {
    result = compute();
  } catch (error) {
    const { name, message } = error as Error;
    return throwError(machine, name as ErrorName, message);
  }
  switch (typeof result) {
    case 'undefined':
      return undefinedValue;
    case 'boolean':
    case 'number':
    case 'string':
    case 'bigint':
      return machine.terms.constant(result);
    default:
      return result === null ? nullValue : machine.unsupported('an object that the engine made');
  }
}
