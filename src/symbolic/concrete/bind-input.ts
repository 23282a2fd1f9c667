import { PersistentMap } from '#core/persistent-map';
import type { Observed, ObservedObject } from '#replay/observed';
import { Evaluation, type Model } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import type { Term, Unknown } from '#smt/term';
import { isUnknown } from '#smt/terms';
import { unknownsOf } from '#smt/unknowns';
import { inputValues } from '../begin';
import type { Condition } from '../condition';
import { ofErrors, type FunctionInputs, type InputMember } from '../input-type';
import { classIn } from '../input-classes';
import { elementInput, invalidityOfInput, lengthOfInput, sizeOfInput, validTimeOfInput } from '../input-symbols';
import type { Location } from '../location';
import type { World } from '../machine';
import { fulfilment, openness } from '../promises';
import { MemberFinder } from './bind-members';
import { textOfArray } from './text-of-array';

/** What a function is called with: values that were looked at together, so that shared objects show. */
export interface GivenCall {
  /** Null where `this` is not an input. */
  readonly receiver: Observed | null;
  readonly args: readonly Observed[];
}

/** A place where the value is not of the declared type, or has properties that the type does not name. */
export type Misfit =
  | { readonly kind: 'type'; readonly location: Location }
  | { readonly kind: 'excess'; readonly location: Location; readonly keys: readonly string[] };

/**
 * One concrete input, laid over the places that paths speak of. A place is given its value when it comes into being, in
 * whatever exploration of the same world that happens.
 */
export class GivenInput {
  /** Values of the unknowns that stand for parts of the input. Grows with the places. */
  readonly model: Model;
  readonly misfits: Misfit[] = [];
  readonly #world: World;
  readonly #finder: MemberFinder;
  readonly #values = new Map<Location, Observed | null>();
  readonly #positions = new Map<Location, number>();
  readonly #bound = new Map<Unknown, Scalar>();
  #seen = 0;

  constructor(world: World, inputs: FunctionInputs, call: GivenCall) {
    this.#world = world;
    const rest = inputs.params.findIndex((param) => param.rest);
    const values = rest < 0 ? call.args : [...call.args.slice(0, rest), restArray(call.args.slice(rest))];
    this.#finder = new MemberFinder([...(call.receiver === null ? [] : [call.receiver]), ...values], (reference) => {
      const { source } = world;
      const found = source.classAt === undefined ? classIn(source, reference) : source.classAt(reference);
      return found?.klass.name ?? null;
    });
    const { receiver, args } = inputValues(world, inputs);
    if (receiver.kind === 'input') this.#values.set(receiver.location, call.receiver);
    args.forEach((arg, index) => {
      if (arg.kind === 'input') this.#values.set(arg.location, values[index] ?? null);
    });
    const bound = this.#bound;
    const catchUp = (): void => this.#catchUp();
    this.model = new (class extends Map<Unknown, Scalar> {
      override get(unknown: Unknown): Scalar | undefined {
        if (!bound.has(unknown)) catchUp();
        return bound.get(unknown);
      }
    })();
  }

  /** Binds everything that there is to see of the input, so that it can be written again from its places. */
  bindAll(): void {
    const roots = [...this.#values.keys()].filter(({ parent }) => parent === null);
    const waiting = roots.map((location): Nested => ({ location, inside: [] }));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { location, inside } = next;
      this.#catchUp();
      const value = this.#values.get(location) ?? null;
      const object = value === null ? null : this.#finder.objectOf(value);
      const member = location.type.members[this.#positions.get(location) ?? -1];
      if (object === null || member === undefined || inside.includes(object.id) || inside.length > deepest) continue;
      for (const part of this.#partsOf(location, member, object)) {
        waiting.push({ location: part, inside: [...inside, object.id] });
      }
    }
    this.#catchUp();
  }

  /** The member that each place is, as states have it. */
  get members(): PersistentMap<number> {
    this.#catchUp();
    let members = PersistentMap.empty<number>();
    for (const [{ id }, position] of this.#positions) members = members.set(id, 1 << position);
    return members;
  }

  /** The values of all unknowns as they are known by now. */
  get values(): ReadonlyMap<Unknown, Scalar> {
    this.#catchUp();
    return this.#bound;
  }

  /** Null when the input does not say: it is about what a function handed in returns, or the world outside. */
  holds(condition: Condition): boolean | null {
    this.#catchUp();
    switch (condition.kind) {
      case 'term':
        return this.#isKnown(condition.term) ? new Evaluation(this.#bound).holds(condition.term) : null;
      case 'shape': {
        const position = this.#positions.get(condition.location);
        return position === undefined ? null : (condition.members & (1 << position)) !== 0;
      }
      case 'alias': {
        const [left, right] = [condition.location, condition.other].map((place) => this.#objectAt(place));
        if (left === undefined || right === undefined) return null;
        return (left !== null && left === right) === condition.same;
      }
    }
  }

  #isKnown(term: Term): boolean {
    return unknownsOf(term).every((unknown) => this.#bound.has(unknown));
  }

  /** Undefined where nothing is known. */
  /** The names of the properties of an object, in order. */
  namesAt(location: Location): readonly string[] {
    this.#catchUp();
    return this.#objectAt(location)?.properties.map(([name]) => name) ?? [];
  }

  #objectAt(location: Location): ObservedObject | null | undefined {
    const value = this.#values.get(location);
    if (value === undefined) return undefined;
    return value === null ? null : this.#finder.objectOf(value);
  }

  /** Places are made in an order in which what holds them comes first. */
  #catchUp(): void {
    const { locations } = this.#world;
    for (let location = locations.at(this.#seen); location !== undefined; location = locations.at(this.#seen)) {
      this.#seen++;
      this.#bind(location);
    }
  }

  #bind(location: Location): void {
    const value = this.#valueAt(location);
    if (value === undefined) return;
    this.#values.set(location, value);
    const position = this.#finder.position(location.type, location.optional, value);
    if (position === null) {
      this.misfits.push({ kind: 'type', location });
      return;
    }
    this.#positions.set(location, position);
    const member = location.type.members[position];
    if (member === undefined || value === null) return;
    const object = this.#finder.objectOf(value);
    if (object !== null) this.#bindObject(location, member, object);
    else if (value.kind === 'primitive') this.#bindScalar(location, member, value.value);
  }

  /** Null where the input has nothing, undefined where it does not say. */
  #valueAt(location: Location): Observed | null | undefined {
    const { parent, step } = location;
    if (parent === null) return this.#values.get(location);
    const holder = this.#values.get(parent);
    const object = holder === undefined || holder === null ? null : this.#finder.objectOf(holder);
    if (object === null) return undefined;
    const { contents, properties } = object;
    switch (step.kind) {
      case 'property':
        if (contents.kind === 'error' && (step.key === 'message' || step.key === 'name')) {
          return { kind: 'primitive', value: contents[step.key] };
        }
        return properties.find(([key]) => key === step.key)?.[1] ?? null;
      case 'element': {
        // What lies behind the end is no part of the input.
        if (contents.kind === 'array') return contents.elements[step.index];
        const value = contents.kind === 'binary' ? contents.elements[step.index] : undefined;
        return value === undefined ? undefined : { kind: 'primitive', value };
      }
      case 'entry': {
        if (contents.kind === 'set') return contents.values[step.index];
        const entry = contents.kind === 'map' ? contents.entries[step.index] : undefined;
        return entry?.[step.part === 'key' ? 0 : 1];
      }
      case 'text':
        return textOfArray(object, step.separator);
      case 'settled':
        return contents.kind === 'promise' && 'value' in contents ? contents.value : undefined;
      default:
        return undefined;
    }
  }

  #bindScalar({ name }: Location, member: InputMember, value: Scalar | null | undefined): void {
    const { terms } = this.#world;
    if (value === null || value === undefined) return;
    switch (member.kind) {
      case 'boolean':
        return this.#set(terms.symbol(name, 'bool'), value);
      case 'number':
        return this.#set(terms.symbol(name, 'num', member.domain), value);
      case 'string':
        return this.#set(terms.symbol(name, 'str'), value);
      case 'bigint':
        return this.#set(terms.symbol(name, 'big'), value);
      case 'literals':
        return this.#set(terms.symbol(name, member.sort), value);
      default:
    }
  }

  #bindObject(location: Location, member: InputMember, { contents, properties }: ObservedObject): void {
    const { terms } = this.#world;
    if (contents.kind === 'array' && (member.kind === 'array' || member.kind === 'tuple')) {
      this.#set(lengthOfInput(terms, location, member), contents.elements.length);
    } else if (contents.kind === 'binary' && member.kind === 'binary') {
      this.#set(lengthOfInput(terms, location, member), contents.elements.length);
    } else if (contents.kind === 'map') this.#set(sizeOfInput(terms, location), contents.entries.length);
    else if (contents.kind === 'set') this.#set(sizeOfInput(terms, location), contents.values.length);
    else if (contents.kind === 'date') {
      const isInvalid = Number.isNaN(contents.time);
      this.#set(invalidityOfInput(terms, location), isInvalid);
      if (!isInvalid) this.#set(validTimeOfInput(terms, location), contents.time);
    } else if (contents.kind === 'promise') {
      this.#set(fulfilment(terms, location), contents.state === 'fulfilled');
      this.#set(openness(terms, location), contents.state === 'pending');
    } else if (member.kind === 'object' && member.index === null && member.construction === undefined) {
      const excess = properties.filter(([key]) => !member.properties.has(key)).map(([key]) => key);
      if (excess.length > 0) this.misfits.push({ kind: 'excess', location, keys: excess });
    }
  }

  #set(unknown: Term, value: Scalar): void {
    if (isUnknown(unknown)) this.#bound.set(unknown, value);
  }

  #partsOf(location: Location, member: InputMember, { contents, properties }: ObservedObject): Location[] {
    const { locations } = this.#world;
    if (contents.kind === 'array' && (member.kind === 'array' || member.kind === 'tuple')) {
      return contents.elements.flatMap((_, index) => {
        const type = member.kind === 'array' ? member.element() : (member.elements[index]?.type() ?? member.rest?.());
        return type === undefined ? [] : [locations.child(location, { kind: 'element', index }, type)];
      });
    }
    if (contents.kind === 'binary' && member.kind === 'binary') {
      const type = elementInput(member.type);
      return contents.elements.map((_, index) => locations.child(location, { kind: 'element', index }, type));
    }
    if (contents.kind === 'map' && member.kind === 'map') {
      return contents.entries.flatMap((_, index) => [
        locations.child(location, { kind: 'entry', index, part: 'key' }, member.key()),
        locations.child(location, { kind: 'entry', index, part: 'value' }, member.value()),
      ]);
    }
    if (contents.kind === 'set' && member.kind === 'set') {
      return contents.values.map((_, index) =>
        locations.child(location, { kind: 'entry', index, part: 'value' }, member.value()),
      );
    }
    if (member.kind === 'error') {
      return [...ofErrors].map(([key, type]) => locations.child(location, { kind: 'property', key }, type));
    }
    if (member.kind !== 'object') return [];
    return [...new Set([...member.properties.keys(), ...properties.map(([key]) => key)])].flatMap((key) => {
      const named = member.properties.get(key);
      const type = named?.type() ?? member.index?.();
      if (type === undefined) return [];
      return [locations.child(location, { kind: 'property', key }, type, named?.optional ?? true)];
    });
  }
}

interface Nested {
  readonly location: Location;
  /** Objects on the way to it. */
  readonly inside: readonly number[];
}

/** Deeper values are looked at when the program does. */
const deepest = 16;

/** The array that a rest parameter makes; no other value has its number. */
function restArray(elements: readonly Observed[]): Observed {
  return { kind: 'object', id: -1, constructorName: 'Array', contents: { kind: 'array', elements }, properties: [] };
}
