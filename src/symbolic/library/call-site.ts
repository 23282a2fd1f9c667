import { typeOf } from '../conversions';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { isTerm, type Value } from '../value';

type Part = string | { readonly of: Value };

/** The engine's complaint of a function that was given something to iterate over. */
export function throwNotIterable(machine: Machine, value: Value): never {
  return throwBare(machine, value, ' is not iterable (cannot read property Symbol(Symbol.iterator))');
}

/** The complaint of collections about what they were given to call. */
export function throwNotFunction(machine: Machine, value: Value): never {
  return throwBare(machine, value, ' is not a function');
}

/** A complaint about a value that the engine has no source text for. */
export function throwBare(machine: Machine, value: Value, complaint: string): never {
  return throwShown(machine, 'TypeError', [...defaultCallSite(machine, value), complaint]);
}

/** How the engine shows a value where it has no source text for it: by its type and, for some, the value. */
function defaultCallSite(machine: Machine, value: Value): Part[] {
  const settled = settle(machine, value);
  const type = typeOf(machine, settled);
  if (isTerm(settled)) {
    if (settled.sort === 'str') return [type, ' "', { of: settled }, '"'];
    return settled.sort === 'big' ? [type] : [type, ' ', { of: settled }];
  }
  return settled.kind === 'null' ? [type, ' null'] : [type];
}
