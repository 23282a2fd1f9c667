import { changeParts, isOpaque } from './changed-parts';
import type { Machine, World } from './machine';
import { moduleFrame } from './module-frame';
import { placeOf } from './one-object';
import { settle } from './settle';
import { listed, type State } from './state';
import type { Ref, Value } from './value';

/**
 * A call to the outside may change objects that it can get at. In a world where it does, all their parts are others afterwards,
 * of which nothing is known but their types: the same in both versions, when the same calls are made. `by` names the call;
 * `given` are its `this` and its arguments.
 */
export function changeByOutside(machine: Machine, by: string, given: readonly Value[], isOfHost = false): void {
  const { outsideChanges, untried } = machine.world;
  if (machine.effect(moduleFrame) !== null) return;
  if (outsideChanges === undefined) {
    machine.effect((state) => {
      if (untried === undefined) return;
      untried.called ||= !isOfHost;
      untried.outside ||= isAnythingInReach(machine.world, state);
    });
    return;
  }
  const values = outsideChanges === 'given' ? given.map((value) => settle(machine, value)) : [];
  const left = machine.effect((state) => {
    if (outsideChanges === 'all') state.disturbed = by;
    const reach = new Reach(state, machine.world.keys);
    if (outsideChanges === 'given')
      reach.from(values, (index) => (index === 0 ? `this of ${by}` : `argument ${index} of ${by}`));
    else reach.fromEverything();
    const refs = [...reach.found.keys()];
    for (const [ref, name] of reach.found) {
      if (outsideChanges === 'all' || !isReadOnly(state, ref)) changeParts(machine.world, state, ref, name, by);
    }
    return [...new Set(refs.flatMap((ref) => leftAlone(state, ref) ?? []))];
  });
  for (const kind of left) machine.note({ kind: 'stated', what: `functions of the outside change no ${kind}` });
}

/** Whether the program has looked at an object, or made one, that the outside could change: others are read after the call anyway. */
function isAnythingInReach({ keys }: World, state: State): boolean {
  const reach = new Reach(state, keys);
  reach.fromEverything();
  return reach.found.size > 0;
}

/** Whoever is given it by its type cannot change it. */
function isReadOnly({ heap }: State, ref: Ref): boolean {
  const member = heap.get(ref)?.input?.member;
  return member?.kind === 'array' && member.readonly;
}

/** What an object is of which it is not known how others change it; null for all others. */
function leftAlone({ heap }: State, ref: Ref): string | null {
  const object = heap.get(ref);
  const kind = object?.internal.kind ?? 'plain';
  if (object === undefined || modelled.has(kind) || isOpaque(object)) return null;
  // Who may settle a promise was given a function for that.
  if (kind === 'promise' && object.properties.size === 0) return null;
  return kind === 'view' || kind === 'buffer' ? 'bytes' : `${kind.replace('regexp', 'regular expression')} objects`;
}

const modelled: ReadonlySet<string> = new Set(['plain', 'error', 'array', 'map', 'set', 'date']);

/** Objects that the outside can get at, with a name that is the same in both versions. */
class Reach {
  readonly found = new Map<Ref, string>();
  readonly #state: State;
  readonly #keys: World['keys'];

  constructor(state: State, keys: World['keys']) {
    this.#state = state;
    this.#keys = keys;
  }

  /** What was handed in, and what calls to the outside were given so far. */
  fromEverything(): void {
    const { inputObjects, outside } = this.#state;
    for (const [id, ref] of inputObjects.sorted()) this.#visit(ref, `input ${id}`);
    listed(outside).forEach(({ call }, index) => {
      const values = call.receiver === null ? call.args : [call.receiver, ...call.args];
      this.from(values, (at) => `given to ${call.callee}, call ${index + 1}[${at}]`);
    });
  }

  from(values: readonly Value[], nameOf: (index: number) => string): void {
    values.forEach((value, index) => this.#follow(value, nameOf(index)));
  }

  #follow(value: Value, name: string): void {
    if (value.kind === 'guarded') {
      this.#follow(value.yes, name);
      this.#follow(value.no, name);
    } else if (value.kind === 'object') this.#visit(value.ref, name);
    else if (value.kind === 'input') {
      const ref = this.#state.inputObjects.get(placeOf(this.#state, value.location).id);
      if (ref !== undefined) this.#visit(ref, name);
    }
  }

  #visit(ref: Ref, name: string): void {
    const object = ref > 0 && !this.found.has(ref) ? this.#state.heap.get(ref) : undefined;
    if (object === undefined || isOpaque(object)) return;
    this.found.set(ref, name);
    for (const [id, property] of object.properties.sorted()) {
      if (property.kind === 'data') this.#follow(property.value, `${name}.${this.#keys.textOf(id)}`);
    }
    const { internal } = object;
    if (internal.kind === 'array') {
      for (const [index, element] of internal.elements.sorted()) this.#follow(element, `${name}[${index}]`);
    } else if (internal.kind === 'map' || internal.kind === 'set') {
      internal.entries.forEach((entry, index) => {
        if (entry === null) return;
        this.#follow(entry.key, `key ${index} of ${name}`);
        this.#follow(entry.value, `entry ${index} of ${name}`);
      });
    } else if (internal.kind === 'promise' && internal.promise.kind === 'fulfilled') {
      this.#follow(internal.promise.value, `(await ${name})`);
    }
  }
}
