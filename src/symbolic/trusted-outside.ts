import type { Location } from './location';
import type { Machine } from './machine';
import { moduleFrame } from './module-frame';

/** `express(…)#0`: what a call to the outside gave while modules were loaded, and what it is called. */
const given = /\(…\)#\d/;

/** Whether something is what a call to the outside gave while modules were loaded, or a part of that. */
export function isGivenAtLoad(location: Location): boolean {
  let at = location;
  while (at.parent !== null) at = at.parent;
  return at.step.kind === 'outside-value' && given.test(at.name);
}

export function distrusted(name: string): string {
  return `what ${name} gives, for it was given something that has changed`;
}

/** Of what the outside gave while modules were loaded, where it was given something else than before, or functions that may do something else. */
export function trustOutside(machine: Machine, name: string): void {
  if (machine.world.mayGiveOthers === true && given.test(name) && machine.effect(moduleFrame) === null) {
    machine.unsupported(distrusted(name));
  }
}

export function trustInput(machine: Machine, location: Location): void {
  if (machine.world.mayGiveOthers === true && isGivenAtLoad(location)) trustOutside(machine, location.name);
}
