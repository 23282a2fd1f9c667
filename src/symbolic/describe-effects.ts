import type { Observed } from '#replay/observed';
import { PersistentMap } from '#core/persistent-map';
import type { BindingKind } from '#ir/cfg';
import { Evaluation } from '#smt/model';
import { NoSuchInput, InputTrees } from './concrete/input-tree';
import { StateObserver } from './concrete/observe-state';
import { asItIs, describeValue, type ReadTerm } from './describe-value';
import type { HeapObject } from './heap-object';
import type { Location } from './location';
import type { World } from './machine';
import { assigned, isSameValue, memberName, objectChanges, type Change } from './object-changes';
import { listed, type OutsideCall, type State } from './state';
import type { Ref, Value } from './value';

/** Something that a path does besides returning or throwing. */
export interface DescribedEffect extends Change {
  readonly kind: 'argument' | 'receiver' | 'module' | 'call';
}

/** `log(1)`, and `each(#0) gets 1` for what a function of the outside gets from one that it was given. */
function calledText(callee: string, args: readonly string[]): string {
  if (/ (?:gets|catches)$/.test(callee)) return `${callee} ${args.join(', ')}`;
  return `${callee}(${args.join(', ')})`;
}

/** Most objects of loaded modules that are looked at for changes. */
const mostObjects = 5_000;

/** Sees what paths do to the world, compared with how it was when the function was called. */
export class EffectDescriber {
  readonly #world: World;
  readonly #start: State;
  readonly #path: string;
  /** Objects that modules made when they were loaded, by a name that reaches them. */
  readonly #named: ReadonlyMap<Ref, string>;
  #held: ReadonlyMap<string, Value> | null = null;

  constructor(world: World, start: State, path: string) {
    this.#world = world;
    this.#start = start;
    this.#path = path;
    this.#named = namedObjects(world, start, path);
  }

  /** Changes first, with the module variables that were `written` in any case, then calls to the outside in their order. */
  effects(state: State, written: ReadonlySet<number>): DescribedEffect[] {
    return [...this.changes(state, written), ...this.calls(state)];
  }

  /** To the outside, with what their arguments held when they were made. */
  calls(state: State, read: ReadTerm = asItIs, describe: typeof describeValue = describeValue): DescribedEffect[] {
    return listed(state.outside).map(({ call }): DescribedEffect => {
      const then = stateAt(state, call);
      const args = call.args.map((arg) => describe(this.#world, then, arg, read));
      const text = calledText(call.callee, args);
      return { kind: 'call', place: call.callee, value: null, held: null, text };
    });
  }

  changes(state: State, written: ReadonlySet<number> = new Set(), read: ReadTerm = asItIs): DescribedEffect[] {
    return [
      ...this.#inputChanges(state, read),
      ...this.#variableChanges(state, written, read),
      ...this.#objectChanges(state, read),
    ];
  }

  /** What a place of a module held when the function was called; null for a place that no module has. */
  heldBefore(place: string): Value | null {
    this.#held ??= this.#placesBefore();
    return this.#held.get(place) ?? null;
  }

  /** What variables at the top of the function's own module must hold when the engine has run the input. */
  predictedState(state: State): ReadonlyMap<string, Observed> {
    const predicted = new Map<string, Observed>();
    if (state.model === null) return predicted;
    const evaluation = new Evaluation(state.model);
    const trees = new InputTrees(this.#world, state, evaluation);
    const observer = new StateObserver(this.#world, state, evaluation, trees);
    try {
      for (const { name, cell, path } of moduleVariables(this.#world, state)) {
        const value = path === this.#path ? state.cells.get(cell) : undefined;
        if (value !== undefined && value !== null) predicted.set(name, observer.observe(value));
      }
    } catch (error) {
      if (!(error instanceof NoSuchInput)) throw error;
    }
    return predicted;
  }

  #placesBefore(): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const [ref, name] of this.#named) {
      const object = this.#start.heap.get(ref);
      for (const [id, property] of object?.properties.entries() ?? []) {
        const place = memberName(name, this.#world.keys.textOf(id));
        if (place !== null && property.kind === 'data') found.set(place, property.value);
      }
      if (object?.internal.kind !== 'array') continue;
      found.set(`${name}.length`, object.internal.length);
      for (const [index, value] of object.internal.elements.entries()) found.set(`${name}[${index}]`, value);
    }
    for (const { name, cell, path } of moduleVariables(this.#world, this.#start)) {
      const value = this.#start.cells.get(cell);
      if (value !== undefined && value !== null) found.set(this.#inModule(name, path), value);
    }
    return found;
  }

  #inputChanges(state: State, read: ReadTerm): DescribedEffect[] {
    const seen = new Set<Ref>();
    return state.inputObjects.sorted().flatMap(([id, ref]) => {
      const location = this.#world.locations.at(id);
      const object = state.heap.get(ref);
      if (location === undefined || object === undefined || seen.has(ref)) return [];
      seen.add(ref);
      const kind = kindOf(location);
      const made = state.constructed.get(ref) ?? null;
      return ofKind(kind, objectChanges(this.#world, state, location.name, made, object, read));
    });
  }

  #variableChanges(state: State, written: ReadonlySet<number>, read: ReadTerm): DescribedEffect[] {
    return moduleVariables(this.#world, state).flatMap(({ name, cell, path }): DescribedEffect[] => {
      const before = (state.called ?? this.#start).cells.get(cell);
      const after = state.cells.get(cell);
      // A module that was first loaded on this path has not changed anything by that.
      if (before === undefined || after === undefined || after === null) return [];
      if (isSameValue(before, after) && !written.has(cell)) return [];
      const change = assigned(this.#inModule(name, path), describeValue(this.#world, state, after, read), after);
      return [{ kind: 'module', ...change }];
    });
  }

  #objectChanges(state: State, read: ReadTerm): DescribedEffect[] {
    const found: DescribedEffect[] = [];
    for (const [ref, name] of this.#named) {
      const before = (state.called ?? this.#start).heap.get(ref);
      const after = state.heap.get(ref);
      if (before === undefined || after === undefined || before === after) continue;
      found.push(...ofKind('module', objectChanges(this.#world, state, name, before, after, read)));
    }
    return found;
  }

  #inModule(name: string, path: string): string {
    return path === this.#path ? name : `${name} of ${path}`;
  }
}

function ofKind(kind: DescribedEffect['kind'], changes: readonly Change[]): DescribedEffect[] {
  return changes.map((change) => ({ kind, ...change }));
}

/** Objects as they were when a call was made. Those of the input that were first looked at afterwards were untouched then. */
function stateAt(state: State, { heap }: OutsideCall): State {
  const then = state.fork();
  then.heap = heap;
  for (const [, ref] of state.inputObjects.entries()) {
    const later = heap.has(ref) ? undefined : state.heap.get(ref);
    if (later !== undefined) then.heap = then.heap.set(ref, asItCame(later));
  }
  return then;
}

/** Nothing is known of what it held. */
function asItCame(object: HeapObject): HeapObject {
  const internal = object.internal.kind === 'array' ? ({ kind: 'plain' } as const) : object.internal;
  return { ...object, properties: PersistentMap.empty(), internal };
}

export interface ModuleVariable {
  readonly name: string;
  readonly cell: number;
  readonly path: string;
}

export function moduleVariables({ source, keys }: World, state: State): ModuleVariable[] {
  return state.modules.sorted().flatMap(([id, { env }]) => {
    const path = keys.textOf(id);
    const bindings = source.module(path)?.bindings.filter(({ owner, kind }) => owner === 0 && holdsState.has(kind));
    return (bindings ?? []).flatMap(({ index, name }) => {
      const cell = env.get(index);
      return cell === undefined ? [] : [{ name, cell, path }];
    });
  });
}

const holdsState: ReadonlySet<string> = new Set<BindingKind>([
  'var',
  'let',
  'const',
  'class',
  'function',
  'enum',
  'namespace',
  'default',
]);

function kindOf(location: Location): 'argument' | 'receiver' | 'module' {
  let root = location;
  while (root.parent !== null) root = root.parent;
  if (root.step.kind === 'receiver') return 'receiver';
  return root.step.kind === 'variable' ? 'module' : 'argument';
}

/** Nearest names first, so that an object has its shortest one. */
export function namedObjects(world: World, start: State, ownPath: string): ReadonlyMap<Ref, string> {
  const named = new Map<Ref, string>();
  const waiting: (readonly [Ref, string])[] = [];
  const meet = (value: Value | null | undefined, name: string | null): void => {
    if (value?.kind !== 'object' || value.ref <= 0 || named.has(value.ref) || name === null) return;
    if (named.size >= mostObjects) return;
    named.set(value.ref, name);
    waiting.push([value.ref, name]);
  };
  const variables = moduleVariables(world, start);
  for (const { name, cell, path } of [
    ...variables.filter((variable) => variable.path === ownPath),
    ...variables.filter((variable) => variable.path !== ownPath),
  ]) {
    meet(start.cells.get(cell), path === ownPath ? name : `${name} of ${path}`);
  }
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [ref, name] = next;
    const object = start.heap.get(ref);
    if (object === undefined || object.internal.kind === 'namespace') continue;
    const held = [...object.properties.entries()].flatMap(([id, property]) =>
      property.kind === 'data' ? [{ key: world.keys.textOf(id), ...property }] : [],
    );
    for (const { key, value } of held.toSorted((a, b) => a.order - b.order)) {
      if (key !== 'constructor') meet(value, memberName(name, key));
    }
    if (object.internal.kind === 'array') {
      for (const [index, element] of object.internal.elements.sorted()) meet(element, `${name}[${index}]`);
    }
  }
  return named;
}
