import { deleteEntry, entryAt, findEntry, hasEntry, putEntry } from '../collections';
import { argument } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { objectValue, registeredText, undefinedValue, type ObjectValue, type UniqueValue, type Value } from '../value';
import { constructCollection, receiverCollection } from './collection-receivers';
import { bounded, type LibraryPart } from './library-model';

/** Collections that do not keep their keys alive, which no program can see. */
export const weakCollections: LibraryPart = {
  WeakMap: bounded((machine, call) => constructCollection(machine, call, 'weak-map', 'set')),
  'WeakMap.prototype.get': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'weak-map');
    const position = findEntry(machine, ref, argument(call.args, 0));
    return position < 0 ? undefinedValue : (entryAt(machine, ref, position)?.value ?? undefinedValue);
  }),
  'WeakMap.prototype.set': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'weak-map');
    const key = weakKey(machine, argument(call.args, 0), 'Invalid value used as weak map key');
    putEntry(machine, ref, key, argument(call.args, 1));
    return objectValue(ref);
  }),
  'WeakMap.prototype.has': bounded((machine, call) =>
    hasEntry(machine, receiverCollection(machine, call, 'weak-map'), argument(call.args, 0)),
  ),
  'WeakMap.prototype.delete': bounded((machine, call) =>
    machine.terms.constant(deleteEntry(machine, receiverCollection(machine, call, 'weak-map'), argument(call.args, 0))),
  ),
  WeakSet: bounded((machine, call) => constructCollection(machine, call, 'weak-set', 'add')),
  'WeakSet.prototype.add': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'weak-set');
    const value = weakKey(machine, argument(call.args, 0), 'Invalid value used in weak set');
    putEntry(machine, ref, value, value);
    return objectValue(ref);
  }),
  'WeakSet.prototype.has': bounded((machine, call) =>
    hasEntry(machine, receiverCollection(machine, call, 'weak-set'), argument(call.args, 0)),
  ),
  'WeakSet.prototype.delete': bounded((machine, call) =>
    machine.terms.constant(deleteEntry(machine, receiverCollection(machine, call, 'weak-set'), argument(call.args, 0))),
  ),
};

/** CanBeHeldWeakly: objects, and symbols that are not registered. */
function weakKey(machine: Machine, value: Value, complaint: string): ObjectValue | UniqueValue {
  const settled = settle(machine, value);
  if (settled.kind === 'object') return settled;
  if (settled.kind === 'unique' && registeredText(settled.key) === null) return settled;
  return throwTypeError(machine, complaint);
}
