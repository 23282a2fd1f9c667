import { invariant } from '#core/diagnostics';
import type { FunctionIr } from '#ir/cfg';
import { idleFrame, initialStates } from './begin';
import { functionAt, ownBindings, prepareFrame } from './functions';
import { anything } from './inputs/anything';
import type { FunctionInputs, InputType } from './input-type';
import { Machine, type World } from './machine';
import { run, type Exploration, type RunOptions } from './run';
import { depthFirst, type Searcher } from './searcher';
import type { State } from './state';
import { undefinedValue } from './value';

export interface PartialRequest extends Omit<RunOptions, 'stopAt'> {
  readonly world: World;
  readonly path: string;
  readonly fn: FunctionIr;
  readonly inputs: FunctionInputs;
  /** The node at which execution begins; the function's entry when not given. */
  readonly from?: number;
  /** The node before which it ends; by default it ends with the function. */
  readonly to?: number;
  /** Types of variables by name, where more is known of them than is declared. */
  readonly variables?: ReadonlyMap<string, InputType>;
  readonly searcher?: Searcher;
}

/**
 * Partial symbolic execution (Effects Def. 23): from one node of a function to another, with all variables of the program
 * at the start as symbols, so that it says what happens between the two whatever happened before.
 */
export function explorePartially(request: PartialRequest): Exploration {
  const { world, path, to } = request;
  const loaded = run(world, initialStates(world, path), request, depthFirst());
  const states = loaded.ends.map((state) => startAt(state, request));
  const stopAt = (state: State): boolean =>
    to !== undefined && state.frame?.purpose.kind === 'entry' && state.frame.node === to;
  return run(world, states, { ...request, stopAt }, request.searcher ?? depthFirst());
}

function startAt(loaded: State, { world, path, fn, from, inputs, variables }: PartialRequest): State {
  const state = loaded.fork();
  const module = world.source.module(path);
  const moduleState = state.modules.get(world.keys.idOf(path));
  invariant(module !== null && moduleState !== undefined, 'the module of the function was loaded');
  state.completion = null;
  const idle = idleFrame(state);
  state.frame = idle;
  const machine = new Machine(world, state, idle);
  const types = new Map(inputs.params.map((param) => [param.name, param.type]));
  for (const [name, type] of variables ?? []) types.set(name, type);
  const closure = { module, fn, env: moduleState.env, privates: null, home: null, outer: null, construction: null };
  const activation = { self: null, receiver: undefinedValue, args: [], newTarget: undefinedValue };
  const frame = prepareFrame(machine, closure, activation, { kind: 'entry' });
  let { env } = frame;
  const owners = enclosing(module.functions, fn);
  for (const owner of owners) {
    for (const binding of ownBindings(module, functionAt(module, owner))) {
      const isFixed = binding.kind === 'function' || binding.kind === 'class' || binding.kind === 'import';
      if (isFixed || (owner === 0 && binding.constant)) continue;
      const step = { kind: 'variable', name: binding.name } as const;
      const location = world.locations.root(step, binding.name, types.get(binding.name) ?? anything);
      const cell = env.get(binding.index);
      // Module variables keep their cells, which every function of the module shares.
      if (owner === 0 && cell !== undefined) machine.setCell(cell, { kind: 'input', location });
      else env = env.set(binding.index, machine.newCell({ kind: 'input', location }));
    }
  }
  // The entry would bind the parameters, which are variables like all others here.
  const first = fn.nodes[fn.entry]?.edges[0]?.to ?? fn.entry;
  state.frame = { ...frame, env, node: from ?? first };
  return state;
}

/** The function and those around it, down to the module. */
function enclosing(functions: readonly FunctionIr[], fn: FunctionIr): number[] {
  const owners: number[] = [];
  for (let at: number | null = fn.index; at !== null; at = functions[at]?.parent ?? null) owners.push(at);
  return owners;
}
