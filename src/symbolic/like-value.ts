import { anyDouble } from '#smt/term';
import type { HeapObject } from './heap-object';
import type { InputMember, InputType, PropertyType } from './input-type';
import type { World } from './machine';
import { placeOf } from './one-object';
import type { State } from './state';
import { isTerm, type Ref, type Value } from './value';

/** What may stand where an object that the program has made stands now; null for what has no such type. */
export function likeObject(world: World, state: State, ref: Ref): InputMember | null {
  return new Likeness(world, state).object(ref, 0);
}

/** Nothing is known of it: who looks at it cannot go on. */
export const unknowable: InputType = { members: [] };

/** How deep objects are looked into. */
const deepest = 3;

const number: InputType = { members: [{ kind: 'number', domain: anyDouble }] };
const sorts: Readonly<Record<'bool' | 'num' | 'str' | 'big', InputType>> = {
  bool: { members: [{ kind: 'boolean' }] },
  num: number,
  str: { members: [{ kind: 'string' }] },
  big: { members: [{ kind: 'bigint' }] },
};

/** What comes where there is nothing yet. */
const anyPlain: InputType = {
  members: [{ kind: 'undefined' }, { kind: 'null' }, { kind: 'boolean' }, { kind: 'string' }, ...number.members],
};

/** Types by what values are now: a number becomes another number. */
class Likeness {
  readonly #world: World;
  readonly #state: State;

  constructor(world: World, state: State) {
    this.#world = world;
    this.#state = state;
  }

  object(ref: Ref, depth: number): InputMember | null {
    const object = ref > 0 ? this.#state.heap.get(ref) : undefined;
    if (object === undefined || depth > deepest) return null;
    const { internal, input } = object;
    if (input !== null) return input.member;
    switch (internal.kind) {
      case 'plain':
      case 'error':
        return this.#plain(object, depth);
      case 'array': {
        const type = this.#oneOf(
          internal.elements.sorted().map(([, element]) => element),
          depth,
        );
        return { kind: 'array', element: () => type, readonly: internal.frozen };
      }
      case 'map':
      case 'set': {
        const entries = internal.entries.filter((entry) => entry !== null);
        const keys = this.#oneOf(
          entries.map(({ key }) => key),
          depth,
        );
        const values = this.#oneOf(
          entries.map(({ value }) => value),
          depth,
        );
        if (internal.kind === 'set') return { kind: 'set', value: () => values };
        return { kind: 'map', key: () => keys, value: () => values };
      }
      case 'date':
        return { kind: 'date' };
      default:
        return null;
    }
  }

  #plain({ properties }: HeapObject, depth: number): InputMember {
    const types = new Map<string, PropertyType>();
    for (const [id, property] of properties.sorted()) {
      if (property.kind !== 'data' || !property.writable) continue;
      const type = this.#value(property.value, depth + 1);
      types.set(this.#world.keys.textOf(id), { optional: false, type: () => type });
    }
    return { kind: 'object', name: '', properties: types, index: () => anyPlain, class: null };
  }

  #value(value: Value, depth: number): InputType {
    if (isTerm(value)) return sorts[value.sort];
    switch (value.kind) {
      case 'undefined':
      case 'null':
        return anyPlain;
      case 'input': {
        const { type, optional } = placeOf(this.#state, value.location);
        return optional ? { members: [...type.members, { kind: 'undefined' }] } : type;
      }
      case 'guarded':
        return both(this.#value(value.yes, depth), this.#value(value.no, depth));
      case 'object': {
        const member = this.object(value.ref, depth + 1);
        return member === null ? unknowable : { members: [member] };
      }
      case 'unique':
        return unknowable;
    }
  }

  #oneOf(values: readonly Value[], depth: number): InputType {
    const types = values.map((value) => this.#value(value, depth + 1));
    const [first = unknowable, ...others] = types;
    return others.reduce(both, first);
  }
}

/** Unknowable where they are of different kinds: there would be no end of combinations. */
function both(left: InputType, right: InputType): InputType {
  if (left === right) return left;
  return left.members.length === 1 && left.members[0]?.kind === right.members[0]?.kind ? left : unknowable;
}
