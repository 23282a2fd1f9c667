import { declaredKeys } from '#symbolic/input-type';
import type { Machine } from '#symbolic/machine';
import { noteListing } from '#symbolic/own-keys';
import { isPrivateCode } from '#symbolic/private-members';
import type { Ref } from '#symbolic/value';
import { isFunction } from './compare-functions';

/** Keys under which an object may have something; its own code, and names and numbers of parameters of functions do not count. */
export function keysOf(machine: Machine, ref: Ref): string[] {
  const object = machine.object(ref);
  const { properties, input } = object;
  noteListing(machine, ref);
  const stored = [...properties.entries()].flatMap(([id, property]) => {
    const key = machine.world.keys.textOf(id);
    return isPrivateCode(key, property) ? [] : [key];
  });
  const keys = [...new Set([...stored, ...declaredKeys(input?.member)])];
  return isFunction(object) ? keys.filter((key) => key !== 'name' && key !== 'length') : keys;
}
