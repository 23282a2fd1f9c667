import type { Machine } from './machine';
import { defineData } from './properties';
import type { Value } from './value';

/** A regular expression object. */
export function regExp(machine: Machine, source: string, flags: string): Value {
  checkPattern(machine, source, flags);
  const made = machine.create({ kind: 'regexp', source, flags }, machine.world.realm.ref('RegExp.prototype'));
  const attributes = { enumerable: false, configurable: false };
  defineData(machine, made.ref, 'lastIndex', machine.terms.constant(0), attributes);
  return made;
}

/** Syntax may be newer than the engine, and the parser lets some errors pass. */
export function checkPattern(machine: Machine, source: string, flags: string): void {
  if (!isKnown(source, flags)) machine.unsupported('a regular expression that the engine here does not know');
}

function isKnown(source: string, flags: string): boolean {
  try {
    void new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
