import type { Machine } from '../machine';
import { getFrom } from '../properties';
import { settle } from '../settle';
import type { Ref } from '../value';
import type { LibraryCall } from './library-model';

/** The prototype of what a constructor of the language makes: that of the class which `new` asked for. */
export function instancePrototype(machine: Machine, call: LibraryCall, otherwise: string): Ref {
  const target = call.newTarget === null ? null : settle(machine, call.newTarget);
  if (target?.kind === 'object') {
    const prototype = settle(machine, getFrom(machine, target.ref, 'prototype', target));
    if (prototype.kind === 'object') return prototype.ref;
  }
  return machine.world.realm.ref(otherwise);
}
