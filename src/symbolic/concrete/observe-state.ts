import { assertNever } from '#core/diagnostics';
import type { Contents, Observed, Primitive } from '#replay/observed';
import type { Evaluation } from '#smt/model';
import type { Consumed, HeapObject, IteratorState, Property, Yielded } from '../heap-object';
import { placeOfParts } from '../place-of-parts';
import type { World } from '../machine';
import { identityOf } from '../one-object';
import type { State } from '../state';
import { arrayIndexOf, isSymbolKey, isTerm, registeredText, type Ref, type Value } from '../value';
import { constructorOfInput } from './constructor-of-input';
import { givenElements, observeBinary } from './observe-binary';
import { NoSuchInput, type ConcreteInputs, type InputObjectTree, type InputTree } from './input-tree';

/** Sees a state of a path, under its model, as the replay sees the real values. */
export class StateObserver {
  readonly #world: World;
  readonly #state: State;
  readonly #evaluation: Evaluation;
  readonly #trees: ConcreteInputs;
  #seen = new Map<Ref | InputObjectTree, number>();

  constructor(world: World, state: State, evaluation: Evaluation, trees: ConcreteInputs) {
    this.#world = world;
    this.#state = state;
    this.#evaluation = evaluation;
    this.#trees = trees;
  }

  observe(value: Value): Observed {
    this.#seen = new Map();
    return this.#value(value);
  }

  /** An input after the call: with what the path did to it. */
  observeInput(tree: InputTree): Observed {
    this.#seen = new Map();
    return this.#input(tree);
  }

  #value(value: Value): Observed {
    if (isTerm(value)) return observePrimitive(this.#evaluation.valueOf(value));
    switch (value.kind) {
      case 'undefined':
        return observePrimitive(undefined);
      case 'null':
        return observePrimitive(null);
      case 'unique':
        return {
          kind: 'symbol',
          description: value.description,
          ...(registeredText(value.key) === null ? {} : { registered: true }),
        };
      case 'input':
        return this.#input(this.#trees.at(value.location));
      case 'guarded':
        return this.#value(this.#evaluation.holds(value.condition) ? value.yes : value.no);
      case 'object':
        return this.#object(value.ref, null);
      default:
        return assertNever(value);
    }
  }

  #input(tree: InputTree): Observed {
    switch (tree.kind) {
      case 'absent':
        return observePrimitive(undefined);
      case 'primitive':
        return observePrimitive(tree.value);
      case 'symbol':
        return { kind: 'symbol', description: tree.description };
      case 'function':
        return { kind: 'function', name: '' };
      case 'object':
        return this.#object(tree.ref, tree);
      default:
        return assertNever(tree);
    }
  }

  #object(ref: Ref | null, given: InputObjectTree | null): Observed {
    const object = ref === null ? null : this.#objectAt(ref);
    const tree = given ?? this.#treeOf(object);
    // What a constructor makes of its arguments is known only where it was followed.
    if (object === null && tree !== null && tree.args !== null) throw new NoSuchInput(tree.location.name);
    if (object !== null && isFunction(object)) return { kind: 'function', name: this.#nameOf(object) };
    const identity = ref === null ? tree : identityOf(this.#state, ref);
    const seen = identity === null ? undefined : this.#seen.get(identity);
    if (seen !== undefined) return { kind: 'back', id: seen };
    const id = this.#seen.size;
    if (identity !== null) this.#seen.set(identity, id);
    if (isConsumed(object)) {
      return { kind: 'object', id, constructorName: null, contents: this.#contents(object, tree), properties: [] };
    }
    return {
      kind: 'object',
      id,
      constructorName: this.#constructorName(object, tree),
      contents: this.#contents(object, tree),
      properties: this.#properties(object, tree),
    };
  }

  /** Null for an object of the input that was not looked at by then. */
  #objectAt(ref: Ref): HeapObject | null {
    return this.#state.heap.get(ref) ?? (ref > 0 ? null : this.#world.realm.object(ref));
  }

  #treeOf(object: HeapObject | null): InputObjectTree | null {
    if (object?.input === null || object === null) return null;
    const tree = this.#trees.at(placeOfParts(object.input));
    return tree.kind === 'object' ? tree : null;
  }

  #nameOf(object: HeapObject): string {
    const name = object.properties.get(this.#world.keys.idOf('name'));
    return name?.kind === 'data' && isTerm(name.value) ? String(this.#evaluation.valueOf(name.value)) : '';
  }

  #constructorName(object: HeapObject | null, tree: InputObjectTree | null): string | null {
    if (object === null) return tree === null ? null : constructorOfInput(this.#world, tree.member);
    const member = object.input?.member;
    if (member?.kind === 'object' && member.class !== null) return constructorOfInput(this.#world, member);
    const key = this.#world.keys.idOf('constructor');
    for (let at = object.proto; at !== null;) {
      const proto = this.#state.heap.get(at) ?? this.#world.realm.object(at);
      const property = proto.properties.get(key);
      if (property?.kind === 'data' && property.value.kind === 'object') {
        const { ref } = property.value;
        const constructor = this.#state.heap.get(ref) ?? this.#world.realm.object(ref);
        return isFunction(constructor) ? this.#nameOf(constructor) : null;
      }
      at = proto.proto;
    }
    return null;
  }

  #contents(object: HeapObject | null, tree: InputObjectTree | null): Contents {
    const internal = object?.internal;
    switch (internal?.kind) {
      case undefined:
        return tree === null ? { kind: 'none' } : this.#untouched(tree);
      case 'array': {
        const length = Number(this.#evaluation.valueOf(internal.length));
        const elements = Array.from({ length }, (_, index): Observed | null => {
          const value = internal.elements.get(index);
          if (value !== undefined) return this.#value(value);
          const original = isClosed(object) ? undefined : tree?.elements[index];
          return original === undefined ? null : this.#input(original);
        });
        return { kind: 'array', elements };
      }
      case 'map': {
        const entries = internal.entries.flatMap((entry) =>
          entry === null ? [] : [[this.#value(entry.key), this.#value(entry.value)] as const],
        );
        return { kind: 'map', entries: [...entries, ...this.#unseenEntries(object, tree)] };
      }
      case 'set': {
        const values = internal.entries.flatMap((entry) => (entry === null ? [] : [this.#value(entry.key)]));
        return { kind: 'set', values: [...values, ...this.#unseenEntries(object, tree).map(([key]) => key)] };
      }
      case 'date':
        return { kind: 'date', time: Number(this.#evaluation.valueOf(internal.time)) };
      case 'buffer':
      case 'view':
        return observeBinary(internal, (ref) => this.#objectAt(ref)?.internal, this.#evaluation, this.#trees);
      case 'regexp': {
        const lastIndex = object?.properties.get(this.#world.keys.idOf('lastIndex'));
        const at = lastIndex?.kind === 'data' ? this.#value(lastIndex.value) : observePrimitive(0);
        return {
          kind: 'regexp',
          source: internal.source,
          flags: internal.flags,
          lastIndex: at.kind === 'primitive' ? Number(at.value) : 0,
        };
      }
      case 'error':
        return object === null || object === undefined ? { kind: 'none' } : this.#error(object, tree);
      case 'boxed':
        return { kind: 'boxed', value: this.#value(internal.value) };
      case 'promise': {
        const { promise } = internal;
        // Of a promise that was handed in the replay sees only that it is one.
        if (tree !== null) return { kind: 'promise', state: 'unknown' };
        if (promise.kind === 'pending') return { kind: 'promise', state: 'pending' };
        const value = promise.kind === 'fulfilled' ? promise.value : promise.reason;
        return { kind: 'promise', state: promise.kind, value: this.#value(value) };
      }
      case 'generator':
      case 'async-generator': {
        const { generator } = internal;
        return generator.kind === 'consumed' ? this.#consumed(generator) : { kind: 'opaque', tag: 'Generator' };
      }
      case 'iterator': {
        const tag = iteratorTags.get(internal.iterator.over);
        return tag === undefined ? { kind: 'none' } : { kind: 'opaque', tag };
      }
      case 'weak-map':
      case 'weak-set':
        return { kind: 'opaque', tag: internal.kind === 'weak-map' ? 'WeakMap' : 'WeakSet' };
      case 'namespace':
        return { kind: 'opaque', tag: 'Module' };
      case 'arguments':
        return { kind: 'opaque', tag: 'Arguments' };
      case 'outside':
        return { kind: 'opaque', tag: internal.kind };
      default:
        return { kind: 'none' };
    }
  }

  /** Each value by itself, as it was when the consumer got it. */
  #consumed({ values, end }: Consumed): Contents {
    const seen = ({ value, heap }: Yielded): Observed => {
      const then = this.#state.fork();
      then.heap = heap;
      return new StateObserver(this.#world, then, this.#evaluation, this.#trees).observe(value);
    };
    const last = seen(end);
    return {
      kind: 'generator',
      values: values.map(seen),
      end: end.kind === 'returns' ? { kind: 'returns', value: last } : { kind: 'throws', error: last },
    };
  }

  /** Entries of a map or set that was handed in beyond those that the path looked at. */
  #unseenEntries(object: HeapObject | null, tree: InputObjectTree | null): (readonly [Observed, Observed])[] {
    const open = object?.input?.member.kind;
    if (object === null || tree === null || (open !== 'map' && open !== 'set')) return [];
    const seen = 'entries' in object.internal ? object.internal.entries.length : 0;
    return tree.entries.slice(seen).map(([key, value]) => [this.#input(key), this.#input(value)] as const);
  }

  #untouched(tree: InputObjectTree): Contents {
    switch (tree.member.kind) {
      case 'array':
      case 'tuple':
        return { kind: 'array', elements: tree.elements.map((element) => this.#input(element)) };
      case 'map':
        return { kind: 'map', entries: tree.entries.map(([key, value]) => [this.#input(key), this.#input(value)]) };
      case 'set':
        return { kind: 'set', values: tree.entries.map(([, value]) => this.#input(value)) };
      case 'date':
        return { kind: 'date', time: tree.time };
      case 'binary':
        return { kind: 'binary', type: tree.member.type, elements: givenElements(tree) };
      case 'error':
        return this.#givenError(tree, tree.member.constructorName);
      case 'promise':
        return { kind: 'promise', state: 'unknown' };
      default:
        return { kind: 'none' };
    }
  }

  #givenError({ properties }: InputObjectTree, constructorName: string): Contents {
    const text = (key: string): string | null => {
      const given = properties.find(([name]) => name === key)?.[1];
      return given?.kind === 'primitive' ? String(given.value) : null;
    };
    return { kind: 'error', name: text('name') ?? constructorName, message: text('message') ?? '' };
  }

  #error(object: HeapObject, tree: InputObjectTree | null): Contents {
    const text = (key: string): string => {
      const unseen = tree?.properties.find(([name]) => name === key)?.[1];
      const isSeen = object.properties.has(this.#world.keys.idOf(key));
      if (!isSeen && unseen?.kind === 'primitive') return String(unseen.value);
      for (let at: HeapObject | null = object; at !== null;) {
        const property = at.properties.get(this.#world.keys.idOf(key));
        if (property?.kind === 'data') {
          const value = this.#value(property.value);
          return value.kind === 'primitive' ? String(value.value) : '';
        }
        at = at.proto === null ? null : (this.#state.heap.get(at.proto) ?? this.#world.realm.object(at.proto));
      }
      return '';
    };
    return { kind: 'error', name: text('name'), message: text('message') };
  }

  /** Enumerable data: what an input came with, then what the program added, in the order of the language. */
  #properties(object: HeapObject | null, tree: InputObjectTree | null): (readonly [string, Observed])[] {
    const found = new Map<string, Observed>();
    const stored = new Map<string, Property>();
    for (const [id, property] of object?.properties.entries() ?? []) stored.set(this.#world.keys.textOf(id), property);
    for (const [key, part] of tree?.properties ?? []) {
      const isHidden = tree?.member.kind === 'error' && key === 'message';
      if (!stored.has(key) && !isHidden) found.set(key, this.#input(part));
    }
    const ordered = [...stored].toSorted(([, a], [, b]) => orderOf(a) - orderOf(b));
    for (const [key, property] of ordered) {
      if (isSymbolKey(key) || property.kind !== 'data' || !property.enumerable) continue;
      if (this.#isMissing(object, key, property)) continue;
      found.set(key, this.#value(property.value));
    }
    const keys = [...found.keys()];
    const indices = keys.filter((key) => arrayIndexOf(key) >= 0).toSorted((a, b) => Number(a) - Number(b));
    const names = keys.filter((key) => arrayIndexOf(key) < 0);
    return [...indices, ...names].flatMap((key) => {
      const value = found.get(key);
      return value === undefined ? [] : [[key, value] as const];
    });
  }

  /** An optional property that was read, and that the input leaves out. */
  #isMissing(object: HeapObject | null, key: string, property: Property): boolean {
    if (property.kind !== 'data' || property.value.kind !== 'input') return false;
    const { location } = property.value;
    const isOwn = location.step.kind === 'property' && location.step.key === key;
    const input = object?.input ?? null;
    const isPart = input !== null && location.parent === placeOfParts(input);
    return isOwn && location.optional && isPart && this.#trees.at(location).kind === 'absent';
  }
}

export function observePrimitive(value: Primitive): Observed {
  return { kind: 'primitive', value };
}

function orderOf(property: Property): number {
  return property.kind === 'absent' ? 0 : property.order;
}

/** An array that was handed in and whose elements are all its own now. */
function isClosed(object: HeapObject | null | undefined): boolean {
  const member = object?.input?.member;
  return member?.kind === 'tuple' && member.elements.length === 0 && member.rest === null;
}

/** As which the engine shows iterators that it can tell from other objects. */
const iteratorTags: ReadonlyMap<IteratorState['over'], string> = new Map([
  ['map', 'Map Iterator'],
  ['set', 'Set Iterator'],
]);

/** A generator whose values were taken is shown as these. */
function isConsumed(object: HeapObject | null): boolean {
  const internal = object?.internal;
  const isGenerator = internal?.kind === 'generator' || internal?.kind === 'async-generator';
  return isGenerator && internal.generator.kind === 'consumed';
}

function isFunction({ internal }: HeapObject): boolean {
  return ['closure', 'builtin', 'bound', 'callback'].includes(internal.kind);
}
