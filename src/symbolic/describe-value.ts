import { writtenKey } from './written-key';
import { printTerm } from '#smt/print-term';
import type { Term } from '#smt/term';
import { elementsOfType } from './binary-types';
import type { Consumed, HeapObject, Yielded } from './heap-object';
import { binaryElement } from './input-symbols';
import { unseenMessage, type Location } from './location';
import type { World } from './machine';
import type { State } from './state';
import { isSymbolKey, isTerm, type Ref, type Value } from './value';

/** Deepest object that is written out. */
const mostDepth = 4;

/** Most elements of a typed array that are written out. */
const mostElements = 100;

/** A term as it is to be shown: what is known of the inputs may make it a simpler one. */
export type ReadTerm = (term: Term) => Term;

export const asItIs: ReadTerm = (term) => term;

/** A value of a path in symbolic terms, as source: `x + 1`, `{ a: [y] }`. */
export function describeValue(world: World, state: State, value: Value, read: ReadTerm = asItIs): string {
  return new ValueText(world, state, read).of(value, 0);
}

class ValueText {
  readonly #world: World;
  readonly #state: State;
  readonly #read: ReadTerm;
  readonly #open = new Set<Ref>();

  constructor(world: World, state: State, read: ReadTerm) {
    this.#world = world;
    this.#state = state;
    this.#read = read;
  }

  of(value: Value, depth: number): string {
    if (isTerm(value)) return printTerm(this.#read(value));
    switch (value.kind) {
      case 'undefined':
      case 'null':
        return value.kind;
      case 'unique':
        return `Symbol(${value.description ?? ''})`;
      case 'input':
        return this.#isUnseenError(value.location)
          ? `new Error(${printTerm(this.#world.terms.constant(unseenMessage(value.location)))})`
          : value.location.name;
      case 'guarded': {
        const condition = this.#read(value.condition);
        if (condition.kind === 'constant') return this.of(condition.value === true ? value.yes : value.no, depth);
        return `${printTerm(condition)} ? ${this.of(value.yes, depth)} : ${this.of(value.no, depth)}`;
      }
      case 'object':
        return this.#object(value.ref, depth);
    }
  }

  /** Thrown by a function that was handed in, and looked at by nobody. */
  #isUnseenError({ id, step }: Location): boolean {
    return step.kind === 'thrown' && this.#state.members.get(id) === undefined;
  }

  #object(ref: Ref, depth: number): string {
    const { realm, keys } = this.#world;
    const object = this.#state.heap.get(ref);
    if (object === undefined) return realm.nameOf(ref) ?? 'object';
    const { internal, input } = object;
    if (this.#open.has(ref)) return '…';
    if (depth >= mostDepth) return internal.kind === 'array' ? '[…]' : '{…}';
    const named = (key: string): string | null => {
      const property = object.properties.get(keys.idOf(key));
      return property?.kind === 'data' ? this.of(property.value, depth + 1) : null;
    };
    this.#open.add(ref);
    try {
      switch (internal.kind) {
        case 'closure':
          return `function ${internal.closure.fn.name}`;
        case 'builtin':
          return internal.name;
        case 'callback':
          return input?.location.name ?? 'function';
        case 'error': {
          if (input !== null) return input.location.name;
          const name = object.proto === null ? 'Error' : this.#errorName(object.proto);
          return `new ${name}(${named('message') ?? ''})`;
        }
        case 'array': {
          if (input !== null && internal.elements.size === 0) return input.location.name;
          const length = internal.length.kind === 'constant' ? Number(internal.length.value) : null;
          const shown = internal.elements.sorted().map(([, element]) => this.of(element, depth + 1));
          return `[${shown.join(', ')}${length === null ? ', …' : ''}]`;
        }
        case 'view': {
          if (input !== null && this.#isAsGiven(internal.buffer)) return input.location.name;
          return this.#view(internal);
        }
        case 'buffer':
        case 'map':
        case 'set':
        case 'date':
        case 'regexp':
        case 'promise':
          return (
            input?.location.name ??
            (internal.kind === 'regexp' ? `/${internal.source}/${internal.flags}` : internal.kind)
          );
        case 'generator':
        case 'async-generator': {
          const { generator } = internal;
          return generator.kind === 'consumed' ? this.#consumed(generator, internal.kind) : 'generator';
        }
        default: {
          if (input !== null) return input.location.name;
          const parts = [...object.properties.entries()]
            .flatMap(([id, property]) => {
              const key = keys.textOf(id);
              if (property.kind !== 'data' || !property.enumerable || isSymbolKey(key)) return [];
              return [{ order: property.order, text: `${writtenKey(key)}: ${this.of(property.value, depth + 1)}` }];
            })
            .toSorted((a, b) => a.order - b.order);
          return parts.length === 0 ? '{}' : `{ ${parts.map((part) => part.text).join(', ')} }`;
        }
      }
    } finally {
      this.#open.delete(ref);
    }
  }

  /** Whether every element that is mentioned is one that the bytes came with. */
  #isAsGiven(ref: Ref): boolean {
    const buffer = this.#state.heap.get(ref)?.internal;
    if (buffer?.kind !== 'buffer' || buffer.given === null) return false;
    const { type, given } = buffer;
    return [...buffer.elements.entries()].every(
      ([index, element]) => element === binaryElement(this.#world.terms, { name: `${given.name}[${index}]` }, type),
    );
  }

  #view({ type, buffer, offset, length }: Extract<HeapObject['internal'], { kind: 'view' }>): string {
    const bytes = this.#state.heap.get(buffer)?.internal;
    if (type === 'DataView' || bytes?.kind !== 'buffer' || bytes.type !== type || length.kind !== 'constant') {
      return `new ${type}(…)`;
    }
    const first = offset / elementsOfType(type).bytes;
    const elements = Array.from({ length: Math.min(Number(length.value), mostElements) }, (_, index) => {
      const element = bytes.elements.get(first + index);
      if (element !== undefined) return printTerm(this.#read(element));
      if (bytes.given !== null) return `${bytes.given.name}[${first + index}]`;
      return elementsOfType(type).sort === 'big' ? '0n' : '0';
    });
    return `new ${type}([${elements.join(', ')}${Number(length.value) > mostElements ? ', …' : ''}])`;
  }

  /** As the source of a generator that gives the same. */
  #consumed({ values, end }: Consumed, kind: 'generator' | 'async-generator'): string {
    const text = ({ value, heap }: Yielded): string => {
      const then = this.#state.fork();
      then.heap = heap;
      return describeValue(this.#world, then, value);
    };
    const steps = values.map((value) => `yield ${text(value)};`);
    const isPlain = end.kind === 'returns' && end.value.kind === 'undefined';
    if (!isPlain) steps.push(`${end.kind === 'returns' ? 'return' : 'throw'} ${text(end)};`);
    return `(${kind === 'generator' ? '' : 'async '}function* () { ${steps.join(' ')} })()`;
  }

  #errorName(proto: Ref): string {
    const { realm, keys } = this.#world;
    const known = realm.nameOf(proto);
    if (known !== null) return known.replace(/\.prototype$/, '');
    const constructor = this.#state.heap.get(proto)?.properties.get(keys.idOf('constructor'));
    if (constructor?.kind !== 'data' || constructor.value.kind !== 'object') return 'Error';
    const internal = this.#state.heap.get(constructor.value.ref)?.internal;
    return internal?.kind === 'closure' ? (internal.closure.construction?.className ?? 'Error') : 'Error';
  }
}
