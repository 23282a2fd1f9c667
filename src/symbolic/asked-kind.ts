import type { InputObject } from './heap-object';
import type { Machine } from './machine';
import { settle } from './settle';
import { askSubclasses } from './untried-classes';
import type { Ref, Value } from './value';

/**
 * The program asks what kind of object something is. Where a type names no class, only plain objects are tried: instances of
 * classes, maps, dates and the like can be given as well, and the answer would be another.
 */
export function noteKindAsked(machine: Machine, ref: Ref): void {
  const { input } = machine.object(ref);
  if (input !== null) noteKindOf(machine, input);
}

export function noteKindOfValue(machine: Machine, value: Value): void {
  const settled = settle(machine, value);
  if (settled.kind === 'object') noteKindAsked(machine, settled.ref);
}

export function noteKindOf(machine: Machine, input: InputObject): void {
  const { member, location } = input;
  askSubclasses(machine, input, () => true);
  if (member.kind === 'object' && member.class === null) {
    machine.note({ kind: 'assumed', what: `that ${location.name} is a plain object` });
  } else if (member.kind === 'error') {
    machine.note({ kind: 'assumed', what: `that ${location.name} is of no class below ${member.constructorName}` });
  }
}
