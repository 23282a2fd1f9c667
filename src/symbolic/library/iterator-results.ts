import { newArray } from '../array-like';
import type { IteratorState } from '../heap-object';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { undefinedValue, type Value } from '../value';
import type { LibraryCall } from './library-model';
import { throwIncompatible } from './receivers';

/** The iterator on which `next` was called. */
export interface OwnIterator {
  readonly iterator: IteratorState;
  /** Remembers where to go on; null when the iterator has ended. */
  readonly advance: (position: number | null) => void;
}

export function receiverIterator(
  machine: Machine,
  call: LibraryCall,
  over: readonly IteratorState['over'][],
  method: string,
): OwnIterator {
  const receiver = settle(machine, call.receiver);
  const object = receiver.kind === 'object' ? machine.object(receiver.ref) : null;
  if (
    receiver.kind !== 'object' ||
    object?.internal.kind !== 'iterator' ||
    !over.includes(object.internal.iterator.over)
  ) {
    return throwIncompatible(machine, method, receiver);
  }
  const { iterator } = object.internal;
  return {
    iterator,
    advance(position) {
      const moved = position === null ? { ...iterator, done: true } : { ...iterator, position };
      machine.update(receiver.ref, { ...object, internal: { kind: 'iterator', iterator: moved } });
    },
  };
}

/** An iterator that has ended once stays so, whatever becomes of what it went over. */
export function endOfIteration(machine: Machine, own: OwnIterator): Value {
  own.advance(null);
  return iteratorResult(machine, undefinedValue, true);
}

export function entryPair(machine: Machine, key: Value, value: Value): Value {
  return newArray(machine, [key, value]);
}
