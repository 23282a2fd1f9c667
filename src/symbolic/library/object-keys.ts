import type { Term } from '#smt/term';
import { newArray } from '../array-like';
import { argument, isNullish, toObject } from '../conversions';
import { sameValue } from '../equality';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import { enumerableKeys, hasOwn, isEnumerable, ownKeys, presentProperty } from '../own-keys';
import { defineData, getFrom, getProperty, setProperty } from '../properties';
import { fromProperty } from '../property-descriptor';
import { propertyKey } from '../property-key';
import { copyInOrder, noteOrder } from '../property-order';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { isSymbolKey, objectValue, undefinedValue, type PropertyKeyText, type Ref, type Value } from '../value';
import { forEachOf } from './for-each-of';
import { bounded, exact, type LibraryModel, type LibraryPart } from './library-model';
import { keyArgument, keyToWrite, keyValue } from './object-arguments';

/** Functions of `Object` about what an object has. */
export const objectKeys: LibraryPart = {
  'Object.keys': listing((machine, _ref, key) => machine.terms.constant(key)),
  'Object.values': listing((machine, ref, key) => getFrom(machine, ref, key, objectValue(ref))),
  'Object.entries': listing((machine, ref, key) =>
    newArray(machine, [machine.terms.constant(key), getFrom(machine, ref, key, objectValue(ref))]),
  ),
  'Object.assign': bounded((machine, call) => {
    const target = toObject(machine, argument(call.args, 0));
    for (const source of call.args.slice(1)) {
      if (isNullish(machine, source)) continue;
      const from = toObject(machine, source);
      copyInOrder(machine, target, from, ownKeys(machine, from), (key) => {
        if (!isEnumerable(machine, from, key)) return;
        setProperty(machine, objectValue(target), key, getFrom(machine, from, key, objectValue(from)), true);
      });
    }
    return objectValue(target);
  }),
  'Object.fromEntries': bounded((machine, call) => {
    const { realm } = machine.world;
    const entries = argument(call.args, 0);
    if (isNullish(machine, entries)) throwTypeError(machine, 'undefined is not iterable');
    const made = machine.create({ kind: 'plain' }, realm.ref('Object.prototype'));
    forEachOf(machine, entries, (item) => {
      const entry = settle(machine, item);
      if (entry.kind !== 'object') {
        return throwShown(machine, 'TypeError', ['Iterator value ', { of: entry }, ' is not an entry object']);
      }
      const key = getProperty(machine, entry, '0');
      const value = getProperty(machine, entry, '1');
      return defineData(machine, made.ref, keyToWrite(machine, made.ref, propertyKey(machine, key)), value);
    });
    return made;
  }),
  'Object.getOwnPropertyNames': bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    const keys = allKeys(machine, ref).filter((key) => !isSymbolKey(key));
    return newArray(
      machine,
      keys.map((key) => machine.terms.constant(key)),
    );
  }),
  'Object.getOwnPropertySymbols': bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    const keys = allKeys(machine, ref).filter(isSymbolKey);
    return newArray(
      machine,
      keys.map((key) => keyValue(machine, key)),
    );
  }),
  'Object.getOwnPropertyDescriptor': bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    const own = presentProperty(machine, ref, keyArgument(machine, ref, argument(call.args, 1)));
    return own === null ? undefinedValue : fromProperty(machine, own);
  }),
  'Object.getOwnPropertyDescriptors': bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
    for (const key of allKeys(machine, ref)) {
      const own = presentProperty(machine, ref, key);
      if (own !== null) defineData(machine, made.ref, key, fromProperty(machine, own));
    }
    return made;
  }),
  'Object.hasOwn': bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    return hasOwnKey(machine, ref, argument(call.args, 1));
  }),
  'Object.is': exact((machine, call) => sameValue(machine, argument(call.args, 0), argument(call.args, 1))),
};

/** Whether an object has a property under a key that may be open: one term where its keys are all known. */
export function hasOwnKey(machine: Machine, ref: Ref, value: Value): Term {
  const { terms } = machine;
  const key = propertyKey(machine, value);
  if (key.kind === 'unique') return terms.constant(hasOwn(machine, ref, key.key));
  if (key.kind === 'constant') return terms.constant(hasOwn(machine, ref, String(key.value)));
  const { internal, input } = machine.object(ref);
  if (internal.kind === 'plain' && input === null) {
    const names = ownKeys(machine, ref).filter((name) => !isSymbolKey(name));
    return terms.or(names.map((name) => terms.apply('str.eq', [key, terms.constant(name)])));
  }
  return terms.constant(hasOwn(machine, ref, keyArgument(machine, ref, key)));
}

/** All own keys; those of objects with hidden properties that are not modelled are not known. */
export function allKeys(machine: Machine, ref: Ref): PropertyKeyText[] {
  const { internal } = machine.object(ref);
  if (internal.kind === 'error' || internal.kind === 'callback' || internal.kind === 'regexp') {
    machine.unsupported(`all keys of an object that is a ${internal.kind}`);
  }
  const keys = ownKeys(machine, ref);
  noteOrder(machine, ref, keys);
  noteHidden(machine, ref);
  return keys;
}

/** Who asks for all keys asks for those that are not enumerable, and for symbols, which are not tried. */
function noteHidden(machine: Machine, ref: Ref): void {
  const { input } = machine.object(ref);
  if (input?.member.kind !== 'object') return;
  machine.note({ kind: 'stated', what: `no property of ${input.location.name} is hidden, or a symbol` });
}

/** What a property is listed as; it must still be there and enumerable when its turn comes. */
function listing(item: (machine: Machine, ref: Ref, key: PropertyKeyText) => Value): LibraryModel {
  return bounded((machine, call) => {
    const ref = toObject(machine, argument(call.args, 0));
    const listed: Value[] = [];
    const keys = enumerableKeys(machine, ref);
    noteOrder(machine, ref, keys);
    for (const key of keys) {
      if (isEnumerable(machine, ref, key)) listed.push(item(machine, ref, key));
    }
    return newArray(machine, listed);
  });
}
