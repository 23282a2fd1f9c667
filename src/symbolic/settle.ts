import { invariant } from '#core/diagnostics';
import { PersistentMap } from '#core/persistent-map';
import type { Term } from '#smt/term';
import { writtenBefore } from './aliasing';
import { givenAs } from './binary-types';
import { asChangedByNow } from './changed-parts';
import type { HeapObject, Internal } from './heap-object';
import { lengthOfInput, scalarOfInput, timeOfInput } from './input-symbols';
import { givesNothing, type InputMember } from './input-type';
import type { Location } from './location';
import { emptyObject } from './empty-object';
import type { Alternative, Machine } from './machine';
import { placeOf } from './one-object';
import { trustInput } from './trusted-outside';
import { freshSymbol, nullValue, objectValue, undefinedValue, type SettledValue, type Value } from './value';

/** The value with nothing left open about its kind: inputs are decided, joined values are told apart. */
export function settle(machine: Machine, value: Value): SettledValue {
  let open = value;
  while (open.kind === 'guarded') open = machine.decide(open.condition) ? open.yes : open.no;
  if (open.kind !== 'input') return open;
  const location = placeNow(machine, open.location);
  const index = classify(machine, location, (_member, position) => position);
  return materialise(machine, location, index);
}

/**
 * Decides only to which class of members an input belongs: `x == null` need not know more. Gives null where
 * the value is no open input: it is settled then.
 */
export function settleBy<Class extends string | number>(
  machine: Machine,
  value: Value,
  classOf: (kind: InputMember['kind']) => Class,
): { readonly class: Class } | { readonly settled: SettledValue } {
  let open = value;
  while (open.kind === 'guarded') open = machine.decide(open.condition) ? open.yes : open.no;
  if (open.kind !== 'input') return { settled: open };
  return {
    class: classify(machine, placeNow(machine, open.location), (member) => classOf(member?.kind ?? 'undefined')),
  };
}

/** Whether an optional place of the input is there at all. */
export function isPresent(machine: Machine, location: Location): boolean {
  if (!location.optional) return true;
  return classify(machine, placeNow(machine, location), (member) => (member === null ? 0 : 1)) === 1;
}

/** The place that stands for one, as known when the node first asked: an attempt made anew goes the same way. */
function placeNow(machine: Machine, location: Location): Location {
  trustInput(machine, location);
  if (location.type === givesNothing) {
    machine.note({ kind: 'stated', what: 'functions handed in whose result is void give nothing' });
  }
  return machine.effect((state) => placeOf(state, location));
}

function classify<Class extends string | number>(
  machine: Machine,
  location: Location,
  classOf: (member: InputMember | null, position: number) => Class,
): Class {
  return machine.choose((): Class | readonly Alternative<Class>[] => {
    const { members } = location.type;
    const count = members.length + (location.optional ? 1 : 0);
    if (count > 30) machine.unsupported(`a type of ${count} members at ${location.name}`);
    const possible = machine.state.members.get(location.id) ?? (1 << count) - 1;
    const groups = new Map<Class, number>();
    for (let position = 0; position < count; position++) {
      if ((possible & (1 << position)) === 0) continue;
      const key = classOf(members[position] ?? null, position);
      groups.set(key, (groups.get(key) ?? 0) | (1 << position));
    }
    const classes = [...groups];
    const [only] = classes;
    if (only === undefined) machine.unsupported(`an input of type never at ${location.name}`);
    if (classes.length === 1) return only[0];
    return classes.map(([result, mask]) => ({
      condition: { kind: 'shape', location, members: mask, site: machine.site },
      result,
    }));
  });
}

function materialise(machine: Machine, location: Location, position: number): SettledValue {
  const { terms } = machine;
  const member = location.type.members[position] ?? null;
  if (member === null) return undefinedValue;
  switch (member.kind) {
    case 'undefined':
      return undefinedValue;
    case 'null':
      return nullValue;
    case 'boolean':
    case 'number':
    case 'string':
    case 'bigint': {
      const symbol = scalarOfInput(terms, location, member);
      invariant(symbol !== null, 'a scalar of the input is a symbol');
      return symbol;
    }
    case 'symbol':
      return { kind: 'unique', key: freshSymbol(-1 - location.id), description: location.name };
    case 'literals': {
      const { sort, values } = member;
      const [only] = values;
      invariant(only !== undefined, 'a literal type has a value');
      if (values.length === 1) return terms.constant(only);
      const symbol = terms.symbol(location.name, sort);
      const equals = sort === 'num' ? 'num.same' : (`${sort}.eq` as const);
      machine.world.branching.require(
        machine.state,
        terms.or(values.map((value) => terms.apply(equals, [symbol, terms.constant(value)]))),
      );
      return symbol;
    }
    default:
      return inputObject(machine, location, member);
  }
}

function inputObject(machine: Machine, location: Location, member: InputMember): SettledValue {
  const known = machine.effect((state) => state.inputObjects.get(location.id));
  if (known !== undefined) return objectValue(known);
  const alias = writtenBefore(machine, location);
  if (alias !== null) return objectValue(alias);
  const isConstructed = member.kind === 'object' && member.construction !== undefined;
  const ref = isConstructed
    ? machine.world.language.constructInput(machine, location, member, member.construction)
    : machine.allocate(asItCame(machine, location, member));
  machine.effect((state) => {
    state.inputObjects = state.inputObjects.set(location.id, ref);
  });
  asChangedByNow(machine, ref, location);
  return objectValue(ref);
}

function asItCame(machine: Machine, location: Location, member: InputMember): HeapObject {
  const { realm, language } = machine.world;
  const { internal, proto } = representation(machine, location, member);
  const isInstance = member.kind === 'object' && member.class !== null;
  const prototype = isInstance ? language.classPrototype(machine, member.class) : realm.ref(proto);
  return { ...emptyObject(internal, prototype), input: { location, member } };
}

function binaryInput(machine: Machine, location: Location, member: Extract<InputMember, { kind: 'binary' }>): Internal {
  const { type } = member;
  const length = lengthOfInput(machine.terms, location, member);
  const bytes = { kind: 'buffer', elements: PersistentMap.empty<Term>(), length, given: location } as const;
  const internal = { ...bytes, type: givenAs(type) };
  if (type === 'ArrayBuffer') return internal;
  const buffer = machine.allocate(emptyObject(internal, machine.world.realm.ref('ArrayBuffer.prototype')));
  return { kind: 'view', type, buffer, offset: 0, length };
}

function representation(
  machine: Machine,
  location: Location,
  member: InputMember,
): { readonly internal: Internal; readonly proto: string } {
  const { terms } = machine;
  switch (member.kind) {
    case 'array':
    case 'tuple': {
      const internal = {
        kind: 'array',
        elements: PersistentMap.empty<Value>(),
        length: lengthOfInput(terms, location, member),
        frozen: false,
      } as const;
      return { internal, proto: 'Array.prototype' };
    }
    case 'function':
      return { internal: { kind: 'callback', calls: [] }, proto: 'Function.prototype' };
    case 'date':
      return { internal: { kind: 'date', time: timeOfInput(terms, location) }, proto: 'Date.prototype' };
    case 'error':
      return { internal: { kind: 'error' }, proto: `${member.constructorName}.prototype` };
    case 'map':
      return { internal: { kind: 'map', entries: [] }, proto: 'Map.prototype' };
    case 'set':
      return { internal: { kind: 'set', entries: [] }, proto: 'Set.prototype' };
    case 'promise':
      return { internal: { kind: 'promise', promise: { kind: 'pending', reactions: [] } }, proto: 'Promise.prototype' };
    case 'binary':
      return { internal: binaryInput(machine, location, member), proto: `${member.type}.prototype` };
    case 'regexp':
      return machine.unsupported(`a regular expression as input at ${location.name}`);
    default:
      return { internal: { kind: 'plain' }, proto: 'Object.prototype' };
  }
}
