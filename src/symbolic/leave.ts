import { invariant } from '#core/diagnostics';
import { labels, type CfgNode } from '#ir/cfg';
import { asyncGeneratorAt, completeRequest, drainRequests, setAsyncGenerator } from './async-generators';
import { throwError, throwTypeError } from './errors';
import type { Suspension } from './executed';
import { noProgress, type CallOutcome, type Delivery, type Frame, type FramePurpose } from './frame';
import type { GeneratorState } from './heap-object';
import { iteratorResult } from './iterator-result';
import type { Machine } from './machine';
import { performThen, promiseOf, rejectPromise, resolvePromise } from './promises';
import { settle } from './settle';
import type { State } from './state';
import { objectValue, undefinedValue, type Ref, type Value } from './value';

/** A function ends: its outcome goes to whoever waits for it. */
export function leave(machine: Machine, frame: Frame): void {
  const { state } = machine;
  const { purpose } = frame;
  const outcome: CallOutcome =
    frame.error === null ? { kind: 'returned', value: frame.result } : { kind: 'threw', error: frame.error };
  switch (purpose.kind) {
    case 'call':
      deliver(state, frame, purpose.to, outcome);
      return;
    case 'construct': {
      const made = outcome.kind === 'threw' ? outcome : constructed(machine, frame, purpose.derived);
      if (purpose.to === 'nowhere') complete(state, made);
      else deliver(state, frame, purpose.to, made);
      return;
    }
    case 'generator-call':
      // Its parameters failed.
      if (purpose.to === 'nowhere') complete(state, outcome);
      else deliver(state, frame, purpose.to, outcome);
      return;
    case 'generator': {
      setGenerator(machine, purpose.ref, { kind: 'done' });
      const value = outcome.kind === 'returned' ? iteratorResult(machine, outcome.value, true) : null;
      deliver(state, frame, purpose.to, value === null ? outcome : { kind: 'returned', value });
      return;
    }
    case 'async':
      if (outcome.kind === 'returned') resolvePromise(machine, purpose.promise, outcome.value);
      else rejectPromise(machine, purpose.promise, outcome.error);
      deliver(state, frame, purpose.to, { kind: 'returned', value: objectValue(purpose.promise) });
      return;
    case 'async-generator':
      setAsyncGenerator(machine, purpose.ref, { kind: 'done' });
      completeRequest(machine, purpose.ref, outcome, true);
      drainRequests(machine, purpose.ref);
      deliver(state, frame, purpose.to, nothing);
      return;
    case 'module': {
      const goingOn = machine.world.language.moduleEnded(machine, purpose.path, outcome);
      deliver(state, frame, purpose.to, outcome);
      for (const parked of goingOn.toReversed()) state.frame = { ...parked, caller: state.frame };
      return;
    }
    case 'entry':
      complete(state, outcome);
      return;
    case 'job':
      machine.unsupported('the end of a job');
  }
}

const nothing: CallOutcome = { kind: 'returned', value: undefinedValue };

/** The function under analysis has ended. */
function complete(state: State, outcome: CallOutcome): void {
  state.frame = null;
  state.completion =
    outcome.kind === 'returned' ? { kind: 'returns', value: outcome.value } : { kind: 'throws', error: outcome.error };
}

/** Puts an outcome where the caller looks for it, and goes on there. */
export function deliver(state: State, frame: Frame, to: Delivery, outcome: CallOutcome): void {
  const { caller } = frame;
  if (caller === null || to === 'nowhere') {
    state.frame = caller;
    return;
  }
  if (to === 'call-return') state.frame = { ...caller, outcome };
  else {
    const { log, decisions } = caller.progress;
    state.frame = { ...caller, progress: { log: [...log, outcome], decisions } };
  }
}

function constructed(machine: Machine, frame: Frame, derived: boolean): CallOutcome {
  const result = settle(machine, frame.result);
  if (result.kind === 'object') return { kind: 'returned', value: result };
  if (derived && result.kind !== 'undefined') {
    throwTypeError(machine, 'Derived constructors may only return object or undefined');
  }
  const made = machine.cell(frame.context.receiver);
  if (made === null) {
    const message =
      "Must call super constructor in derived class before accessing 'this' or returning from derived constructor";
    throwError(machine, 'ReferenceError', message);
  }
  return { kind: 'returned', value: made };
}

/** The body of a generator is about to begin: its caller gets the generator instead. */
export function giveGenerator(machine: Machine, frame: Frame): void {
  const { purpose } = frame;
  invariant(purpose.kind === 'generator-call', 'a generator function was called');
  const { ref, to } = purpose;
  const { async } = frame.closure.fn;
  const resting = { kind: async ? 'async-generator' : 'generator', ref, to: 'nowhere' } as const;
  const kept: Frame = { ...frame, caller: null, progress: noProgress, purpose: resting };
  const suspended = { kind: 'suspended', frame: kept, started: false } as const;
  if (async) setAsyncGenerator(machine, ref, suspended);
  else setGenerator(machine, ref, suspended);
  const outcome: CallOutcome = { kind: 'returned', value: objectValue(ref) };
  if (to === 'nowhere') complete(machine.state, outcome);
  else deliver(machine.state, frame, to, outcome);
}

/** A function stops for the moment: at an `await` it waits for a promise, at a `yield` for its consumer. */
export function suspend(machine: Machine, suspension: Suspension): void {
  switch (suspension.kind) {
    case 'yield':
      return suspendAtYield(machine, suspension.frame, suspension.value);
    case 'await':
      return suspendAtAwait(machine, suspension.frame, suspension.value);
    case 'imports': {
      const { frame, until } = suspension;
      const { purpose } = frame;
      invariant(purpose.kind === 'module', 'a module waits for those that it imports');
      machine.world.language.moduleWaits(machine, purpose.path, { frame: atRest(frame, purpose), until });
      deliver(machine.state, frame, purpose.to, nothing);
    }
  }
}

/** A frame that is left where it is; when it goes on, nobody waits for it. */
function atRest(frame: Frame, purpose: Extract<FramePurpose, { to: Delivery }>): Frame {
  return { ...frame, caller: null, progress: noProgress, purpose: { ...purpose, to: 'nowhere' } };
}

function suspendAtYield(machine: Machine, frame: Frame, value: Value): void {
  const { purpose } = frame;
  invariant(purpose.kind === 'generator' || purpose.kind === 'async-generator', 'a generator yields');
  const suspended = { kind: 'suspended', frame: atRest(frame, purpose), started: true } as const;
  if (machine.state.consumer !== null && isUpToConsumer(frame)) {
    machine.note({ kind: 'assumed', what: 'that generators are run to their end and sent nothing' });
  }
  if (purpose.kind === 'generator') {
    setGenerator(machine, purpose.ref, suspended);
    deliver(machine.state, frame, purpose.to, { kind: 'returned', value: iteratorResult(machine, value, false) });
    return;
  }
  completeRequest(machine, purpose.ref, { kind: 'returned', value }, false);
  const [request] = asyncGeneratorAt(machine, purpose.ref).queue;
  if (request !== undefined) {
    const { kind, value: given } = request;
    machine.state.frame = { ...frame, progress: noProgress, resumption: { kind, value: given } };
    return;
  }
  setAsyncGenerator(machine, purpose.ref, suspended);
  deliver(machine.state, frame, purpose.to, nothing);
}

/** Whether one who sends something, or ends the generator at this `yield`, has it do something else than to go on or stop. */
function isUpToConsumer({ closure: { fn }, node: index }: Frame): boolean {
  const node = fn.nodes[index];
  if (node?.op.kind === 'yield' && node.op.target !== null) return true;
  const onError = (from: CfgNode | undefined): CfgNode | undefined =>
    fn.nodes[from?.edges.find(({ label }) => label === labels.error)?.to ?? fn.exit];
  let handler = onError(node);
  while (handler?.op.kind === 'iter-close') handler = onError(handler);
  return handler !== undefined && handler.op.kind !== 'exit';
}

function suspendAtAwait(machine: Machine, frame: Frame, value: Value): void {
  const { purpose } = frame;
  if (purpose.kind !== 'async' && purpose.kind !== 'async-generator' && purpose.kind !== 'module') {
    return machine.unsupported('await outside of an async function');
  }
  performThen(machine, promiseOf(machine, value), { kind: 'resume', frame: atRest(frame, purpose) });
  if (purpose.kind === 'module') machine.world.language.moduleWaits(machine, purpose.path, null);
  const promise: CallOutcome | null =
    purpose.kind === 'async' ? { kind: 'returned', value: objectValue(purpose.promise) } : null;
  deliver(machine.state, frame, purpose.to, promise ?? nothing);
}

function setGenerator(machine: Machine, ref: Ref, generator: GeneratorState): void {
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'generator', generator } });
}
