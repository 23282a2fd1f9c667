import { invariant } from '#core/diagnostics';
import type { Evaluation } from '#smt/model';
import type { Scalar } from '#smt/sorts';
import type { Term } from '#smt/term';
import { elementInput, lengthOfInput, sizeOfInput, timeOfInput } from '../input-symbols';
import { ofErrors, ofFunctions, thrown, type FunctionMember, type InputMember, type ObjectMember } from '../input-type';
import { unseenMessage, type Location } from '../location';
import type { World } from '../machine';
import { placeOf } from '../one-object';
import { fulfilment, openness } from '../promises';
import type { State } from '../state';
import type { Ref } from '../value';
import { distinctKeys } from './distinct-keys';

/** One concrete input that takes a path: what was decided about it, and the plainest values for all else. */
export type InputTree =
  | { readonly kind: 'absent' }
  | { readonly kind: 'primitive'; readonly value: Scalar | null | undefined }
  | { readonly kind: 'symbol'; readonly description: string }
  | InputObjectTree
  | InputFunctionTree;

export interface InputFunctionTree {
  readonly kind: 'function';
  readonly location: Location;
  readonly ref: Ref | null;
  readonly properties: readonly (readonly [string, InputTree])[];
}

export interface InputObjectTree {
  readonly kind: 'object';
  readonly location: Location;
  readonly member: InputMember;
  /** The object that the path has for it; null when it never looked. */
  readonly ref: Ref | null;
  readonly properties: readonly (readonly [string, InputTree])[];
  /** What its constructor is given; null for what is made of its properties. */
  readonly args: readonly InputTree[] | null;
  /** For arrays. */
  readonly elements: readonly InputTree[];
  /** For maps and sets: keys and values, or values twice. */
  readonly entries: readonly (readonly [InputTree, InputTree])[];
  readonly time: number;
  /** For promises. */
  readonly settled: { readonly kind: 'fulfilled' | 'rejected'; readonly value: InputTree } | 'never' | null;
}

/** What is at each place of one concrete input. */
export interface ConcreteInputs {
  at(location: Location): InputTree;
}

/** No input that can be written takes the path: it would be too large, without end, or of type `never`. */
export class NoSuchInput extends Error {
  override readonly name = 'NoSuchInput';
}

/** Longest array that is written out. */
const mostElements = 10_000;

/** What stands for the elements of an array of which only the text was asked for. */
interface TextPlace {
  readonly location: Location;
  readonly separator: string;
}

/** Builds the concrete inputs of one path. */
export class InputTrees implements ConcreteInputs {
  readonly #world: World;
  readonly #state: State;
  readonly #evaluation: Evaluation;
  readonly #known = new Map<Location, InputTree>();
  #depth = 0;
  /** An array has its text, and not the length that the path gives it where nobody asks. */
  isUnlike = false;

  constructor(world: World, state: State, evaluation: Evaluation) {
    this.#world = world;
    this.#state = state;
    this.#evaluation = evaluation;
  }

  at(asked: Location): InputTree {
    const location = placeOf(this.#state, asked);
    const known = this.#known.get(location);
    if (known !== undefined) return known;
    const tree = this.#build(location);
    this.#known.set(location, tree);
    return tree;
  }

  #build(location: Location): InputTree {
    const member = this.#memberOf(location);
    const { terms } = this.#world;
    const { name } = location;
    if (member === null) return { kind: 'absent' };
    switch (member.kind) {
      case 'undefined':
        return { kind: 'primitive', value: undefined };
      case 'null':
        return { kind: 'primitive', value: null };
      case 'boolean':
        return this.#primitive(terms.symbol(name, 'bool'));
      case 'number':
        return this.#primitive(terms.symbol(name, 'num', member.domain));
      case 'string':
        return this.#primitive(terms.symbol(name, 'str'));
      case 'bigint':
        return this.#primitive(terms.symbol(name, 'big'));
      case 'symbol':
        return { kind: 'symbol', description: name };
      case 'literals': {
        const [first] = member.values;
        invariant(first !== undefined, 'a literal type has a value');
        const value = this.#evaluation.valueOf(terms.symbol(name, member.sort));
        return { kind: 'primitive', value: member.values.some((known) => Object.is(known, value)) ? value : first };
      }
      case 'function':
        return this.#function(location, member);
      default:
        return this.#object(location, member);
    }
  }

  #primitive(symbol: Parameters<Evaluation['valueOf']>[0]): InputTree {
    return { kind: 'primitive', value: this.#evaluation.valueOf(symbol) };
  }

  /** The first member that is still possible; deep inside a recursive type, one that ends it. */
  #memberOf(location: Location): InputMember | null {
    const { members } = location.type;
    const count = members.length + (location.optional ? 1 : 0);
    const possible = this.#state.members.get(location.id) ?? 2 ** Math.min(count, 30) - 1;
    const isOpen = (position: number): boolean => (possible & (1 << position)) !== 0;
    if (location.optional && isOpen(members.length)) return null;
    const open = members.filter((_, position) => isOpen(position));
    const ending = this.#depth > 8 ? open.find((member) => !hasParts(member)) : undefined;
    const [first] = open;
    if (first === undefined) throw new NoSuchInput(location.name);
    if (ending !== undefined || this.#state.inputObjects.has(location.id)) return ending ?? first;
    // What nobody has looked at was not made, either.
    return open.find((member) => !isConstructed(member)) ?? first;
  }

  #function(location: Location, member: FunctionMember): InputFunctionTree {
    const ref = this.#state.inputObjects.get(location.id) ?? null;
    const tree = { kind: 'function', location, ref, properties: new Array<readonly [string, InputTree]>() } as const;
    this.#known.set(location, tree);
    const { locations } = this.#world;
    const declared = [...member.properties].map(([key, { type, optional }]) =>
      locations.child(location, { kind: 'property', key }, type(), optional),
    );
    const seen = locations
      .childrenOf(location)
      .filter(({ step, type }) => step.kind === 'property' && ofFunctions.get(step.key) === type);
    for (const child of new Set([...declared, ...seen])) {
      const part = this.at(child);
      if (part.kind !== 'absent' && child.step.kind === 'property') tree.properties.push([child.step.key, part]);
    }
    return tree;
  }

  #object(location: Location, member: InputMember): InputObjectTree {
    const ref = this.#state.inputObjects.get(location.id) ?? null;
    // A type that demands itself has no value of finite size.
    if (this.#depth > 16) throw new NoSuchInput(location.name);
    this.#depth++;
    const tree = {
      kind: 'object',
      location,
      member,
      ref,
      properties: new Array<readonly [string, InputTree]>(),
      args: isConstructed(member) ? new Array<InputTree>() : null,
      elements: new Array<InputTree>(),
      entries: new Array<readonly [InputTree, InputTree]>(),
      time: member.kind === 'date' ? this.#number(timeOfInput(this.#world.terms, location)) : 0,
      settled: member.kind === 'promise' ? this.#settled(location, member) : null,
    } as const;
    // An object that is part of itself finds itself here.
    this.#known.set(location, tree);
    if (member.kind === 'object') tree.properties.push(...this.#properties(location, member));
    if (member.kind === 'error') tree.properties.push(...this.#seenOfError(location, ref));
    tree.args?.push(...this.#arguments(location, member));
    if (member.kind === 'array' || member.kind === 'tuple') tree.elements.push(...this.#elements(location, member));
    if (member.kind === 'binary') tree.elements.push(...this.#binary(location, member));
    tree.entries.push(...this.#entries(location, member));
    this.#depth--;
    return tree;
  }

  /** Those at the end that are left out are not there. */
  #arguments(location: Location, member: InputMember): InputTree[] {
    const params = member.kind === 'object' ? (member.construction?.params() ?? []) : [];
    const args = params.flatMap(({ name, type, optional, rest }, index) => {
      const step = { kind: 'argument', index, name, rest } as const;
      const tree = this.at(this.#world.locations.child(location, step, type, optional && !rest));
      return rest && tree.kind === 'object' ? tree.elements : [tree];
    });
    return args.slice(0, args.findLastIndex((tree) => tree.kind !== 'absent') + 1);
  }

  #number(term: Term): number {
    return Number(this.#evaluation.valueOf(term));
  }

  /** Those declared, and those that the path looked at. */
  #properties(location: Location, member: ObjectMember): (readonly [string, InputTree])[] {
    const { locations } = this.#world;
    const declared = [...member.properties].map(([key, { type, optional }]) =>
      locations.child(location, { kind: 'property', key }, type(), optional),
    );
    const index = member.index?.() ?? null;
    // Others are of another member that the place may be.
    const seen = locations
      .childrenOf(location)
      .filter(({ step, type }) => step.kind === 'property' && !member.properties.has(step.key) && type === index);
    return this.#treesOf([...new Set([...declared, ...seen])]);
  }

  /** What the path looked at. Messages of errors that nobody looked at tell where they come from. */
  #seenOfError(location: Location, ref: Ref | null): (readonly [string, InputTree])[] {
    const { locations, keys } = this.#world;
    const stored = ref === null ? undefined : this.#state.heap.get(ref)?.properties;
    const isSeen = (key: string): boolean => stored?.has(keys.idOf(key)) === true;
    const seen = this.#treesOf(
      locations
        .childrenOf(location)
        .filter(({ step }) => step.kind === 'property' && ofErrors.has(step.key) && isSeen(step.key)),
    );
    if (location.type !== thrown || isSeen('message')) return seen;
    return [['message', { kind: 'primitive', value: unseenMessage(location) }], ...seen];
  }

  #treesOf(children: readonly Location[]): (readonly [string, InputTree])[] {
    return children.flatMap((child): (readonly [string, InputTree])[] => {
      const tree = this.at(child);
      return tree.kind === 'absent' || child.step.kind !== 'property' ? [] : [[child.step.key, tree]];
    });
  }

  #elements(location: Location, member: Extract<InputMember, { kind: 'array' | 'tuple' }>): InputTree[] {
    const required = member.kind === 'tuple' ? member.elements.filter((element) => !element.optional).length : 0;
    const fixed = member.kind === 'tuple' && member.rest === null && required === member.elements.length;
    const length = fixed
      ? required
      : Math.max(required, this.#number(lengthOfInput(this.#world.terms, location, member)));
    if (length > mostElements) throw new NoSuchInput(location.name);
    const text = this.#textOf(location);
    if (text !== null) return this.#madeOf(text, length);
    return Array.from({ length }, (_, index) => {
      const type = member.kind === 'array' ? member.element() : (member.elements[index]?.type() ?? member.rest?.());
      invariant(type !== undefined, 'an element of a tuple has a type');
      return this.at(this.#world.locations.child(location, { kind: 'element', index }, type));
    });
  }

  /** Where nothing but the text of an array was asked for. */
  #textOf(location: Location): TextPlace | null {
    const ref = this.#state.inputObjects.get(location.id);
    const internal = ref === undefined ? undefined : this.#state.heap.get(ref)?.internal;
    if (internal?.kind === 'array' && internal.elements.size > 0) return null;
    for (const part of this.#world.locations.childrenOf(location)) {
      const { step, id } = part;
      if (step.kind === 'text' && this.#state.members.has(id)) return { location: part, separator: step.separator };
    }
    return null;
  }

  /** An array with this text; with as many elements as were asked for, where that can be. */
  #madeOf({ location, separator }: TextPlace, length: number): InputTree[] {
    const text = this.at(location);
    const value = text.kind === 'primitive' ? text.value : null;
    if (value === '' && length === 0) return [];
    const parts = typeof value === 'string' && separator !== '' ? value.split(separator) : [];
    if (length > 1 && parts.length === length) return parts.map((part) => ({ kind: 'primitive', value: part }));
    this.isUnlike ||= length !== 1;
    return [text];
  }

  #binary(location: Location, member: Extract<InputMember, { kind: 'binary' }>): InputTree[] {
    const length = Number(this.#evaluation.valueOf(lengthOfInput(this.#world.terms, location, member)));
    if (length > mostElements) throw new NoSuchInput(location.name);
    const type = elementInput(member.type);
    return Array.from({ length }, (_, index) =>
      this.at(this.#world.locations.child(location, { kind: 'element', index }, type)),
    );
  }

  #entries(location: Location, member: InputMember): (readonly [InputTree, InputTree])[] {
    if (member.kind !== 'map' && member.kind !== 'set') return [];
    const { locations, terms } = this.#world;
    const size = this.#number(sizeOfInput(terms, location));
    if (size > mostElements) throw new NoSuchInput(location.name);
    const part = (index: number, which: 'key' | 'value', type: Location['type']): InputTree =>
      this.at(locations.child(location, { kind: 'entry', index, part: which }, type));
    const indices = Array.from({ length: size }, (_, index) => index);
    if (member.kind === 'set') {
      const values = indices.map((index) => part(index, 'value', member.value()));
      return this.#distinct(values, location, member.value()).map((value) => [value, value]);
    }
    const keys = indices.map((index) => part(index, 'key', member.key()));
    return this.#distinct(keys, location, member.key()).map((key, index) => [
      key,
      part(index, 'value', member.value()),
    ]);
  }

  #distinct(keys: readonly InputTree[], { name }: Location, type: Location['type']): InputTree[] {
    const values = distinctKeys(
      keys.map((key) => (key.kind === 'primitive' ? key.value : key)),
      type,
    );
    if (values === null) throw new NoSuchInput(name);
    return values.map((value) => (typeof value === 'object' && value !== null ? value : { kind: 'primitive', value }));
  }

  #settled(location: Location, member: Extract<InputMember, { kind: 'promise' }>): InputObjectTree['settled'] {
    const isFulfilled = fulfilment(this.#world.terms, location);
    const fulfilled = this.#evaluation.valueOf(isFulfilled) === true || !this.#isDecided(location);
    const { terms } = this.#world;
    if (!fulfilled && this.#evaluation.valueOf(openness(terms, location)) === true) return 'never';
    if (!fulfilled) {
      const reason = { kind: 'settled', outcome: 'reason' } as const;
      return { kind: 'rejected', value: this.at(this.#world.locations.child(location, reason, thrown)) };
    }
    const step = { kind: 'settled', outcome: 'value' } as const;
    return { kind: 'fulfilled', value: this.at(this.#world.locations.child(location, step, member.value())) };
  }

  #isDecided(location: Location): boolean {
    const symbol = fulfilment(this.#world.terms, location);
    return this.#state.facts.get(symbol.id) !== undefined;
  }
}

function isConstructed(member: InputMember): boolean {
  return member.kind === 'object' && member.construction !== undefined;
}

function hasParts(member: InputMember): boolean {
  return member.kind === 'object' || member.kind === 'tuple' || member.kind === 'promise';
}
