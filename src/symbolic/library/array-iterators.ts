import { arrayLike, getIndex, isArray, lengthTerm } from '../array-like';
import { typedArrayAt } from '../binary-data';
import type { IteratorState } from '../heap-object';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { endOfIteration, entryPair, receiverIterator, type OwnIterator } from './iterator-results';
import { bounded, exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';

export const arrayIterators: LibraryPart = {
  'Array.prototype.keys': iteratorMethod('keys'),
  'Array.prototype.values': iteratorMethod('values'),
  'Array.prototype.entries': iteratorMethod('entries'),
  '%ArrayIteratorPrototype%.next': bounded(next),
  '%IteratorPrototype%[Symbol.iterator]': exact((_machine, call) => call.receiver),
};

function iteratorMethod(what: IteratorState['what']): LibraryModel {
  return exact((machine, call) => {
    const source = objectValue(arrayLike(machine, call.receiver, call.name));
    const iterator: IteratorState = { over: 'array', what, source, items: [], position: 0, done: false };
    return machine.create({ kind: 'iterator', iterator }, machine.world.realm.ref('%ArrayIteratorPrototype%'));
  });
}

function next(machine: Machine, call: LibraryCall): Value {
  const own = receiverIterator(machine, call, ['array', 'list'], 'Array Iterator.prototype.next');
  const { iterator } = own;
  if (iterator.done) return iteratorResult(machine, undefinedValue, true);
  const found = iterator.over === 'list' ? nextItem(iterator) : nextElement(machine, own);
  if (found === null) return endOfIteration(machine, own);
  own.advance(iterator.position + 1);
  return iteratorResult(machine, found, false);
}

function nextItem({ items, position }: IteratorState): Value | null {
  return items[position] ?? null;
}

/** An array whose length is open is gone through up to the limit. */
function nextElement(machine: Machine, { iterator }: OwnIterator): Value | null {
  const { terms } = machine;
  const { position, what } = iterator;
  const ref = sourceRef(machine, iterator.source);
  const length = lengthTerm(machine, ref);
  const index = terms.constant(position);
  if (!machine.decide(terms.apply('num.lt', [index, length]))) return null;
  const isList = isArray(machine, ref) || typedArrayAt(machine, ref) !== null;
  if (length.kind !== 'constant' && isList && position >= machine.world.limits.elements) {
    machine.cut({ kind: 'loop-bound', at: machine.site });
  }
  if (what === 'keys') return index;
  const value = getIndex(machine, ref, position);
  return what === 'values' ? value : entryPair(machine, index, value);
}

function sourceRef(machine: Machine, source: Value): Ref {
  const settled = settle(machine, source);
  return settled.kind === 'object' ? settled.ref : machine.unsupported('an iterator over no object');
}
