import { PersistentMap } from '#core/persistent-map';
import { lowerSource } from '#ir/lower-module';
import { idleFrame } from '../begin';
import { functionAt, prepareFrame } from '../functions';
import { Machine, type World } from '../machine';
import { moduleVariable } from '../preconditions';
import { run, type RunOptions } from '../run';
import { depthFirst } from '../searcher';
import type { State } from '../state';
import { undefinedValue, type Value } from '../value';

/** A function that a call hands in, as source in the scope of the module of the called function. */
export interface GivenFunction {
  /** Which argument it is. */
  readonly index: number;
  /** Statements that come first. */
  readonly setup: readonly string[];
  readonly text: string;
}

/** The state, with the functions that its call hands in as functions of the program; those that cannot be made are left out. */
export function makeFunctions(
  world: World,
  loaded: State,
  path: string,
  functions: readonly GivenFunction[],
  options: RunOptions,
): { readonly state: State; readonly values: ReadonlyMap<number, Value> } {
  const values = new Map<number, Value>();
  let state = loaded;
  for (const given of functions) {
    const [made] = evaluate(world, state, path, given, options);
    if (made?.completion?.kind !== 'returns') continue;
    const { value } = made.completion;
    const internal = value.kind === 'object' ? made.heap.get(value.ref)?.internal : undefined;
    if (internal?.kind !== 'closure') continue;
    values.set(given.index, value);
    state = made;
    state.completion = loaded.completion;
  }
  return { state, values };
}

/** The arguments of a call that is about to begin, with other values for some. */
export function replaceArguments(state: State, values: ReadonlyMap<number, Value>): void {
  const { frame } = state;
  if (frame === null || values.size === 0) return;
  const args = frame.args.map((arg, index) => values.get(index) ?? arg);
  state.frame = { ...frame, args, context: { ...frame.context, args } };
}

function evaluate(
  world: World,
  loaded: State,
  path: string,
  { setup, text }: GivenFunction,
  options: RunOptions,
): readonly State[] {
  const module = world.source.module(path);
  const words = new Set([...setup, text].join('\n').match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []);
  const inScope = (module?.bindings ?? []).filter((b) => b.owner === 0 && b.kind !== 'type' && words.has(b.name));
  const names = [...new Set(inScope.map(({ name }) => name))];
  const body = [...setup, `return (${text}\n);`].join('\n');
  const made = lowerSource(inputPath, `export function make(${names.join(', ')}) {{\n${body}\n}}`).module;
  if (made === null) return [];
  const state = loaded.fork();
  state.completion = null;
  state.frame = idleFrame(state);
  const machine = new Machine(world, state, state.frame);
  const args = names.map((name) => moduleVariable(machine, path, name));
  const closure = {
    module: made,
    fn: functionAt(made, 1),
    env: PersistentMap.empty<number>(),
    privates: null,
    home: null,
    outer: null,
    construction: null,
  };
  const activation = { self: null, receiver: undefinedValue, args, newTarget: undefinedValue };
  state.frame = prepareFrame(machine, closure, activation, { kind: 'entry' });
  return run(world, [state], options, depthFirst()).ends;
}

/** No file has this name. */
const inputPath = '<input>';
