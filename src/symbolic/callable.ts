import type { Machine } from './machine';
import { isCallable } from './properties';
import { settle } from './settle';
import { throwShown } from './shown';
import type { ObjectValue, Value } from './value';

/** A function that something of the language was given to call. */
export function callable(machine: Machine, value: Value): ObjectValue {
  const settled = settle(machine, value);
  if (isCallable(machine, settled)) return settled;
  return throwShown(machine, 'TypeError', [{ of: settled }, ' is not a function']);
}
