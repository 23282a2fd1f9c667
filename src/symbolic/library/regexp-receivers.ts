import type { Machine } from '../machine';
import { findProperty } from '../properties';
import { regExpAt, type RegExpObject } from '../regexps';
import { settle } from '../settle';
import type { Ref, Value } from '../value';
import { throwIncompatible } from './receivers';

/** The regular expression that a method of the language was called on, when it behaves as the language made it. */
export function receiverRegExp(machine: Machine, receiver: Value, method: string): RegExpObject {
  const settled = settle(machine, receiver);
  if (settled.kind !== 'object') return throwIncompatible(machine, method, settled);
  const regExp = regExpAt(machine, settled.ref);
  if (regExp === null || !isAsMade(machine, settled.ref)) return machine.unsupported(`${method} on another object`);
  return regExp;
}

/** What methods look up on a regular expression, and find there unless a program put something else in its place. */
const lookedUp: Readonly<Record<string, string>> = {
  exec: 'RegExp.prototype.exec',
  flags: 'get RegExp.prototype.flags',
  global: 'get RegExp.prototype.global',
  unicode: 'get RegExp.prototype.unicode',
};

function isAsMade(machine: Machine, ref: Ref): boolean {
  const { realm } = machine.world;
  return Object.entries(lookedUp).every(([key, name]) => {
    const found = findProperty(machine, ref, key);
    if (found?.kind === 'accessor') return found.get !== null && realm.nameOf(found.get) === name;
    return found?.value.kind === 'object' && realm.nameOf(found.value.ref) === name;
  });
}
