import { PersistentMap } from '#core/persistent-map';
import type { Model } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import { anyDouble, type Domain, type Term, type Unknown } from '#smt/term';
import { elementInput, lengthOfInput, sizeOfInput } from '#symbolic/input-symbols';
import type { InputMember } from '#symbolic/input-type';
import type { Location } from '#symbolic/location';
import type { World } from '#symbolic/machine';

/** Given values as the engine would have to find them: a model, and the member of its type that each place is. */
export interface BoundInput {
  readonly model: Model;
  readonly members: PersistentMap<number>;
}

/** Binds places of the input, and all places inside, to given values. */
export function bindInput(world: World, given: readonly (readonly [Location, unknown])[]): BoundInput {
  const binder = new Binder(world);
  for (const [location, value] of given) binder.bind(location, value, value !== undefined || !location.optional);
  return { model: binder.model, members: binder.members };
}

class Binder {
  readonly model = new Map<Unknown, Scalar>();
  members = PersistentMap.empty<number>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  bind(location: Location, value: unknown, present: boolean): void {
    const { members } = location.type;
    const position = present ? members.findIndex((member) => matches(member, value)) : members.length;
    if (position < 0) throw new Error(`the type of ${location.name} has no member for ${String(value)}`);
    this.members = this.members.set(location.id, 1 << position);
    const member = members[position];
    if (member !== undefined) this.#bindMember(location, member, value);
  }

  #bindMember(location: Location, member: InputMember, value: unknown): void {
    const { name } = location;
    switch (member.kind) {
      case 'boolean':
      case 'string':
      case 'bigint':
        return this.#set(name, value as Scalar);
      case 'number':
        return this.#set(name, value as Scalar, member.domain);
      case 'literals':
        return this.#set(name, value as Scalar);
      case 'array':
      case 'tuple': {
        const elements = value as readonly unknown[];
        this.#setTerm(lengthOfInput(this.#world.terms, location, member), elements.length);
        elements.forEach((element, index) => {
          const type = member.kind === 'array' ? member.element() : (member.elements[index]?.type() ?? member.rest?.());
          if (type === undefined) throw new Error(`no element ${index} at ${name}`);
          this.bind(this.#world.locations.child(location, { kind: 'element', index }, type), element, true);
        });
        return;
      }
      case 'binary': {
        const elements = elementsOf(value);
        this.#setTerm(lengthOfInput(this.#world.terms, location, member), elements.length);
        elements.forEach((element, index) => {
          const type = elementInput(member.type);
          this.bind(this.#world.locations.child(location, { kind: 'element', index }, type), element, true);
        });
        return;
      }
      case 'object':
        return this.#bindProperties(location, member, value as Record<string, unknown>);
      case 'map':
      case 'set':
        return this.#bindEntries(location, member, value as Map<unknown, unknown> | Set<unknown>);
      default:
    }
  }

  #bindProperties(
    location: Location,
    member: Extract<InputMember, { kind: 'object' }>,
    value: Readonly<Record<string, unknown>>,
  ): void {
    const { locations } = this.#world;
    const seen = locations.childrenOf(location).flatMap(({ step }) => (step.kind === 'property' ? [step.key] : []));
    for (const key of new Set([...member.properties.keys(), ...seen, ...Object.keys(value)])) {
      const named = member.properties.get(key);
      const type = named?.type() ?? member.index?.();
      if (type === undefined) throw new Error(`no property ${key} at ${location.name}`);
      const place = locations.child(location, { kind: 'property', key }, type, named?.optional ?? true);
      this.bind(place, value[key], Object.hasOwn(value, key));
    }
  }

  #bindEntries(
    location: Location,
    member: Extract<InputMember, { kind: 'map' | 'set' }>,
    value: ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>,
  ): void {
    const { locations } = this.#world;
    this.#setTerm(sizeOfInput(this.#world.terms, location), value.size);
    [...value.entries()].forEach(([key, item], index) => {
      this.bind(locations.child(location, { kind: 'entry', index, part: 'value' }, member.value()), item, true);
      if (member.kind !== 'map') return;
      this.bind(locations.child(location, { kind: 'entry', index, part: 'key' }, member.key()), key, true);
    });
  }

  /** A symbol is known by name, sort and domain. */
  #set(name: string, value: Scalar, domain: Domain = anyDouble): void {
    const sort = ({ boolean: 'bool', number: 'num', string: 'str', bigint: 'big' } as const)[typeof value as 'boolean'];
    this.#setTerm(this.#world.terms.symbol(name, sort, domain), value);
  }

  #setTerm(symbol: Term, value: Scalar): void {
    if (symbol.kind === 'symbol') this.model.set(symbol, value);
  }
}

function elementsOf(value: unknown): readonly (number | bigint)[] {
  if (value instanceof ArrayBuffer) return [...new Uint8Array(value)];
  if (value instanceof DataView) return [...new Uint8Array(value.buffer)];
  return [...(value as Uint8Array)];
}

function matches(member: InputMember, value: unknown): boolean {
  switch (member.kind) {
    case 'undefined':
      return value === undefined;
    case 'null':
      return value === null;
    case 'boolean':
    case 'string':
    case 'bigint':
    case 'symbol':
    case 'function':
    case 'number':
      return typeof value === member.kind;
    case 'literals':
      return member.values.some((known) => Object.is(known, value));
    case 'array':
    case 'tuple':
      return Array.isArray(value);
    case 'map':
      return value instanceof Map;
    case 'set':
      return value instanceof Set;
    case 'date':
      return value instanceof Date;
    case 'binary':
      return Object.prototype.toString.call(value) === `[object ${member.type}]`;
    case 'regexp':
      return value instanceof RegExp;
    case 'promise':
      return value instanceof Promise;
    case 'error':
      return value instanceof Error;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
