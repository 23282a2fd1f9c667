import { attempt } from '../attempt';
import { argument } from '../conversions';
import { throwTypeError } from '../errors';
import type { Machine } from '../machine';
import {
  isPromise,
  markDone,
  newPromise,
  performThen,
  promiseOf,
  rejectName,
  rejectPromise,
  resolveName,
  resolvePromise,
  resolvingFunctions,
} from '../promises';
import { nativeFunction } from '../native-function';
import { getFrom, getProperty, isCallable } from '../properties';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { instancePrototype } from './instance-prototype';
import { exact, type LibraryCall, type LibraryModel, type LibraryPart } from './library-model';
import { throwIncompatible } from './receivers';

export const promiseConstructor: LibraryPart = {
  Promise: exact((machine, call) => {
    if (call.newTarget === null) throwTypeError(machine, "Promise constructor cannot be invoked without 'new'");
    const executor = settle(machine, argument(call.args, 0));
    if (!isCallable(machine, executor)) {
      throwShown(machine, 'TypeError', ['Promise resolver ', { of: executor }, ' is not a function']);
    }
    const promise = newPromise(machine, instancePrototype(machine, call, 'Promise.prototype'));
    const { resolve, reject } = resolvingFunctions(machine, promise);
    const executed = attempt(() => machine.call(executor, undefinedValue, [resolve, reject]));
    if (executed.kind === 'threw') machine.call(reject, undefinedValue, [executed.error]);
    return objectValue(promise);
  }),
  'Promise.resolve': exact((machine, call) => {
    checkReceiver(machine, call, 'PromiseResolve');
    return objectValue(promiseOf(machine, argument(call.args, 0)));
  }),
  'Promise.reject': exact((machine, call) => {
    checkReceiver(machine, call, 'PromiseReject');
    const promise = newPromise(machine);
    rejectPromise(machine, promise, argument(call.args, 0));
    return objectValue(promise);
  }),
  'Promise.prototype.then': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (!isPromise(machine, receiver)) return throwIncompatible(machine, call.name, receiver);
    checkClass(machine, receiver.ref);
    const derived = newPromise(machine);
    const [onFulfilled, onRejected] = [argument(call.args, 0), argument(call.args, 1)];
    performThen(machine, receiver.ref, { kind: 'then', onFulfilled, onRejected, derived });
    return objectValue(derived);
  }),
  'Promise.prototype.catch': exact((machine, call) =>
    invokeThen(machine, call.receiver, [undefinedValue, argument(call.args, 0)]),
  ),
  'Promise.prototype.finally': exact((machine, call) => {
    const receiver = settle(machine, call.receiver);
    if (receiver.kind !== 'object') throwTypeError(machine, `${call.name} called on non-object`);
    const action = settle(machine, argument(call.args, 0));
    if (!isCallable(machine, action)) return invokeThen(machine, receiver, [action, action]);
    return invokeThen(machine, receiver, [
      nativeFunction(machine, '%PromiseThenFinally%', [action], 1),
      nativeFunction(machine, '%PromiseCatchFinally%', [action], 1),
    ]);
  }),
  'get Promise[Symbol.species]': exact((_machine, call) => call.receiver),
  [resolveName]: settling(resolvePromise),
  [rejectName]: settling(rejectPromise),
  '%PromiseThenFinally%': afterAction('%PromiseValueThunk%'),
  '%PromiseCatchFinally%': afterAction('%PromiseThrower%'),
  '%PromiseValueThunk%': exact((_machine, call) => argument(call.args, 0)),
  '%PromiseThrower%': exact((machine, call) => machine.throwValue(argument(call.args, 0))),
};

/** `promise.then(…)`, whatever `then` is. */
export function invokeThen(machine: Machine, promise: Value, args: readonly Value[]): Value {
  const then = settle(machine, getProperty(machine, promise, 'then'));
  if (!isCallable(machine, then)) throwShown(machine, 'TypeError', [{ of: then }, ' is not a function']);
  return machine.call(then, promise, args);
}

/** Static methods make what their receiver constructs; only promises themselves are modelled. */
export function checkReceiver(machine: Machine, call: LibraryCall, name: string): void {
  const receiver = settle(machine, call.receiver);
  if (receiver.kind !== 'object') throwTypeError(machine, `${name} called on non-object`);
  if (receiver.ref !== machine.world.realm.ref('Promise')) machine.unsupported(`${call.name} of a subclass`);
}

function checkClass(machine: Machine, promise: Ref): void {
  const constructor = settle(machine, getFrom(machine, promise, 'constructor', objectValue(promise)));
  const isUsual = constructor.kind === 'object' && constructor.ref === machine.world.realm.ref('Promise');
  if (!isUsual) machine.unsupported('a subclass of Promise');
}

function settling(settleWith: (machine: Machine, promise: Ref, value: Value) => void): LibraryModel {
  return exact((machine, call) => {
    const promise = settle(machine, argument(call.args, 0));
    if (promise.kind === 'object' && !markDone(machine, argument(call.args, 1))) {
      settleWith(machine, promise.ref, argument(call.args, 2));
    }
    return undefinedValue;
  });
}

/** Waits for what the action of `finally` gives, and then goes on as if it had not been there. */
function afterAction(then: string): LibraryModel {
  return exact((machine, call) => {
    const result = machine.call(argument(call.args, 0), undefinedValue, []);
    const waited = objectValue(promiseOf(machine, result));
    return invokeThen(machine, waited, [nativeFunction(machine, then, [argument(call.args, 1)], 0)]);
  });
}
