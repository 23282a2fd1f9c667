import { fromSyncNames } from '../async-from-sync';
import { attempt } from '../attempt';
import { argument, isNullish, truth } from '../conversions';
import { throwNoResult } from '../iteration';
import { iteratorResult } from '../iterator-result';
import type { Machine } from '../machine';
import { nativeFunction } from '../native-function';
import { newPromise, performThen, promiseOf, rejectPromise, resolvePromise } from '../promises';
import { getProperty } from '../properties';
import { settle } from '../settle';
import { objectValue, undefinedValue, type Ref, type Value } from '../value';
import { exact, type LibraryCall, type LibraryPart } from './library-model';

const unwrapName = '%AsyncFromSyncIteratorUnwrap%';

/** The methods of an iterator that an async loop goes over: arguments are the iterator, its `next`, and what was passed. */
export const asyncFromSyncIterators: LibraryPart = {
  [fromSyncNames.next]: exact((machine, call) =>
    promised(machine, (promise) => {
      const [iterator, next, ...args] = call.args;
      passOn(machine, promise, machine.call(next ?? undefinedValue, iterator ?? undefinedValue, args));
    }),
  ),
  [fromSyncNames.return]: exact((machine, call) =>
    promised(machine, (promise) => {
      const answer = ask(machine, call, 'return');
      if (answer !== null) passOn(machine, promise, answer);
      else resolvePromise(machine, promise, iteratorResult(machine, argument(call.args, 2), true));
    }),
  ),
  [fromSyncNames.throw]: exact((machine, call) =>
    promised(machine, (promise) => {
      const answer = ask(machine, call, 'throw');
      if (answer !== null) passOn(machine, promise, answer);
      else rejectPromise(machine, promise, argument(call.args, 2));
    }),
  ),
  [unwrapName]: exact((machine, call) => {
    const done = settle(machine, argument(call.args, 0));
    return iteratorResult(machine, argument(call.args, 1), done === machine.terms.true);
  }),
};

/** A promise that an error of the action rejects. */
function promised(machine: Machine, action: (promise: Ref) => void): Value {
  const promise = newPromise(machine);
  const done = attempt(() => {
    action(promise);
    return undefinedValue;
  });
  if (done.kind === 'threw') rejectPromise(machine, promise, done.error);
  return objectValue(promise);
}

/** What a method of the iterator gives; null when it has no such method. */
function ask(machine: Machine, { args }: LibraryCall, kind: 'return' | 'throw'): Value | null {
  const iterator = argument(args, 0);
  const method = settle(machine, getProperty(machine, iterator, kind));
  return isNullish(machine, method) ? null : machine.call(method, iterator, args.slice(2));
}

/** AsyncFromSyncIteratorContinuation: the value of an iterator result is waited for. */
function passOn(machine: Machine, promise: Ref, answer: Value): void {
  const result = settle(machine, answer);
  if (result.kind !== 'object') throwNoResult(machine, result);
  const done = machine.decide(truth(machine, getProperty(machine, result, 'done')));
  const waited = promiseOf(machine, getProperty(machine, result, 'value'));
  const onFulfilled = nativeFunction(machine, unwrapName, [machine.terms.constant(done)], 1);
  performThen(machine, waited, { kind: 'then', onFulfilled, onRejected: undefinedValue, derived: promise });
}
