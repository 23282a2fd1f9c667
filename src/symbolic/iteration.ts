import { invariant } from '#core/diagnostics';
import type { IterKind } from '#ir/cfg';
import { asyncFromSync } from './async-from-sync';
import { isNullish, truth } from './conversions';
import { elementsOf } from './elements';
import { throwTypeError } from './errors';
import { throwNotIterated } from './iteration-complaints';
import { enumerableKeys } from './own-keys';
import { noteOrder } from './property-order';
import type { Machine } from './machine';
import type { OpenIterator } from './open-iterator';
import { getFrom, getProperty, isCallable } from './properties';
import { settle } from './settle';
import { throwShown } from './shown';
import { undefinedValue, wellKnownSymbol, type ObjectValue, type Ref, type SettledValue, type Value } from './value';

const iteratorKey = wellKnownSymbol('iterator');

/** Throws what the engine says about a value that is not iterable. */
type Complain = (value: SettledValue, method: Value) => never;

/** All values that a spread takes from a value. */
export function spreadValues(machine: Machine, source: Value, complain: Complain): Value[] {
  const settled = settle(machine, source);
  if (settled.kind === 'object' && isPlainArray(machine, settled.ref)) return elementsOf(machine, settled.ref);
  const open = openIterator(machine, settled, 'values', complain);
  const values: Value[] = [];
  for (;;) {
    const taken = takeNext(machine, open);
    if (taken === null) return values;
    if (values.length > machine.world.limits.spread) machine.cut({ kind: 'loop-bound', at: machine.site });
    values.push(taken.value);
  }
}

/** An array that is iterated as the language does it: nothing in between was replaced. */
function isPlainArray(machine: Machine, ref: Ref): boolean {
  if (machine.object(ref).internal.kind !== 'array') return false;
  const method = getFrom(machine, ref, iteratorKey, { kind: 'object', ref });
  return method.kind === 'object' && machine.world.realm.nameOf(method.ref) === 'Array.prototype.values';
}

export function openIterator(
  machine: Machine,
  source: Value,
  over: IterKind,
  complain: Complain = (value, method) => throwNotIterated(machine, value, method, over),
): OpenIterator {
  if (over === 'keys') return keysIterator(machine, source);
  const settled = settle(machine, source);
  if (over === 'values') return openBy(machine, settled, 'iterator', complain);
  const method = isNullish(machine, settled) ? null : getProperty(machine, settled, wellKnownSymbol('asyncIterator'));
  if (method !== null && !isNullish(machine, method))
    return openBy(machine, settled, 'asyncIterator', complain, method);
  return asyncFromSync(machine, openBy(machine, settled, 'iterator', complain));
}

function openBy(
  machine: Machine,
  source: SettledValue,
  symbol: 'iterator' | 'asyncIterator',
  complain: Complain,
  known?: Value,
): OpenIterator {
  const found = known ?? (isNullish(machine, source) ? undefinedValue : getProperty(machine, source, iteratorKey));
  const method = settle(machine, found);
  if (!isCallable(machine, method)) return complain(source, method);
  const iterator = settle(machine, machine.call(method, source, []));
  if (iterator.kind !== 'object') {
    throwTypeError(machine, `Result of the Symbol.${symbol} method is not an object`);
  }
  const next = getProperty(machine, iterator, 'next');
  const over = symbol === 'iterator' ? 'values' : 'async-values';
  return { kind: 'open-iterator', over, iterator: iterator.ref, next, done: false };
}

/** The engine's complaint about an answer of an iterator. */
export function throwNoResult(machine: Machine, value: SettledValue): never {
  return throwShown(machine, 'TypeError', ['Iterator result ', { of: value }, ' is not an object']);
}

/** What `for (… in …)` visits: names of the object and of its prototypes, each once. */
function keysIterator(machine: Machine, source: Value): OpenIterator {
  const settled = settle(machine, source);
  const names: string[] = [];
  if (settled.kind === 'object') {
    for (let at: Ref | null = settled.ref; at !== null; at = machine.object(at).proto) {
      if (at <= 0) continue;
      const keys = enumerableKeys(machine, at);
      noteOrder(machine, at, keys);
      names.push(...keys.filter((name) => !names.includes(name)));
    }
  } else if (settled.kind === 'constant' && typeof settled.value === 'string') {
    names.push(...Object.keys(settled.value));
  } else if (!isNullish(machine, settled) && settled.kind !== 'constant') {
    machine.unsupported('for-in over an open primitive');
  }
  const items = names.map((name) => machine.terms.constant(name));
  const iterator = { over: 'keys', what: 'keys', source: settled, items, position: 0, done: false } as const;
  const made = machine.create({ kind: 'iterator', iterator }, machine.world.realm.ref('%ArrayIteratorPrototype%'));
  return { kind: 'open-iterator', over: 'keys', iterator: made.ref, next: undefinedValue, done: false };
}

/** The next value; null when there is none. */
export function takeNext(machine: Machine, open: OpenIterator): { readonly value: Value } | null {
  if (open.over === 'keys') return nextKey(machine, open.iterator);
  const receiver: ObjectValue = { kind: 'object', ref: open.iterator };
  return takeResult(machine, machine.call(open.next, receiver, []));
}

/** Takes the answer of `next` apart; null when the iterator has ended. */
export function takeResult(machine: Machine, answer: Value): { readonly value: Value } | null {
  const result = settle(machine, answer);
  if (result.kind !== 'object') return throwNoResult(machine, result);
  if (machine.decide(truth(machine, getProperty(machine, result, 'done')))) return null;
  return { value: getProperty(machine, result, 'value') };
}

/** Keys that were deleted since are left out. */
function nextKey(machine: Machine, ref: Ref): { readonly value: Value } | null {
  const object = machine.object(ref);
  invariant(object.internal.kind === 'iterator', 'for-in goes over a list of keys');
  const { iterator } = object.internal;
  const { source } = iterator;
  for (let position = iterator.position; position < iterator.items.length; position++) {
    const item = iterator.items[position];
    invariant(item?.kind === 'constant', 'a key is a string');
    const key = String(item.value);
    if (source.kind === 'object' && !isStillThere(machine, source.ref, key)) continue;
    const internal = { kind: 'iterator', iterator: { ...iterator, position: position + 1 } } as const;
    machine.update(ref, { ...object, internal });
    return { value: item };
  }
  return null;
}

function isStillThere(machine: Machine, start: Ref, key: string): boolean {
  for (let at: Ref | null = start; at !== null; at = machine.object(at).proto) {
    if (enumerableKeys(machine, at).includes(key)) return true;
  }
  return false;
}

/** Calls `return` of an iterator that is not done, when it has one. */
export function closeIterator(machine: Machine, open: OpenIterator): Value | null {
  const answer = askToClose(machine, open);
  if (answer === null) return null;
  const result = settle(machine, answer);
  return result.kind === 'object' ? result : throwNoResult(machine, result);
}

/** What `return` of an iterator gives; null when it has none. */
export function askToClose(machine: Machine, open: OpenIterator): Value | null {
  if (open.over === 'keys') return null;
  const receiver: ObjectValue = { kind: 'object', ref: open.iterator };
  const close = settle(machine, getProperty(machine, receiver, 'return'));
  return isNullish(machine, close) ? null : machine.call(close, receiver, []);
}
