import type { CollectionKind } from '../collections';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { getProperty, isCallable } from '../properties';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { undefinedValue, type Ref, type Value } from '../value';
import { forEachOf } from './for-each-of';
import { instancePrototype } from './instance-prototype';
import type { LibraryCall } from './library-model';
import { throwIncompatible } from './receivers';

/** The collection on which a method was called. */
export function receiverCollection(machine: Machine, call: LibraryCall, kind: CollectionKind, method = call.name): Ref {
  const receiver = settle(machine, call.receiver);
  if (receiver.kind === 'object' && machine.object(receiver.ref).internal.kind === kind) return receiver.ref;
  return throwIncompatible(machine, method, receiver);
}

/** `new Map(entries)` and its like: entries are added with the method that the new object has for it. */
export function constructCollection(
  machine: Machine,
  call: LibraryCall,
  kind: CollectionKind,
  adder: 'set' | 'add',
): Value {
  if (call.newTarget === null) throwTypeError(machine, `Constructor ${call.name} requires 'new'`);
  const proto = instancePrototype(machine, call, `${call.name}.prototype`);
  const made = machine.create({ kind, entries: [] }, proto);
  const source = settle(machine, call.args[0] ?? undefinedValue);
  if (source.kind === 'undefined' || source.kind === 'null') return made;
  const method = settle(machine, getProperty(machine, made, adder));
  if (!isCallable(machine, method)) {
    const property = `' returned for property '${adder}' of object '`;
    throwShown(machine, 'TypeError', ["'", { of: method }, property, { of: made }, "' is not a function"]);
  }
  forEachOf(machine, source, (item) => {
    machine.call(method, made, adder === 'add' ? [item] : entryOf(machine, item));
  });
  return made;
}

function entryOf(machine: Machine, item: Value): readonly Value[] {
  const entry = settle(machine, item);
  if (entry.kind !== 'object') {
    return throwShown(machine, 'TypeError', ['Iterator value ', { of: entry }, ' is not an entry object']);
  }
  return [getProperty(machine, entry, '0'), getProperty(machine, entry, '1')];
}
