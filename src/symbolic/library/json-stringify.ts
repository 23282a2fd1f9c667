import { regExpData } from '#smt/regexp-operations';
import type { Term } from '#smt/term';
import { getIndex, knownLength } from '../array-like';
import { concretise } from '../concretise';
import { argument, toInteger, toNumber, toText } from '../conversions';
import { throwTypeError } from '../errors';
import type { InputMember } from '../input-type';
import type { Machine } from '../machine';
import { identityOf } from '../one-object';
import { enumerableKeys } from '../own-keys';
import { noteOrder } from '../property-order';
import { defineData, findProperty, getFrom, getProperty, isCallable, ownProperty } from '../properties';
import { settle } from '../settle';
import {
  isTerm,
  objectValue,
  undefinedValue,
  type ObjectValue,
  type Ref,
  type SettledValue,
  type Value,
} from '../value';
import { concretised, type LibraryPart } from './library-model';
import { isFiniteTerm } from './numbers';
import { unboxed } from './receivers';

export const jsonStringify: LibraryPart = {
  'JSON.stringify': concretised((machine, { args }) => {
    const replacer = settle(machine, argument(args, 1));
    const serialiser = new Serialiser(machine, {
      replace: isCallable(machine, replacer) ? replacer : null,
      only: replacer.kind === 'object' ? propertyList(machine, replacer.ref) : null,
      gap: gapOf(machine, argument(args, 2)),
    });
    const value = argument(args, 0);
    const holder = (): Value => {
      const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
      defineData(machine, made.ref, '', value);
      return made;
    };
    return serialiser.property('', value, holder, '') ?? undefinedValue;
  }),
};

interface Options {
  readonly replace: ObjectValue | null;
  /** The only properties of objects that count. */
  readonly only: readonly string[] | null;
  readonly gap: string;
}

interface Open {
  readonly ref: Ref;
  readonly key: string | number;
}

/** How deep a value that was handed in is followed, and any other. */
const mostNested = { input: 64, other: 1000 };

class Serialiser {
  readonly #machine: Machine;
  readonly #options: Options;
  /** Objects around the one being written. */
  readonly #open: Open[] = [];

  constructor(machine: Machine, options: Options) {
    this.#machine = machine;
    this.#options = options;
  }

  /** SerializeJSONProperty; null where the value leaves no trace. */
  property(key: string | number, given: Value, holder: () => Value, indent: string): Term | null {
    const machine = this.#machine;
    const { terms } = machine;
    const value = settle(machine, this.#replaced(key, given, holder));
    if (isTerm(value)) return scalarText(machine, value);
    if (value.kind === 'null') return terms.constant('null');
    const isFunction: boolean = isCallable(machine, value);
    if (value.kind !== 'object' || isFunction) return null;
    const scalar = unboxedScalar(machine, value.ref);
    if (scalar !== null) return scalarText(machine, scalar);
    this.#enter(value.ref, key);
    const isArray = machine.object(value.ref).internal.kind === 'array';
    const text = isArray ? this.#array(value, indent) : this.#object(value, indent);
    this.#open.pop();
    return text;
  }

  #replaced(key: string | number, given: Value, holder: () => Value): Value {
    const machine = this.#machine;
    const name = machine.terms.constant(String(key));
    let value: Value = settle(machine, given);
    if (value.kind === 'object' ? mayConvert(machine, value.ref) : isTerm(value) && value.sort === 'big') {
      const convert = settle(machine, getProperty(machine, value, 'toJSON'));
      if (isCallable(machine, convert)) value = machine.call(convert, value, [name]);
    }
    const { replace } = this.#options;
    return replace === null ? value : machine.call(replace, holder(), [name, value]);
  }

  #array(array: ObjectValue, indent: string): Term {
    const machine = this.#machine;
    const length = knownLength(machine, array.ref);
    const inner = indent + this.#options.gap;
    const items: Term[][] = [];
    for (let index = 0; index < length; index++) {
      const element = getIndex(machine, array.ref, index);
      const text = this.property(index, element, () => array, inner);
      items.push([text ?? machine.terms.constant('null')]);
    }
    return this.#wrapped('[', items, ']', indent);
  }

  #object(object: ObjectValue, indent: string): Term {
    const machine = this.#machine;
    const { terms } = machine;
    const { only, gap } = this.#options;
    const items: Term[][] = [];
    const keys = only ?? enumerableKeys(machine, object.ref);
    if (only === null) noteOrder(machine, object.ref, keys);
    for (const key of keys) {
      const value = getFrom(machine, object.ref, key, object);
      const text = this.property(key, value, () => object, indent + gap);
      if (text !== null) items.push([terms.constant(`${JSON.stringify(key)}:${gap === '' ? '' : ' '}`), text]);
    }
    return this.#wrapped('{', items, '}', indent);
  }

  #wrapped(start: string, items: readonly (readonly Term[])[], end: string, indent: string): Term {
    const { terms } = this.#machine;
    const { gap } = this.#options;
    if (items.length === 0) return terms.constant(start + end);
    const line = gap === '' ? '' : `\n${indent}${gap}`;
    const between = items.flatMap((item, index) => [terms.constant(index === 0 ? start + line : `,${line}`), ...item]);
    return terms.apply('str.concat', [...between, terms.constant(gap === '' ? end : `\n${indent}${end}`)]);
  }

  /** A cycle of the input that nothing has shown yet has no end: it is left at the bound. */
  #enter(entered: Ref, key: string | number): void {
    const machine = this.#machine;
    const ref = machine.effect((state) => identityOf(state, entered));
    const around = this.#open.findIndex((open) => open.ref === ref);
    if (around >= 0) throwTypeError(machine, circleText(machine, this.#open.slice(around), key));
    this.#open.push({ ref, key });
    if (this.#open.length > mostNested.other) machine.unsupported('JSON of a very deep value');
    const member = machine.object(ref).input?.member;
    if (member === undefined) return;
    const inputs = this.#open.flatMap((open) => machine.object(open.ref).input?.member ?? []);
    const alike = inputs.filter((other) => isSameKind(member, other)).length;
    if (alike > machine.world.limits.elements || inputs.length > mostNested.input) {
      machine.cut({ kind: 'loop-bound', at: machine.site });
    }
  }
}

function isSameKind(member: InputMember, other: InputMember): boolean {
  return member.kind === 'object' && other.kind === 'object' && member.name === other.name;
}

/** Whether it is worth looking for `toJSON`: an object with an index signature has none unless functions are in it. */
function mayConvert(machine: Machine, ref: Ref): boolean {
  const { input, properties } = machine.object(ref);
  if (input?.member.kind !== 'object' || input.member.index === null) return true;
  if (input.member.properties.has('toJSON') || properties.has(machine.world.keys.idOf('toJSON'))) return true;
  return input.member.class !== null || input.member.index().members.some(({ kind }) => kind === 'function');
}

function unboxedScalar(machine: Machine, ref: Ref): Term | null {
  const inside = unboxed(machine, ref);
  if (inside === null || !isTerm(inside)) return null;
  if (inside.sort === 'num') return toNumber(machine, objectValue(ref));
  return inside.sort === 'str' ? toText(machine, objectValue(ref)) : inside;
}

function scalarText(machine: Machine, scalar: Term): Term {
  const { terms } = machine;
  switch (scalar.sort) {
    case 'bool':
      return terms.apply('str.fromBool', [scalar]);
    case 'num': {
      const isFinite = isFiniteTerm(machine, scalar);
      return terms.choice(isFinite, terms.apply('str.fromNum', [scalar]), terms.constant('null'));
    }
    case 'str':
      return terms.apply('str.toJson', [scalar]);
    case 'big':
      return throwTypeError(machine, 'Do not know how to serialize a BigInt');
  }
}

/** Texts that are quoted without escapes. Code units of pairs are left out, for the sake of simple classes. */
const plainText = regExpData({ source: '^[^"\\\\\\u0000-\\u001f\\ud800-\\udfff]*$', flags: '', group: 0 });

/** Whether a text reads in JSON as it is. */
export function isPlainText(machine: Machine, text: Term): Term {
  return machine.terms.apply('regexp.test', [text, machine.terms.constant(0)], plainText);
}

function propertyList(machine: Machine, ref: Ref): readonly string[] | null {
  if (machine.object(ref).internal.kind !== 'array') return null;
  const length = knownLength(machine, ref);
  const names = Array.from({ length }, (_, index) => nameOf(machine, settle(machine, getIndex(machine, ref, index))));
  return [...new Set(names.filter((name) => name !== null))];
}

function nameOf(machine: Machine, item: SettledValue): string | null {
  const scalar = item.kind === 'object' ? unboxed(machine, item.ref) : item;
  if (scalar === null || !isTerm(scalar) || (scalar.sort !== 'num' && scalar.sort !== 'str')) return null;
  return String(concretise(machine, toText(machine, item), 'the name of a property for JSON'));
}

function gapOf(machine: Machine, given: Value): string {
  const space = settle(machine, given);
  const scalar = space.kind === 'object' ? unboxedScalar(machine, space.ref) : space;
  if (scalar === null || !isTerm(scalar)) return '';
  const what = 'the indentation of JSON';
  if (scalar.sort === 'num') {
    const width = Number(concretise(machine, toInteger(machine, scalar), what));
    return ' '.repeat(Math.max(0, Math.min(10, width)));
  }
  return scalar.sort === 'str' ? String(concretise(machine, scalar, what)).slice(0, 10) : '';
}

/** How many objects of a circle the engine shows at its beginning and at its end. */
const [shownFirst, shownLast] = [2, 1];

function circleText(machine: Machine, circle: readonly Open[], closing: string | number): string {
  const [start, ...inner] = circle;
  const lines = inner.map(({ ref, key }) => {
    return `|     ${stepText(key)} -> object with constructor '${constructorName(machine, ref)}'`;
  });
  const skipped = lines.length > shownFirst + shownLast;
  const shown = skipped ? [...lines.slice(0, shownFirst), '|     ...', ...lines.slice(-shownLast)] : lines;
  return [
    'Converting circular structure to JSON',
    `--> starting at object with constructor '${start === undefined ? '' : constructorName(machine, start.ref)}'`,
    ...shown,
    `--- ${stepText(closing)} closes the circle`,
  ].join('\n    ');
}

function stepText(key: string | number): string {
  if (key === '') return '<anonymous>';
  return typeof key === 'number' ? `index ${key}` : `property '${key}'`;
}

/** The nearest constructor that has a name. */
function constructorName(machine: Machine, start: Ref): string {
  for (let ref: Ref | null = start; ref !== null; ref = machine.object(ref).proto) {
    const found = ownProperty(machine, ref, 'constructor');
    if (found?.kind !== 'data' || found.value.kind !== 'object') continue;
    const name = findProperty(machine, found.value.ref, 'name');
    const text = name?.kind === 'data' && name.value.kind === 'constant' ? String(name.value.value) : '';
    if (text !== '') return text;
  }
  return 'Object';
}
