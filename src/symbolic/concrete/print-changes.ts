import { unknownsOf } from '#smt/unknowns';
import { again } from '../changed-parts';
import type { CallbackCall } from '../heap-object';
import type { Location } from '../location';
import type { World } from '../machine';
import { memberName } from '../object-changes';
import { placeOf } from '../one-object';
import { listed, type State } from '../state';
import { isSymbolKey, type Ref, type Value } from '../value';
import { NoSuchInput, type InputTree, type InputTrees } from './input-tree';

/** What a function that was handed in does to objects that it is given, before and after it calls what it is given. */
export interface ChangesText {
  readonly before: string;
  readonly after: string;
  /** It gets at something by its `this`. */
  readonly usesThis: boolean;
}

/** `print` writes a value inside of the function. */
export class ChangePrinter {
  readonly #world: World;
  readonly #state: State;
  readonly #trees: InputTrees;
  readonly #print: (tree: InputTree) => string;
  #decided: readonly string[] | null = null;

  constructor(world: World, state: State, trees: InputTrees, print: (tree: InputTree) => string) {
    this.#world = world;
    this.#state = state;
    this.#trees = trees;
    this.#print = print;
  }

  textOf(call: CallbackCall): ChangesText {
    if (call.result.kind !== 'input') return nothing;
    const { name } = call.result.location;
    const [before, after] = [name, again(name)].map((by) => this.#statements(call, by));
    if (before === undefined || after === undefined) return nothing;
    return { before, after, usesThis: /\bthis\b/.test(before + after) };
  }

  #statements(call: CallbackCall, by: string): string {
    const changed = this.#world.locations.changedBy(by).filter((place) => this.#isDecided(place));
    return changed.flatMap((place) => this.#changesAt(call, place)).join('');
  }

  #changesAt(call: CallbackCall, place: Location): string[] {
    const { parent } = place;
    const access = parent === null ? null : this.#accessTo(call, parent);
    const tree = this.#trees.at(place);
    if (access === null || tree.kind !== 'object') throw new NoSuchInput(place.name);
    switch (tree.member.kind) {
      case 'array':
      case 'tuple': {
        const elements = tree.elements.map((element) => this.#print(element));
        return [`${access}.splice(${['0', `${access}.length`, ...elements].join(', ')}); `];
      }
      case 'map':
      case 'set': {
        const isMap = tree.member.kind === 'map';
        const entries = tree.entries.map(([key, value]) =>
          isMap
            ? `${access}.set(${this.#print(key)}, ${this.#print(value)}); `
            : `${access}.add(${this.#print(value)}); `,
        );
        return [`${access}.clear(); `, ...entries];
      }
      case 'date':
        return [`${access}.setTime(${tree.time}); `];
      default:
        return this.#propertiesAt(place, access);
    }
  }

  #propertiesAt(place: Location, access: string): string[] {
    const parts = this.#world.locations.childrenOf(place).filter((part) => this.#isDecided(part));
    return parts.flatMap((part) => {
      if (part.step.kind !== 'property') return [];
      const target = isSymbolKey(part.step.key) ? null : memberName(access, part.step.key);
      if (target === null) throw new NoSuchInput(part.name);
      const tree = this.#trees.at(part);
      return [tree.kind === 'absent' ? `delete ${target}; ` : `${target} = ${this.#print(tree)}; `];
    });
  }

  /** Whether the path depends on what is there. */
  #isDecided({ name }: Location): boolean {
    this.#decided ??= listed(this.#state.conditions).flatMap(({ condition }) => {
      if (condition.kind === 'term')
        return unknownsOf(condition.term).flatMap((unknown) => ('name' in unknown ? [unknown.name] : []));
      return [condition.location.name];
    });
    return this.#decided.some((each) => each.startsWith(name));
  }

  /** How the function gets at an object: by an argument, or as its `this`. */
  #accessTo({ args, receiver }: CallbackCall, location: Location): string | null {
    const met = new Set<Ref>();
    const within = (value: Value, access: string): string | null => {
      const ref = this.#refOf(value);
      if (ref === null || met.has(ref)) return null;
      met.add(ref);
      const object = this.#state.heap.get(ref);
      if (object === undefined) return null;
      if (object.input !== null && placeOf(this.#state, object.input.location) === placeOf(this.#state, location))
        return access;
      for (const [id, property] of object.properties.sorted()) {
        const key = this.#world.keys.textOf(id);
        const inside = isSymbolKey(key) ? null : memberName(access, key);
        const found = property.kind !== 'data' || inside === null ? null : within(property.value, inside);
        if (found !== null) return found;
      }
      if (object.internal.kind !== 'array') return null;
      for (const [index, element] of object.internal.elements.sorted()) {
        const found = within(element, `${access}[${index}]`);
        if (found !== null) return found;
      }
      return null;
    };
    for (const [index, arg] of args.entries()) {
      const found = within(arg, `args[${index}]`);
      if (found !== null) return found;
    }
    return within(receiver, 'this');
  }

  #refOf(value: Value): Ref | null {
    if (value.kind === 'object') return value.ref;
    if (value.kind !== 'input') return null;
    return this.#state.inputObjects.get(placeOf(this.#state, value.location).id) ?? null;
  }
}

const nothing: ChangesText = { before: '', after: '', usesThis: false };
