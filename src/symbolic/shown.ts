import type { Term } from '#smt/term';
import { typedArrayAt } from './binary-data';
import { toText } from './conversions';
import { makeError, type ErrorName } from './errors';
import type { Complaint, Machine } from './machine';
import { findProperty, isCallable, keyText } from './properties';
import { settle } from './settle';
import { isTerm, objectValue, wellKnownSymbol, type ObjectValue, type Ref, type Value } from './value';

/** How messages of the engine show a value: without running anything of the program. */
export function shown(machine: Machine, value: Value): Term {
  const settled = settle(machine, value);
  if (isTerm(settled)) return toText(machine, settled);
  const { terms } = machine;
  switch (settled.kind) {
    case 'unique':
      return terms.constant(
        settled.key.startsWith('\u0000@@') ? keyText(settled.key) : `Symbol(${settled.description ?? ''})`,
      );
    case 'object':
      return shownObject(machine, settled);
    case 'undefined':
    case 'null':
      return terms.constant(settled.kind);
  }
}

/** Throws an error whose message is made of text and shown values. */
export function throwShown(machine: Machine, name: ErrorName, parts: Complaint): never {
  const { terms } = machine;
  const texts = parts.map((part) => (typeof part === 'string' ? terms.constant(part) : shown(machine, part.of)));
  return machine.throwValue(makeError(machine, name, terms.apply('str.concat', texts)));
}

export function complain(machine: Machine, parts: Complaint): never {
  return throwShown(machine, 'TypeError', parts);
}

/** How messages of the engine show a key that is no property key yet; null where they leave it out. */
export function shownKey(machine: Machine, key: Value): Term | null {
  const settled = settle(machine, key);
  if (settled.kind !== 'object') return shown(machine, settled);
  const { ref } = settled;
  const isShown =
    machine.object(ref).internal.kind === 'error' || hasDefaultText(machine, ref) || isCallable(machine, settled);
  return isShown ? shownObject(machine, objectValue(ref)) : null;
}

function shownObject(machine: Machine, value: ObjectValue): Term {
  const { terms } = machine;
  const { ref } = value;
  if (isCallable(machine, value)) return shownFunction(machine, ref);
  if (machine.object(ref).internal.kind === 'error') return shownError(machine, ref);
  if (hasDefaultText(machine, ref)) {
    const name = constructorName(machine, ref);
    if (name !== '') return terms.constant(`#<${name}>`);
  }
  return terms.constant(`[object ${tagOf(machine, ref)}]`);
}

function hasDefaultText(machine: Machine, ref: Ref): boolean {
  const toString = dataOf(machine, ref, 'toString');
  return toString?.kind === 'object' && machine.world.realm.nameOf(toString.ref) === 'Object.prototype.toString';
}

function shownFunction(machine: Machine, ref: Ref): Term {
  const name = machine.object(ref).internal.kind === 'builtin' ? dataOf(machine, ref, 'name') : null;
  if (name?.kind !== 'constant') return machine.unsupported('the text of a function in the message of an error');
  return machine.terms.constant(`function ${String(name.value)}() { [native code] }`);
}

function shownError(machine: Machine, ref: Ref): Term {
  const { terms } = machine;
  const name = textOf(machine, ref, 'name') ?? terms.constant('Error');
  const message = textOf(machine, ref, 'message') ?? terms.constant('');
  if (message.kind === 'constant' && message.value === '') return name;
  return terms.apply('str.concat', [name, terms.constant(': '), message]);
}

function textOf(machine: Machine, ref: Ref, key: string): Term | null {
  const value = dataOf(machine, ref, key);
  if (value === null) return null;
  const settled = settle(machine, value);
  return isTerm(settled) ? toText(machine, settled) : null;
}

function dataOf(machine: Machine, ref: Ref, key: string): Value | null {
  const found = findProperty(machine, ref, key);
  return found?.kind === 'data' ? found.value : null;
}

function constructorName(machine: Machine, ref: Ref): string {
  const constructor = dataOf(machine, ref, 'constructor');
  if (constructor?.kind !== 'object') return 'Object';
  const name = dataOf(machine, constructor.ref, 'name');
  return name?.kind === 'constant' ? String(name.value) : '';
}

/** What `Object.prototype.toString` says when no tag is set. */
export function builtinTag(machine: Machine, ref: Ref): string {
  const { internal } = machine.object(ref);
  switch (internal.kind) {
    case 'array':
      return 'Array';
    case 'arguments':
      return 'Arguments';
    case 'error':
      return 'Error';
    case 'date':
      return 'Date';
    case 'regexp':
      return 'RegExp';
    case 'boxed':
      return isTerm(internal.value)
        ? { bool: 'Boolean', num: 'Number', str: 'String', big: 'Object' }[internal.value.sort]
        : 'Object';
    default:
      return isCallable(machine, { kind: 'object', ref }) ? 'Function' : 'Object';
  }
}

function tagOf(machine: Machine, ref: Ref): string {
  // Typed arrays compute theirs.
  const view = typedArrayAt(machine, ref);
  if (view !== null) return view.type;
  const tag = dataOf(machine, ref, wellKnownSymbol('toStringTag'));
  return tag?.kind === 'constant' && tag.sort === 'str' ? String(tag.value) : builtinTag(machine, ref);
}
