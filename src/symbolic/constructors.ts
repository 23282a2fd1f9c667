import type { Machine } from './machine';
import type { Ref } from './value';

/** Whether `new` works on an object. */
export function isConstructor(machine: Machine, ref: Ref): boolean {
  const { internal } = machine.object(ref);
  switch (internal.kind) {
    case 'closure': {
      const { fn, construction } = internal.closure;
      return construction !== null || (fn.kind === 'function' && !fn.async && !fn.generator);
    }
    case 'builtin':
      return internal.constructs;
    case 'bound':
      return isConstructor(machine, internal.target);
    default:
      return internal.kind === 'outside' || internal.kind === 'callback';
  }
}
