import { throwError, type ErrorName } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { nullValue, undefinedValue, type Ref, type Value } from '../value';
import type { LibraryCall } from './library-model';

/** What gives another answer each time, or reaches out of the call. */
const impure = /^(Math\.random|Date|Function|eval|Atomics|Reflect|Proxy|Intl|WeakRef|FinalizationRegistry|Promise)/;

/** The engine's own function, where everything it is given is a plain value that is known. */
export function runInEngine(machine: Machine, ref: Ref, call: LibraryCall): Value {
  const host = machine.world.realm.host(ref);
  if (typeof host !== 'function' || call.newTarget !== null || impure.test(call.name)) {
    return machine.unsupported(call.name);
  }
  const receiver = plain(machine, call, call.receiver);
  const args = call.args.map((arg) => plain(machine, call, arg));
  let result: unknown;
  try {
    result = Reflect.apply(host, receiver, args);
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
      return result === null ? nullValue : machine.unsupported(call.name);
  }
}

function plain(machine: Machine, call: LibraryCall, value: Value): unknown {
  const settled = settle(machine, value);
  if (settled.kind === 'constant') return settled.value;
  if (settled.kind === 'undefined') return undefined;
  return settled.kind === 'null' ? null : machine.unsupported(`${call.name} of an open value`);
}
