import { attempt } from '../attempt';
import {
  addRequest,
  asyncGeneratorAt,
  awaitReturn,
  completeRequest,
  drainRequests,
  returnFulfilledName,
  returnRejectedName,
  setAsyncGenerator,
} from '../async-generators';
import { argument } from '../conversions';
import type { CallOutcome } from '../frame';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { newPromise, rejectPromise, resolvePromise } from '../promises';
import { settle } from '../settle';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import type { RequestKind } from '../yielding';
import { exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

/** The methods of async generators: each asks for something and gives a promise. */
export const asyncGenerators: LibraryPart = {
  '%AsyncGeneratorPrototype%.next': exact((machine, call) => ask(machine, call, 'next')),
  '%AsyncGeneratorPrototype%.return': exact((machine, call) => ask(machine, call, 'return')),
  '%AsyncGeneratorPrototype%.throw': exact((machine, call) => ask(machine, call, 'throw')),
  '%AsyncIteratorPrototype%[Symbol.asyncIterator]': exact((_machine, call) => call.receiver),
  [returnFulfilledName]: afterReturn((value) => ({ kind: 'returned', value })),
  [returnRejectedName]: afterReturn((error) => ({ kind: 'threw', error })),
};

function ask(machine: Machine, call: LibraryCall, kind: RequestKind): Value {
  const promise = newPromise(machine);
  const receiver = settle(machine, call.receiver);
  if (receiver.kind !== 'object' || machine.object(receiver.ref).internal.kind !== 'async-generator') {
    const name = `[AsyncGenerator].prototype.${kind}`;
    const complaint = attempt(() => throwIncompatible(machine, name, receiver));
    if (complaint.kind === 'threw') rejectPromise(machine, promise, complaint.error);
    return objectValue(promise);
  }
  const request = { kind, value: argument(call.args, 0), promise } as const;
  const { ref } = receiver;
  const { generator } = asyncGeneratorAt(machine, ref);
  const isFresh = generator.kind === 'suspended' && !generator.started;
  if (kind === 'throw' && isFresh) setAsyncGenerator(machine, ref, { kind: 'done' });
  const hasEnded = generator.kind === 'done' || generator.kind === 'consumed' || (kind === 'throw' && isFresh);
  if (hasEnded && kind === 'next') resolvePromise(machine, promise, iteratorResult(machine, undefinedValue, true));
  else if (hasEnded && kind === 'throw') rejectPromise(machine, promise, request.value);
  else {
    addRequest(machine, ref, request);
    if (kind === 'return' && (hasEnded || isFresh)) awaitReturn(machine, ref);
    else if (generator.kind === 'suspended') resume(machine, ref, generator, request);
  }
  return objectValue(promise);
}

function resume(
  machine: Machine,
  ref: Ref,
  { frame, started }: Extract<ReturnType<typeof asyncGeneratorAt>['generator'], { kind: 'suspended' }>,
  { kind, value }: { readonly kind: RequestKind; readonly value: Value },
): void {
  setAsyncGenerator(machine, ref, { kind: 'running' });
  const purpose = { kind: 'async-generator', ref, to: 'on-the-way' } as const;
  machine.enter({ ...frame, purpose, resumption: started ? { kind, value } : null });
}

/** Goes on when the value that a generator is to return is there. */
function afterReturn(outcomeOf: (value: Value) => CallOutcome): LibraryModel {
  return exact((machine, call) => {
    const generator = settle(machine, argument(call.args, 0));
    if (generator.kind !== 'object') return undefinedValue;
    completeRequest(machine, generator.ref, outcomeOf(argument(call.args, 1)), true);
    drainRequests(machine, generator.ref);
    return undefinedValue;
  });
}
