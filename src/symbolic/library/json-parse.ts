import type { Term } from '#smt/term';
import { knownLength, newArray } from '../array-like';
import { concretise } from '../concretise';
import { argument, toText } from '../conversions';
import { throwError } from '../errors';
import type { Machine } from '../machine';
import { enumerableKeys } from '../own-keys';
import { defineData, deleteOwn, getFrom, isCallable } from '../properties';
import { settle } from '../settle';
import { nullValue, objectValue, type ObjectValue, type Value } from '../value';
import { jsonOfOpenText } from './json-of-open-text';
import { readOpenJson } from './json-open-text';
import { concretised, type LibraryPart } from './library-model';

export const jsonParse: LibraryPart = {
  'JSON.parse': concretised((machine, { args }) => {
    const text = toText(machine, argument(args, 0));
    const reviver = settle(machine, argument(args, 1));
    const isRevived = isCallable(machine, reviver);
    const seen = text.kind === 'constant' ? null : readOpenJson(machine, text);
    const isOpen = text.kind !== 'constant' && seen === null && machine.world.opensJson === true;
    if (isOpen && !isRevived) return jsonOfOpenText(machine, text);
    const value = seen ?? readJson(machine, text);
    if (!isRevived) return value;
    const root = plainObject(machine);
    defineData(machine, root.ref, '', value);
    return revived(machine, root, '', reviver);
  }),
};

function readJson(machine: Machine, text: Term): Value {
  const known = String(concretise(machine, text, 'the text of JSON.parse'));
  let read: unknown;
  try {
    read = JSON.parse(known);
  } catch (error) {
    return throwError(machine, 'SyntaxError', (error as Error).message);
  }
  return fromPlainData(machine, read);
}

/** Data of the engine, made of nothing but what JSON has, as data of the program. */
function fromPlainData(machine: Machine, data: unknown): Value {
  if (data === null) return nullValue;
  if (typeof data === 'boolean' || typeof data === 'number' || typeof data === 'string') {
    return machine.terms.constant(data);
  }
  if (Array.isArray(data)) {
    return newArray(
      machine,
      data.map((item) => fromPlainData(machine, item)),
    );
  }
  const made = plainObject(machine);
  for (const [key, value] of Object.entries(data as object)) {
    defineData(machine, made.ref, key, fromPlainData(machine, value));
  }
  return made;
}

function plainObject(machine: Machine): ObjectValue {
  return machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
}

/** InternalizeJSONProperty. */
function revived(machine: Machine, holder: ObjectValue, key: string, reviver: ObjectValue): Value {
  const value = settle(machine, getFrom(machine, holder.ref, key, holder));
  if (value.kind === 'object') {
    const isArray = machine.object(value.ref).internal.kind === 'array';
    const keys = isArray
      ? Array.from({ length: knownLength(machine, value.ref) }, (_, index) => String(index))
      : enumerableKeys(machine, value.ref);
    for (const inner of keys) {
      const made = settle(machine, revived(machine, objectValue(value.ref), inner, reviver));
      if (made.kind === 'undefined') deleteOwn(machine, value.ref, inner);
      else defineData(machine, value.ref, inner, made);
    }
  }
  return machine.call(reviver, holder, [machine.terms.constant(key), value]);
}
