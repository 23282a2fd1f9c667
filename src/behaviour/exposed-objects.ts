import type { ModuleIr } from '#ir/cfg';
import type { World } from '#symbolic/machine';
import type { State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';

/** Objects that whoever imports a module gets at without a call: what it exports, and all that these hold. */
export class ExposedObjects {
  readonly #world: World;
  readonly #state: State;
  readonly #moduleAt: (path: string) => ModuleIr | null;
  #found: Set<Ref> | null = null;

  constructor(world: World, state: State, moduleAt: (path: string) => ModuleIr | null) {
    this.#world = world;
    this.#state = state;
    this.#moduleAt = moduleAt;
  }

  has(ref: Ref): boolean {
    return (this.#found ??= this.#find()).has(ref);
  }

  #find(): Set<Ref> {
    const found = new Set<Ref>();
    const meet = (value: Value | null | undefined): void => {
      if (value?.kind === 'object' && value.ref > 0 && found.size < mostObjects) found.add(value.ref);
    };
    for (const [id] of this.#state.modules.sorted()) {
      const path = this.#world.keys.textOf(id);
      meet(exportsOf(this.#world, this.#state, path));
      for (const record of this.#moduleAt(path)?.exports ?? []) {
        if (record.kind === 'local') meet(variableAt(this.#world, this.#state, path, record.binding));
      }
    }
    // A set is gone through with what is added to it on the way.
    for (const ref of found) {
      const object = this.#state.heap.get(ref);
      if (object === undefined) continue;
      for (const [, property] of object.properties.entries()) if (property.kind === 'data') meet(property.value);
      const { internal } = object;
      if (internal.kind === 'array') for (const [, element] of internal.elements.sorted()) meet(element);
      if (internal.kind !== 'map' && internal.kind !== 'set') continue;
      for (const entry of internal.entries) for (const each of [entry?.key, entry?.value]) meet(each);
    }
    return found;
  }
}

const mostObjects = 20_000;

/** What a variable of a module holds once modules are loaded. */
export function variableAt(world: World, state: State, path: string, binding: number): Value | null {
  const cell = state.modules.get(world.keys.idOf(path))?.env.get(binding);
  return cell === undefined ? null : (state.cells.get(cell) ?? null);
}

/** What a CommonJS module exports; null where it is none, or was not loaded. */
export function exportsOf(world: World, state: State, path: string): Value | null {
  const own = state.modules.get(world.keys.idOf(path))?.commonJs ?? null;
  const property = own === null ? undefined : state.heap.get(own)?.properties.get(world.keys.idOf('exports'));
  return property?.kind === 'data' ? property.value : null;
}
