import { invariant } from '#core/diagnostics';
import type { Term } from '#smt/term';
import type { Terms } from '#smt/terms';
import { attempt } from './attempt';
import { consume } from './consume';
import { makeError } from './errors';
import type { Frame } from './frame';
import type { PromiseState, Reaction } from './heap-object';
import { thrown } from './input-type';
import type { Location } from './location';
import type { Machine } from './machine';
import { nativeFunction } from './native-function';
import { getFrom, isCallable } from './properties';
import { settle, settleBy } from './settle';
import type { Job, SettledPromise, State } from './state';
import { undefinedValue, type ObjectValue, type Ref, type SettledValue, type Value } from './value';

/** A pending promise. */
export function newPromise(machine: Machine, proto?: Ref): Ref {
  const pending = { kind: 'promise', promise: { kind: 'pending', reactions: [] } } as const;
  return machine.create(pending, proto ?? machine.world.realm.ref('Promise.prototype')).ref;
}

/** What a promise's own `resolve` does: another promise or thenable is adopted in a job. */
export function resolvePromise(machine: Machine, promise: Ref, resolution: Value): void {
  const object = isFulfilment(machine, resolution) ? null : asObject(machine, resolution);
  if (object === null) return settlePromise(machine, promise, { kind: 'fulfilled', value: resolution });
  if (object.ref === promise) {
    const message = machine.terms.constant('Chaining cycle detected for promise #<Promise>');
    return rejectPromise(machine, promise, makeError(machine, 'TypeError', message));
  }
  const then = attempt(() => getFrom(machine, object.ref, 'then', object));
  if (then.kind === 'threw') return rejectPromise(machine, promise, then.error);
  const action = settle(machine, then.value);
  // oxlint-disable-next-line unicorn/no-thenable -- a job is data that nobody awaits
  if (isCallable(machine, action)) machine.enqueue({ kind: 'adopt', promise, thenable: object, then: action });
  else settlePromise(machine, promise, { kind: 'fulfilled', value: object });
}

export function rejectPromise(machine: Machine, promise: Ref, reason: Value): void {
  settlePromise(machine, promise, { kind: 'rejected', value: reason });
}

/** PerformPromiseThen. */
export function performThen(machine: Machine, promise: Ref, reaction: Reaction): void {
  const object = machine.object(promise);
  const { internal } = object;
  invariant(internal.kind === 'promise', 'a promise has a state');
  if (object.input !== null && machine.effect(isBusy)) noteOrder(machine);
  const state = object.input === null ? internal.promise : settledInput(machine, promise);
  if (state.kind === 'pending') {
    const reactions = [...state.reactions, reaction];
    machine.update(promise, { ...object, internal: { kind: 'promise', promise: { kind: 'pending', reactions } } });
    return;
  }
  machine.enqueue({ kind: 'reaction', reaction, outcome: outcomeOf(state) });
}

/** Whether something else is to happen meanwhile: then it matters how long a promise takes. */
function isBusy({ timers, jobs }: State): boolean {
  return timers.length > 0 || jobs.some(({ kind }) => kind === 'reaction' || kind === 'adopt');
}

/** Whether something waits for a promise that was handed in. */
export function awaitsInput({ jobs }: State): boolean {
  return jobs.some((job) => job.kind === 'reaction' && job.outcome.value.kind === 'input');
}

/** A promise handed in may take as long as it likes: here it has settled already. */
export function noteOrder(machine: Machine): void {
  machine.note({ kind: 'stated', what: 'promises handed in are settled from the beginning' });
}

/** PromiseResolve: the promise itself, or a new one resolved with the value. */
export function promiseOf(machine: Machine, value: Value): Ref {
  const object = asObject(machine, value);
  if (object !== null && isPromise(machine, object)) {
    const constructor = settle(machine, getFrom(machine, object.ref, 'constructor', object));
    if (constructor.kind === 'object' && constructor.ref === machine.world.realm.ref('Promise')) return object.ref;
  }
  const promise = newPromise(machine);
  resolvePromise(machine, promise, value);
  return promise;
}

export function isPromise(machine: Machine, value: SettledValue): value is ObjectValue {
  return value.kind === 'object' && machine.object(value.ref).internal.kind === 'promise';
}

/** Runs a job of the queue. A suspended function is gone on with by who runs functions. */
export function runJob(machine: Machine, job: Job, resume: (frame: Frame, outcome: SettledPromise) => void): void {
  if (job.kind === 'adopt') return adopt(machine, job.promise, job.thenable, job.then);
  if (job.kind === 'consume') return consume(machine);
  if (job.kind === 'call') return callLater(machine, job.fn, job.args);
  const { reaction, outcome } = job;
  if (reaction.kind === 'resume') return resume(reaction.frame, outcome);
  const handler = settle(machine, outcome.kind === 'fulfilled' ? reaction.onFulfilled : reaction.onRejected);
  const result = isCallable(machine, handler)
    ? attempt(() => machine.call(handler, undefinedValue, [outcome.value]))
    : passedOn(outcome);
  if (reaction.derived === null) return;
  if (result.kind === 'threw') rejectPromise(machine, reaction.derived, result.error);
  else resolvePromise(machine, reaction.derived, result.value);
}

/** What a function throws that nobody called is seen by all. */
function callLater(machine: Machine, fn: Value, args: readonly Value[]): void {
  const outcome = attempt(() => machine.call(fn, undefinedValue, args));
  if (outcome.kind === 'threw') machine.recordOutside({ callee: 'nobody catches', args: [outcome.error] });
}

/** The two functions that a promise hands out; only the first call of either counts. */
export function resolvingFunctions(
  machine: Machine,
  promise: Ref,
): { readonly resolve: Value; readonly reject: Value } {
  const resolved = machine.create({ kind: 'boxed', value: machine.terms.false }, null);
  const remembered = [{ kind: 'object', ref: promise } as const, resolved];
  return {
    resolve: nativeFunction(machine, resolveName, remembered, 1),
    reject: nativeFunction(machine, rejectName, remembered, 1),
  };
}

/** Names of the models of those functions. */
export const resolveName = '%PromiseResolveFunction%';
export const rejectName = '%PromiseRejectFunction%';

/** Remembers in a box that something was done; gives whether it was done before. */
export function markDone(machine: Machine, box: Value): boolean {
  const settled = settle(machine, box);
  invariant(settled.kind === 'object', 'a flag is a box');
  const object = machine.object(settled.ref);
  invariant(object.internal.kind === 'boxed', 'a flag is a box');
  if (object.internal.value === machine.terms.true) return true;
  machine.update(settled.ref, { ...object, internal: { kind: 'boxed', value: machine.terms.true } });
  return false;
}

function settlePromise(machine: Machine, promise: Ref, outcome: SettledPromise): void {
  const object = machine.object(promise);
  const { internal } = object;
  invariant(internal.kind === 'promise' && internal.promise.kind === 'pending', 'a promise settles once');
  const { reactions } = internal.promise;
  machine.update(promise, { ...object, internal: { kind: 'promise', promise: stateOf(outcome) } });
  for (const reaction of reactions) machine.enqueue({ kind: 'reaction', reaction, outcome });
}

function stateOf({ kind, value }: SettledPromise): PromiseState {
  return kind === 'fulfilled' ? { kind, value } : { kind, reason: value };
}

function outcomeOf(state: Exclude<PromiseState, { kind: 'pending' }>): SettledPromise {
  return state.kind === 'fulfilled' ? state : { kind: 'rejected', value: state.reason };
}

function passedOn({ kind, value }: SettledPromise): ReturnType<typeof attempt> {
  return kind === 'fulfilled' ? { kind: 'returned', value } : { kind: 'threw', error: value };
}

function adopt(machine: Machine, promise: Ref, thenable: Value, then: Value): void {
  const { resolve, reject } = resolvingFunctions(machine, promise);
  const called = attempt(() => machine.call(then, thenable, [resolve, reject]));
  if (called.kind === 'threw') machine.call(reject, undefinedValue, [called.error]);
}

/** What a promise that was handed in is fulfilled with is no thenable: the promise would have followed that one. */
function isFulfilment(machine: Machine, value: Value): boolean {
  const location =
    value.kind === 'input'
      ? value.location
      : value.kind === 'object'
        ? machine.object(value.ref).input?.location
        : undefined;
  return location?.step.kind === 'settled' && location.step.outcome === 'value';
}

/** The value if it is an object; of an open input no more is decided than that. */
function asObject(machine: Machine, value: Value): ObjectValue | null {
  const found = settleBy(machine, value, (kind) => {
    switch (kind) {
      case 'undefined':
      case 'null':
      case 'boolean':
      case 'number':
      case 'string':
      case 'bigint':
      case 'symbol':
      case 'literals':
        return 0;
      default:
        return 1;
    }
  });
  if ('class' in found && found.class === 0) return null;
  const settled = 'settled' in found ? found.settled : settle(machine, value);
  return settled.kind === 'object' ? settled : null;
}

/** True when the promise that was handed in at a place is fulfilled, false when it is rejected. */
export function fulfilment(terms: Terms, location: Location): Term {
  return terms.symbol(`${location.name} is fulfilled`, 'bool');
}

/** True when it is neither: nobody ever settles it. */
export function openness(terms: Terms, location: Location): Term {
  return terms.symbol(`${location.name} never settles`, 'bool');
}

/** A promise that was handed in is settled already, or never; which is decided when the program waits for it. */
export function settledInput(machine: Machine, promise: Ref): PromiseState {
  const object = machine.object(promise);
  const { internal, input } = object;
  invariant(internal.kind === 'promise', 'a promise has a state');
  if (internal.promise.kind !== 'pending' || input?.member.kind !== 'promise') return internal.promise;
  const { location, member } = input;
  const { locations } = machine.world;
  const fulfilled = machine.decide(fulfilment(machine.terms, location));
  const mayStayOpen = machine.world.promisesMayStayOpen === true;
  if (!fulfilled && mayStayOpen && machine.decide(openness(machine.terms, location))) return internal.promise;
  const type = fulfilled ? member.value() : thrown;
  const step = { kind: 'settled', outcome: fulfilled ? 'value' : 'reason' } as const;
  const value: Value = { kind: 'input', location: locations.child(location, step, type) };
  const state = stateOf({ kind: fulfilled ? 'fulfilled' : 'rejected', value });
  machine.update(promise, { ...object, internal: { kind: 'promise', promise: state } });
  return state;
}
