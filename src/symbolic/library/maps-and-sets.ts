import { clearEntries, deleteEntry, entryAt, findEntry, hasEntry, putEntry, sizeOf } from '../collections';
import { argument } from '../conversions';
import type { IteratorState } from '../heap-object';
import { iteratorResult } from '../iterator-result';
import { isCallable } from '../properties';
import { settle } from '../settle';
import { objectValue, undefinedValue } from '../value';
import { throwNotFunction } from './call-site';
import { constructCollection, receiverCollection } from './collection-receivers';
import { endOfIteration, entryPair, receiverIterator } from './iterator-results';
import { bounded, exact, type LibraryModel, type LibraryPart } from './library-model';

const classOf = { map: 'Map', set: 'Set' } as const;

export const mapsAndSets: LibraryPart = {
  Map: bounded((machine, call) => constructCollection(machine, call, 'map', 'set')),
  'Map.prototype.get': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'map');
    const position = findEntry(machine, ref, argument(call.args, 0));
    return position < 0 ? undefinedValue : (entryAt(machine, ref, position)?.value ?? undefinedValue);
  }),
  'Map.prototype.set': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'map');
    putEntry(machine, ref, argument(call.args, 0), argument(call.args, 1));
    return objectValue(ref);
  }),
  'Map.prototype.entries': iterating('map', 'entries'),
  'Map.prototype.keys': iterating('map', 'keys'),
  'Map.prototype.values': iterating('map', 'values'),
  '%MapIteratorPrototype%.next': next('map'),
  ...methodsOfBoth('map'),
  Set: bounded((machine, call) => constructCollection(machine, call, 'set', 'add')),
  'Set.prototype.add': bounded((machine, call) => {
    const ref = receiverCollection(machine, call, 'set');
    putEntry(machine, ref, argument(call.args, 0), argument(call.args, 0));
    return objectValue(ref);
  }),
  'Set.prototype.entries': iterating('set', 'entries'),
  'Set.prototype.values': iterating('set', 'values'),
  '%SetIteratorPrototype%.next': next('set'),
  ...methodsOfBoth('set'),
};

function methodsOfBoth(kind: 'map' | 'set'): LibraryPart {
  const prefix = `${classOf[kind]}.prototype`;
  return {
    [`get ${classOf[kind]}[Symbol.species]`]: exact((_machine, call) => call.receiver),
    [`get ${prefix}.size`]: exact((machine, call) => sizeOf(machine, receiverCollection(machine, call, kind))),
    [`${prefix}.has`]: bounded((machine, call) =>
      hasEntry(machine, receiverCollection(machine, call, kind), argument(call.args, 0)),
    ),
    [`${prefix}.delete`]: bounded((machine, call) =>
      machine.terms.constant(deleteEntry(machine, receiverCollection(machine, call, kind), argument(call.args, 0))),
    ),
    [`${prefix}.clear`]: exact((machine, call) => {
      clearEntries(machine, receiverCollection(machine, call, kind));
      return undefinedValue;
    }),
    [`${prefix}.forEach`]: bounded((machine, call) => {
      const ref = receiverCollection(machine, call, kind);
      const fn = settle(machine, argument(call.args, 0));
      if (!isCallable(machine, fn)) throwNotFunction(machine, fn);
      for (let position = 0; ; position++) {
        const entry = entryAt(machine, ref, position);
        if (entry === undefined) return undefinedValue;
        if (entry !== null) machine.call(fn, argument(call.args, 1), [entry.value, entry.key, objectValue(ref)]);
      }
    }),
  };
}

function iterating(kind: 'map' | 'set', what: IteratorState['what']): LibraryModel {
  return exact((machine, call) => {
    const source = objectValue(receiverCollection(machine, call, kind));
    const iterator: IteratorState = { over: kind, what, source, items: [], position: 0, done: false };
    const proto = machine.world.realm.ref(`%${classOf[kind]}IteratorPrototype%`);
    return machine.create({ kind: 'iterator', iterator }, proto);
  });
}

/** Entries that are added while an iterator is under way are given, too. */
function next(kind: 'map' | 'set'): LibraryModel {
  return bounded((machine, call) => {
    const own = receiverIterator(machine, call, [kind], `${classOf[kind]} Iterator.prototype.next`);
    const { iterator } = own;
    const source = settle(machine, iterator.source);
    if (iterator.done || source.kind !== 'object') return iteratorResult(machine, undefinedValue, true);
    for (let { position } = iterator; ; position++) {
      const entry = entryAt(machine, source.ref, position);
      if (entry === undefined) return endOfIteration(machine, own);
      if (entry === null) continue;
      own.advance(position + 1);
      if (iterator.what === 'keys') return iteratorResult(machine, entry.key, false);
      if (iterator.what === 'values') return iteratorResult(machine, entry.value, false);
      return iteratorResult(machine, entryPair(machine, entry.key, entry.value), false);
    }
  });
}
