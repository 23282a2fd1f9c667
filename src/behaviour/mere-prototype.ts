import type { Machine } from '#symbolic/machine';
import type { Ref } from '#symbolic/value';

/**
 * Whether a function has a prototype, if any, only because each `function` has one: it does not make use of `this`, and the
 * prototype is as it came. Whether `new` may be put before it is then no part of what it does.
 */
export function isNoConstructor(machine: Machine, ref: Ref): boolean {
  const { internal, properties } = machine.object(ref);
  if (internal.kind !== 'closure' || internal.closure.construction !== null) return false;
  const { fn, module } = internal.closure;
  const property = properties.get(machine.world.keys.idOf('prototype'));
  if (property === undefined) return true;
  if (fn.generator || /\b(?:this|super|new\.target|eval)\b/.test(module.text.slice(fn.start, fn.end))) return false;
  if (property.kind !== 'data' || property.value.kind !== 'object') return false;
  const held = [...machine.object(property.value.ref).properties.entries()];
  return held.every(([key]) => machine.world.keys.textOf(key) === 'constructor');
}

export function hasPrototype(machine: Machine, ref: Ref): boolean {
  return machine.object(ref).properties.get(machine.world.keys.idOf('prototype')) !== undefined;
}
