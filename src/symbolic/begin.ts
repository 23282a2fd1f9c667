import { invariant } from '#core/diagnostics';
import type { PersistentMap } from '#core/persistent-map';
import type { FunctionIr, ModuleIr } from '#ir/cfg';
import type { Closure } from './closure';
import { functionAt, ownBindings, prepareFrame } from './functions';
import { anything } from './inputs/anything';
import type { FunctionInputs } from './input-type';
import { generatorCall } from './invoke';
import { startJob } from './jobs';
import { Machine, type World } from './machine';
import { ensureEvaluated } from './modules';
import { newPromise } from './promises';
import { CallRequest, Cut } from './signals';
import { State } from './state';
import { objectValue, undefinedValue, type Ref, type Value } from './value';

/** States in which the module of the function is about to be evaluated. */
export function initialStates(world: World, path: string): readonly State[] {
  const state = new State();
  state.frame = idleFrame(state);
  const machine = new Machine(world, state, state.frame);
  try {
    ensureEvaluated(machine, path);
  } catch (signal) {
    if (!(signal instanceof CallRequest)) throw signal;
    const { purpose } = signal.frame;
    invariant(purpose.kind === 'module', 'a module is evaluated first');
    state.frame = { ...signal.frame, purpose: { ...purpose, to: 'nowhere' } };
  }
  return [state];
}

/** A frame for what happens before anything runs. */
export function idleFrame(state: State): NonNullable<State['frame']> {
  const idle = state.fork();
  const nothing = { kind: 'then', onFulfilled: undefinedValue, onRejected: undefinedValue, derived: null } as const;
  idle.jobs = [{ kind: 'reaction', reaction: nothing, outcome: { kind: 'fulfilled', value: undefinedValue } }];
  return startJob(idle);
}

interface Start {
  readonly path: string;
  readonly fn: FunctionIr;
  readonly inputs: FunctionInputs;
}

/** The function is called with its inputs, on a module that was loaded. */
export function startFunction(world: World, loaded: State, start: Start): readonly State[] {
  if (loaded.completion?.kind === 'cut') return [loaded];
  const module = world.source.module(start.path);
  invariant(module !== null, 'the module of the function was loaded');
  const moduleState = loaded.modules.get(world.keys.idOf(start.path));
  invariant(moduleState !== undefined, 'the module of the function was loaded');
  if (moduleState.status === 'failed' && moduleState.error !== null) {
    loaded.completion = { kind: 'throws', error: moduleState.error };
    return [loaded];
  }
  if (moduleState.status === 'waiting') {
    const what = 'a module that waits at its top for something that never happens';
    loaded.completion = { kind: 'cut', reason: { kind: 'unsupported', what, at: null } };
    return [loaded];
  }
  const state = loaded.fork();
  state.completion = null;
  const { cells, heap, nextCell, nextRef } = loaded;
  state.called = { cells, heap, nextCell, nextRef, hasBegun: false, isTouched: false };
  state.steps = 0;
  state.frame = idleFrame(state);
  const machine = new Machine(world, state, state.frame);
  const found = closureOf(state, module, start.fn);
  endWhereCut(state, () => {
    const closure = found?.closure ?? nestedClosure(machine, module, start.fn, moduleState.env);
    const { receiver, args } = inputValues(world, start.inputs);
    const { home } = closure;
    const isOnClass = start.inputs.receiver === null && start.fn.isStatic && home !== null;
    enter(machine, closure, { self: found?.ref ?? null, receiver: isOnClass ? objectValue(home) : receiver, args });
  });
  return [state];
}

/** What cannot be begun is a path that was left at once. */
function endWhereCut(state: State, begin: () => void): void {
  try {
    begin();
  } catch (signal) {
    if (!(signal instanceof Cut)) throw signal;
    state.completion = { kind: 'cut', reason: signal.reason };
  }
}

/** A call of a function that a path has left behind. */
export interface LeftCall {
  readonly fn: Ref;
  readonly receiver: Value;
  readonly args: readonly Value[];
}

/** A path that has ended goes on: a function of the program that it has made, or left somewhere, is called. */
export function startLeftFunction(world: World, ended: State, { fn, receiver, args }: LeftCall): State {
  const state = ended.fork();
  Object.assign(state, { completion: null, steps: 0, promise: null, consumer: null, thrown: null, outside: null });
  state.frame = idleFrame(state);
  const machine = new Machine(world, state, state.frame);
  const { internal } = machine.object(fn);
  invariant(internal.kind === 'closure', 'a function of the program is called');
  const { closure } = internal;
  const isSloppy = !closure.fn.strict && closure.fn.kind !== 'arrow' && receiver.kind === 'undefined';
  const activation = { self: fn, receiver: isSloppy ? objectValue(world.realm.global) : receiver, args };
  endWhereCut(state, () => enter(machine, closure, activation));
  return state;
}

/** Puts the frame of a function under analysis at the bottom of the stack. */
function enter(
  machine: Machine,
  closure: Closure,
  { self, receiver, args }: { readonly self: Ref | null; readonly receiver: Value; readonly args: readonly Value[] },
): void {
  const { state } = machine;
  const { fn } = closure;
  const activation = { self, receiver, args, newTarget: undefinedValue };
  if (fn.generator) state.frame = generatorCall(machine, closure, activation, 'nowhere');
  else if (fn.async) {
    const promise = newPromise(machine);
    state.promise = promise;
    state.frame = prepareFrame(machine, closure, activation, { kind: 'async', promise, to: 'nowhere' });
  } else if (fn.kind === 'constructor') startConstructor(machine, fn, self, args);
  else state.frame = prepareFrame(machine, closure, activation, { kind: 'entry' });
}

function startConstructor(machine: Machine, { parent }: FunctionIr, self: Ref | null, args: readonly Value[]): void {
  if (self === null) {
    const isNested = parent !== null && parent !== 0;
    machine.unsupported(
      isNested
        ? 'a constructor of a class that is made inside of a function'
        : 'a constructor of a class that loading its module does not make, because of what it extends or has',
    );
  }
  const fn = objectValue(self);
  const made = machine.world.language.invoke(machine, {
    fn,
    receiver: undefinedValue,
    args,
    newTarget: fn,
    to: 'nowhere',
  });
  invariant(made.kind === 'frame', 'a constructor of the program has a frame');
  machine.state.frame = made.frame;
}

/** Inputs as values that are decided when the program looks at them. */
export function inputValues(
  world: World,
  inputs: FunctionInputs,
): { readonly receiver: Value; readonly args: readonly Value[] } {
  const args = inputs.params.map((param, index): Value => {
    const step = { kind: 'parameter', index, name: param.name, rest: param.rest } as const;
    return {
      kind: 'input',
      location: world.locations.root(step, param.name, param.type, param.optional && !param.rest),
    };
  });
  if (inputs.receiver === null) return { receiver: undefinedValue, args };
  return {
    receiver: { kind: 'input', location: world.locations.root({ kind: 'receiver' }, 'this', inputs.receiver) },
    args,
  };
}

/** The function as the loaded module made it, with the scope and class that it has there. */
function closureOf(
  state: State,
  module: ModuleIr,
  fn: FunctionIr,
): { readonly ref: Ref; readonly closure: Closure } | null {
  let first: { readonly ref: Ref; readonly closure: Closure } | null = null;
  for (const [ref, { internal }] of state.heap.entries()) {
    if (internal.kind !== 'closure' || internal.closure.module !== module || internal.closure.fn !== fn) continue;
    if (first === null || ref < first.ref) first = { ref, closure: internal.closure };
  }
  return first;
}

/** A function inside of another: the variables around it, which it captures, are inputs, too. */
function nestedClosure(machine: Machine, module: ModuleIr, fn: FunctionIr, moduleEnv: PersistentMap<number>): Closure {
  let env = moduleEnv;
  for (let at = fn.parent; at !== null && at !== 0; at = functionAt(module, at).parent) {
    for (const binding of ownBindings(module, functionAt(module, at))) {
      const step = { kind: 'variable', name: binding.name } as const;
      const location = machine.world.locations.root(step, binding.name, anything);
      env = env.set(binding.index, machine.newCell({ kind: 'input', location }));
    }
  }
  return { module, fn, env, privates: null, home: null, outer: null, construction: null };
}
