import { toText } from '../conversions';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { settle } from '../settle';
import { undefinedValue, type Value } from '../value';
import { exact, type LibraryCall, type LibraryPart } from './library-model';
import { receiverText, throwIncompatible } from './receivers';

/** Strings give their code points, one after the other. */
export const stringIteration: LibraryPart = {
  'String.prototype[Symbol.iterator]': exact((machine, call) => {
    const source = receiverText(machine, call);
    const iterator = { over: 'string', what: 'values', source, items: [], position: 0, done: false } as const;
    return machine.create({ kind: 'iterator', iterator }, machine.world.realm.ref('%StringIteratorPrototype%'));
  }),
  '%StringIteratorPrototype%.next': exact((machine, call) => nextCodePoint(machine, call)),
};

function nextCodePoint(machine: Machine, call: LibraryCall): Value {
  const receiver = settle(machine, call.receiver);
  const object = receiver.kind === 'object' ? machine.object(receiver.ref) : null;
  if (
    receiver.kind !== 'object' ||
    object?.internal.kind !== 'iterator' ||
    object.internal.iterator.over !== 'string'
  ) {
    return throwIncompatible(machine, 'String Iterator.prototype.next', receiver);
  }
  const { iterator } = object.internal;
  if (iterator.done) return iteratorResult(machine, undefinedValue, true);
  const { terms } = machine;
  const text = toText(machine, iterator.source);
  const start = terms.constant(iterator.position);
  const isOver = terms.not(terms.apply('num.lt', [start, terms.apply('str.length', [text])]));
  if (machine.decide(isOver)) {
    machine.update(receiver.ref, { ...object, internal: { kind: 'iterator', iterator: { ...iterator, done: true } } });
    return iteratorResult(machine, undefinedValue, true);
  }
  const codePoint = terms.apply('str.codePointAt', [text, start]);
  const isPair = machine.decide(terms.apply('num.lt', [terms.constant(0xffff), codePoint]));
  const position = iterator.position + (isPair ? 2 : 1);
  machine.update(receiver.ref, { ...object, internal: { kind: 'iterator', iterator: { ...iterator, position } } });
  return iteratorResult(machine, terms.apply('str.slice', [text, start, terms.constant(position)]), false);
}
