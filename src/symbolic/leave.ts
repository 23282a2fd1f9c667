import { invariant } from '#core/diagnostics';
import { throwError, throwTypeError } from './errors';
import type { Suspension } from './executed';
import { noProgress, type CallOutcome, type Delivery, type Frame } from './frame';
import { iteratorResult } from './iterator-result';
import type { Machine } from './machine';
import { performThen, promiseOf, rejectPromise, resolvePromise } from './promises';
import { settle } from './settle';
import type { State } from './state';
import { objectValue, type Ref } from './value';

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
    case 'module':
      machine.world.language.moduleEnded(machine, purpose.path, outcome);
      deliver(state, frame, purpose.to, outcome);
      return;
    case 'entry':
      complete(state, outcome);
      return;
    case 'job':
    case 'async-generator':
      machine.unsupported(`the end of ${purpose.kind}`);
  }
}

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

/** A function stops for the moment: at an `await` it waits for a promise, at a `yield` for its consumer. */
export function suspend(machine: Machine, suspension: Suspension): void {
  const { frame, value } = suspension;
  const { purpose } = frame;
  const kept: Frame = { ...frame, caller: null, progress: noProgress };
  if (suspension.kind === 'yield') {
    invariant(purpose.kind === 'generator', 'a generator yields');
    setGenerator(machine, purpose.ref, { kind: 'suspended', frame: kept, started: true });
    deliver(machine.state, frame, purpose.to, { kind: 'returned', value: iteratorResult(machine, value, false) });
    return;
  }
  if (purpose.kind !== 'async') return machine.unsupported('await outside of an async function');
  const waiting: Frame = { ...kept, purpose: { ...purpose, to: 'nowhere' } };
  performThen(machine, promiseOf(machine, value), { kind: 'resume', frame: waiting });
  deliver(machine.state, frame, purpose.to, { kind: 'returned', value: objectValue(purpose.promise) });
}

type GeneratorInternal =
  { readonly kind: 'done' } | { readonly kind: 'suspended'; readonly frame: Frame; readonly started: boolean };

function setGenerator(machine: Machine, ref: Ref, generator: GeneratorInternal): void {
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'generator', generator } });
}
