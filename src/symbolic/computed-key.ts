import type { Term } from '#smt/term';
import { typedArrayAt } from './binary-data';
import { concretise } from './concretise';
import type { Machine } from './machine';
import { mentionedKeys, ownKeys } from './own-keys';
import { arrayIndexOf, isSymbolKey, isTerm, type PropertyKeyText, type Ref, type UniqueValue } from './value';

/** A key that no object has: what an open key is when it equals none of an object's. */
const noKey: PropertyKeyText = '\u0000none';

/**
 * Which property an open key means on an object: one path for each own property, one for those that are
 * inherited from the language, one for all others.
 */
export function decideKey(machine: Machine, ref: Ref, key: UniqueValue | Term): PropertyKeyText {
  if (key.kind === 'unique') return key.key;
  if (key.kind === 'constant') return String(key.value);
  const { terms } = machine;
  const equals = (text: PropertyKeyText): Term => terms.apply('str.eq', [key, terms.constant(text)]);
  const inherited: PropertyKeyText[] = [];
  for (let at: Ref | null = ref; at !== null; at = machine.object(at).proto) {
    if (at < 0) inherited.push(...ownKeys(machine, at).filter((name) => !isSymbolKey(name)));
    else {
      const names = [...(indexKeys(machine, at) ?? []), ...mentionedKeys(machine, at)];
      for (const name of names) if (machine.decide(equals(name))) return name;
    }
  }
  if (hasOpenKeys(machine, ref)) return String(concretise(machine, key, 'an open property key'));
  if (machine.decide(terms.or(inherited.map(equals)))) {
    return String(concretise(machine, key, 'an open property key that names something inherited'));
  }
  return noKey;
}

/** Whether an array may have a property, be it inherited, whose name is that of a number and no index: `-1`, `0.5` or `NaN`. */
export function isNamedByNumbers(machine: Machine, array: Ref): boolean {
  for (let at: Ref | null = array; at !== null; at = machine.object(at).proto) {
    const { internal, input } = machine.object(at);
    const isOpen = input?.member.kind === 'object' && input.member.index !== null;
    if (isOpen || internal.kind === 'outside') return true;
    const names = at < 0 ? ownKeys(machine, at) : mentionedKeys(machine, at);
    if (names.some((name) => !isSymbolKey(name) && arrayIndexOf(name) < 0 && String(Number(name)) === name))
      return true;
  }
  return false;
}

/** Where a property with an open key is written, the key must be one. */
export function decideKeyToWrite(machine: Machine, ref: Ref, key: UniqueValue | Term): PropertyKeyText {
  const found = decideKey(machine, ref, key);
  if (found !== noKey || key.kind === 'unique') return found;
  return String(concretise(machine, key, 'an open property key that is written'));
}

function hasOpenKeys(machine: Machine, ref: Ref): boolean {
  for (let at: Ref | null = ref; at !== null; at = machine.object(at).proto) {
    const { input, internal } = machine.object(at);
    if (input?.member.kind === 'object' && input.member.index !== null) return true;
    if (internal.kind === 'outside' || indexKeys(machine, at) === null) return true;
  }
  return false;
}

/** Most elements that an open key is compared with one by one. */
const mostIndices = 64;

/** Keys of the elements of an array or the units of a string, and `length` where it is their own; null where they are open or too many. */
function indexKeys(machine: Machine, ref: Ref): readonly PropertyKeyText[] | null {
  const { internal } = machine.object(ref);
  const text = internal.kind === 'boxed' && isTerm(internal.value) && internal.value.sort === 'str';
  const view = typedArrayAt(machine, ref);
  if (internal.kind !== 'array' && !text && view === null) return [];
  const list = internal.kind === 'array' ? internal : view;
  const length = list?.length ?? machine.terms.apply('str.length', [(internal as { readonly value: Term }).value]);
  if (length.kind !== 'constant' || Number(length.value) > mostIndices) return null;
  const indices = Array.from({ length: Number(length.value) }, (_, index) => String(index));
  return view === null ? [...indices, 'length'] : indices;
}
