import type { Machine } from './machine';
import { nativeFunction } from './native-function';
import type { OpenIterator } from './open-iterator';
import { defineData } from './properties';
import { objectValue } from './value';

/** Names of the models of its methods, which remember the iterator and its `next`. */
export const fromSyncNames = {
  next: '%AsyncFromSyncIterator%.next',
  return: '%AsyncFromSyncIterator%.return',
  throw: '%AsyncFromSyncIterator%.throw',
} as const;

/** An iterator as an async one: its values are waited for. The program never sees the object. */
export function asyncFromSync(machine: Machine, inner: OpenIterator): OpenIterator {
  const made = machine.create({ kind: 'plain' }, null);
  const remembered = [objectValue(inner.iterator), inner.next];
  for (const [key, name] of Object.entries(fromSyncNames)) {
    defineData(machine, made.ref, key, nativeFunction(machine, name, remembered, 1));
  }
  const next = nativeFunction(machine, fromSyncNames.next, remembered, 1);
  return { kind: 'open-iterator', over: 'async-values', iterator: made.ref, next, done: false };
}
