import type { CellId } from '#symbolic/closure';
import type { Keys } from '#symbolic/keys';
import type { State } from '#symbolic/state';
import type { Ref, Value } from '#symbolic/value';
import type { HeldState } from './held-state';
import { withoutNumber } from './key-names';

/** A place of one version that a value is kept in. */
export interface Slot {
  /** Null for one that holds nothing. */
  read(state: State): Value | null;
  write(state: State, value: Value): void;
}

/** A variable. */
export class VariableSlot implements Slot {
  readonly #cell: CellId;

  constructor(cell: CellId) {
    this.#cell = cell;
  }

  static nameOf(variable: string): string {
    return `variable ${variable}`;
  }

  static of(name: string, { cells }: HeldState): VariableSlot | null {
    const cell = name.startsWith('variable ') ? cells.idOf(name.slice('variable '.length)) : undefined;
    return cell === undefined ? null : new VariableSlot(cell);
  }

  read({ cells }: State): Value | null {
    return cells.get(this.#cell) ?? null;
  }

  write(state: State, value: Value): void {
    state.cells = state.cells.set(this.#cell, value);
  }
}

/** A property of an object. */
export class PropertySlot implements Slot {
  readonly #ref: Ref;
  readonly #key: number;

  constructor(ref: Ref, key: number) {
    this.#ref = ref;
    this.#key = key;
  }

  static nameOf(object: string, key: string): string {
    return `property ${JSON.stringify(withoutNumber(key))} of ${object}`;
  }

  /** Null also where two of the object's keys go by one name. */
  static of(name: string, { objects }: HeldState, keys: Keys, { heap }: State): PropertySlot | null {
    const found = /^property ("(?:[^"\\]|\\.)*") of (.*)$/s.exec(name);
    const ref = found === null ? undefined : objects.idOf(found[2] ?? '');
    if (ref === undefined) return null;
    const key = String(JSON.parse(found?.[1] ?? '""'));
    const stored = [...(heap.get(ref)?.properties.entries() ?? [])].filter(
      ([id]) => withoutNumber(keys.textOf(id)) === key,
    );
    const [only, ...others] = stored;
    if (others.length > 0) return null;
    return new PropertySlot(ref, only?.[0] ?? keys.idOf(key));
  }

  /** Of an object that was not handed in: keys of properties that hold something else; null where more than that has changed. */
  static changedKeys(before: State, after: State, ref: Ref): readonly number[] | null {
    const [was, is] = [before.heap.get(ref), after.heap.get(ref)];
    if (was === undefined || is === undefined || is.input !== null) return null;
    const isSameObject = was.internal === is.internal && was.proto === is.proto && was.extensible === is.extensible;
    const keys = was.properties.differences(is.properties);
    const isValueOnly = keys.every((key) => {
      const [old, now] = [was.properties.get(key), is.properties.get(key)];
      return (
        old?.kind === 'data' &&
        now?.kind === 'data' &&
        old.writable === now.writable &&
        old.enumerable === now.enumerable &&
        old.configurable === now.configurable
      );
    });
    return isSameObject && isValueOnly ? keys : null;
  }

  read({ heap }: State): Value | null {
    const property = heap.get(this.#ref)?.properties.get(this.#key);
    return property?.kind === 'data' ? property.value : null;
  }

  write(state: State, value: Value): void {
    const object = state.heap.get(this.#ref);
    const property = object?.properties.get(this.#key);
    if (object === undefined || property?.kind !== 'data') return;
    const properties = object.properties.set(this.#key, { ...property, value });
    state.heap = state.heap.set(this.#ref, { ...object, properties });
  }
}
