import { invariant } from '#core/diagnostics';
import { attempt } from './attempt';
import type { CallOutcome } from './frame';
import type { AsyncGeneratorState, Internal, Request } from './heap-object';
import { iteratorResult } from './iterator-result';
import type { Machine } from './machine';
import { nativeFunction } from './native-function';
import { performThen, promiseOf, rejectPromise, resolvePromise } from './promises';
import { settle } from './settle';
import { objectValue, undefinedValue, type Ref } from './value';

type AsyncGenerator = Extract<Internal, { kind: 'async-generator' }>;

export function asyncGeneratorAt(machine: Machine, ref: Ref): AsyncGenerator {
  const { internal } = machine.object(ref);
  invariant(internal.kind === 'async-generator', 'an async generator has a queue');
  return internal;
}

export function setAsyncGenerator(machine: Machine, ref: Ref, generator: AsyncGeneratorState): void {
  const { queue } = asyncGeneratorAt(machine, ref);
  machine.update(ref, { ...machine.object(ref), internal: { kind: 'async-generator', generator, queue } });
}

export function addRequest(machine: Machine, ref: Ref, request: Request): void {
  const { generator, queue } = asyncGeneratorAt(machine, ref);
  const internal = { kind: 'async-generator', generator, queue: [...queue, request] } as const;
  machine.update(ref, { ...machine.object(ref), internal });
}

/** AsyncGeneratorCompleteStep: the first request of the queue gets what came of it. */
export function completeRequest(machine: Machine, ref: Ref, outcome: CallOutcome, done: boolean): void {
  const { generator, queue } = asyncGeneratorAt(machine, ref);
  const [request, ...others] = queue;
  invariant(request !== undefined, 'an async generator runs on request');
  const internal = { kind: 'async-generator', generator, queue: others } as const;
  machine.update(ref, { ...machine.object(ref), internal });
  if (outcome.kind === 'threw') rejectPromise(machine, request.promise, outcome.error);
  else resolvePromise(machine, request.promise, iteratorResult(machine, outcome.value, done));
}

/** AsyncGeneratorDrainQueue: what was asked of a generator that has ended. */
export function drainRequests(machine: Machine, ref: Ref): void {
  for (;;) {
    const [request] = asyncGeneratorAt(machine, ref).queue;
    if (request === undefined) return setAsyncGenerator(machine, ref, { kind: 'done' });
    if (request.kind === 'return') return awaitReturn(machine, ref);
    const outcome: CallOutcome =
      request.kind === 'throw' ? { kind: 'threw', error: request.value } : { kind: 'returned', value: undefinedValue };
    completeRequest(machine, ref, outcome, true);
  }
}

/** AsyncGeneratorAwaitReturn: a generator that has ended waits for the value that it is to return. */
export function awaitReturn(machine: Machine, ref: Ref): void {
  const [request] = asyncGeneratorAt(machine, ref).queue;
  invariant(request?.kind === 'return', 'a value to return was handed in');
  setAsyncGenerator(machine, ref, { kind: 'awaiting-return' });
  const waited = attempt(() => objectValue(promiseOf(machine, request.value)));
  if (waited.kind === 'threw') {
    completeRequest(machine, ref, waited, true);
    return drainRequests(machine, ref);
  }
  const promise = settle(machine, waited.value);
  invariant(promise.kind === 'object', 'a promise is an object');
  performThen(machine, promise.ref, {
    kind: 'then',
    onFulfilled: nativeFunction(machine, returnFulfilledName, [objectValue(ref)], 1),
    onRejected: nativeFunction(machine, returnRejectedName, [objectValue(ref)], 1),
    derived: null,
  });
}

/** Names of the models of the functions that go on then. */
export const returnFulfilledName = '%AsyncGeneratorReturnFulfilled%';
export const returnRejectedName = '%AsyncGeneratorReturnRejected%';
