import { identityOf } from '../one-object';
import { lengthTerm } from '../array-like';
import { sameValue } from '../equality';
import type { Machine } from '../machine';
import { enumerableKeys, ownKeys } from '../own-keys';
import { getFrom } from '../properties';
import { settle } from '../settle';
import { isSymbolKey, isTerm, objectValue, type Ref, type Value } from '../value';

/** Values that are nested deeper are not compared. */
const mostDepth = 30;

/** As `assert.deepStrictEqual` compares: arrays and plain objects by what is in them, with `Object.is` at the ends. */
export function deepStrictlyEqual(machine: Machine, left: Value, right: Value, depth = 0): boolean {
  const [a, b] = [settle(machine, left), settle(machine, right)];
  if (a.kind !== 'object' || b.kind !== 'object') return machine.decide(sameValue(machine, a, b));
  if (machine.decide(sameValue(machine, a, b))) return true;
  if (depth > mostDepth) return machine.unsupported('values that are nested deeply, compared by what is in them');
  const [kind, other] = [kindOf(machine, a.ref), kindOf(machine, b.ref)];
  if (kind === null || other === null)
    return machine.unsupported('objects other than plain ones, compared by what is in them');
  if (kind !== other) return false;
  if (kind === 'array' && !machine.decide(sameValue(machine, lengthTerm(machine, a.ref), lengthTerm(machine, b.ref)))) {
    return false;
  }
  const keys = keysOf(machine, a.ref);
  const others = new Set(keysOf(machine, b.ref));
  return (
    keys.length === others.size &&
    keys.every((key) => others.has(key)) &&
    keys.every((key) =>
      deepStrictlyEqual(machine, getFrom(machine, a.ref, key, a), getFrom(machine, b.ref, key, b), depth + 1),
    )
  );
}

/** Arrays, and objects as literals make them; null for everything else. */
function kindOf(machine: Machine, ref: Ref): 'array' | 'plain' | null {
  const { internal, proto } = machine.object(ref);
  const { realm } = machine.world;
  if (internal.kind === 'array') return proto === realm.ref('Array.prototype') ? 'array' : null;
  return internal.kind === 'plain' && proto === realm.ref('Object.prototype') ? 'plain' : null;
}

function keysOf(machine: Machine, ref: Ref): string[] {
  if (ownKeys(machine, ref).some(isSymbolKey)) machine.unsupported('keys that are symbols, compared by what they hold');
  return enumerableKeys(machine, ref);
}

/** The value itself, where it is data of which everything is known; null where it is not. */
export function plainData(machine: Machine, value: Value): { readonly data: unknown } | null {
  return dataOf(machine, value, []);
}

function dataOf(machine: Machine, value: Value, around: readonly Ref[]): { readonly data: unknown } | null {
  if (isTerm(value)) return value.kind === 'constant' ? { data: value.value } : null;
  if (value.kind === 'undefined') return { data: undefined };
  if (value.kind === 'null') return { data: null };
  if (value.kind !== 'object') return null;
  const ref = identityOf(machine.state, value.ref);
  const kind = kindOf(machine, ref);
  if (kind === null || machine.object(ref).input !== null || around.includes(ref)) return null;
  const made: object = kind === 'array' ? [] : {};
  for (const key of keysOf(machine, ref)) {
    const held = dataOf(machine, getFrom(machine, ref, key, objectValue(ref)), [...around, ref]);
    if (held === null) return null;
    Object.defineProperty(made, key, { value: held.data, writable: true, enumerable: true, configurable: true });
  }
  return { data: made };
}
