import { invariant } from '#core/diagnostics';
import { newArray, setIndex } from '../array-like';
import { attempt } from '../attempt';
import { argument } from '../conversions';
import type { Machine } from '../machine';
import { nativeFunction } from '../native-function';
import { markDone, newPromise, noteOrder, resolvingFunctions } from '../promises';
import { defineData, getProperty, isCallable } from '../properties';
import { settle } from '../settle';
import { throwShown } from '../shown';
import { isTerm, objectValue, undefinedValue, type ObjectValue, type Value } from '../value';
import { forEachOf } from './for-each-of';
import { bounded, exact, type LibraryModel, type LibraryPart } from './library-model';
import { checkReceiver, invokeThen } from './promise-constructor';

/** Functions that make one promise of several. */
export const promiseCombinators: LibraryPart = {
  'Promise.all': combinator((machine, gathered) => ({
    onFulfilled: elementFunction(machine, '%PromiseAllElement%', gathered),
    onRejected: gathered.reject,
  })),
  'Promise.allSettled': combinator((machine, gathered) => {
    const called = machine.create({ kind: 'boxed', value: machine.terms.false }, null);
    return {
      onFulfilled: elementFunction(machine, '%PromiseSettledValue%', gathered, called),
      onRejected: elementFunction(machine, '%PromiseSettledReason%', gathered, called),
    };
  }),
  'Promise.any': combinator((machine, gathered) => ({
    onFulfilled: gathered.resolve,
    onRejected: elementFunction(machine, '%PromiseAnyElement%', gathered),
  })),
  'Promise.race': combinator((_machine, { resolve, reject }) => ({ onFulfilled: resolve, onRejected: reject })),
  '%PromiseAllElement%': element((_machine, value) => value),
  '%PromiseSettledValue%': element((machine, value) => settledRecord(machine, 'fulfilled', value)),
  '%PromiseSettledReason%': element((machine, value) => settledRecord(machine, 'rejected', value)),
  '%PromiseAnyElement%': element((_machine, value) => value),
};

/** What has come in so far, in places of the heap that the functions handed out share. */
interface Gathered {
  readonly index: number;
  readonly values: ObjectValue;
  readonly remaining: ObjectValue;
  readonly resolve: Value;
  readonly reject: Value;
}

interface Handlers {
  readonly onFulfilled: Value;
  readonly onRejected: Value;
}

function combinator(handlersOf: (machine: Machine, gathered: Gathered) => Handlers): LibraryModel {
  return bounded((machine, call) => {
    checkReceiver(machine, call, call.name);
    const { name } = call;
    const promise = newPromise(machine);
    const { resolve, reject } = resolvingFunctions(machine, promise);
    const iterated = attempt(() => {
      const resolver = settle(machine, getProperty(machine, call.receiver, 'resolve'));
      if (!isCallable(machine, resolver)) {
        throwShown(machine, 'TypeError', ['Promise resolve or reject function is not callable']);
      }
      const values = newArray(machine, []);
      const remaining = machine.create({ kind: 'boxed', value: machine.terms.constant(1) }, null);
      let index = 0;
      let fromOutside = 0;
      forEachOf(machine, argument(call.args, 0), (item) => {
        setIndex(machine, values.ref, index, undefinedValue);
        const next = machine.call(resolver, call.receiver, [item]);
        if (next.kind === 'object' && machine.object(next.ref).input !== null) fromOutside++;
        const gathered = { index: index++, values, remaining, resolve, reject };
        count(machine, remaining, 1);
        const { onFulfilled, onRejected } = handlersOf(machine, gathered);
        invokeThen(machine, next, [onFulfilled, onRejected]);
      });
      const isRace = name === 'Promise.race' || name === 'Promise.any';
      if (isRace && fromOutside > 0 && index > 1) noteOrder(machine);
      if (name !== 'Promise.race') finish(machine, name === 'Promise.any' ? reject : resolve, values, remaining, name);
      return undefinedValue;
    });
    if (iterated.kind === 'threw') machine.call(reject, undefinedValue, [iterated.error]);
    return objectValue(promise);
  });
}

/** A function that puts one outcome in its place, once. */
function elementFunction(machine: Machine, name: string, gathered: Gathered, called?: Value): Value {
  const { index, values, remaining, resolve, reject } = gathered;
  const done = called ?? machine.create({ kind: 'boxed', value: machine.terms.false }, null);
  const settleWith = name === '%PromiseAnyElement%' ? reject : resolve;
  const remembered = [done, machine.terms.constant(index), values, remaining, settleWith];
  return nativeFunction(machine, name, remembered, 1);
}

function element(of: (machine: Machine, value: Value) => Value): LibraryModel {
  return exact((machine, call) => {
    const [done, index, values, remaining, settleWith] = call.args;
    invariant(
      done !== undefined && index?.kind === 'constant' && settleWith !== undefined,
      'a function of a combinator remembers its place',
    );
    invariant(values?.kind === 'object' && remaining?.kind === 'object', 'outcomes are gathered in the heap');
    if (markDone(machine, done)) return undefinedValue;
    setIndex(machine, values.ref, Number(index.value), of(machine, argument(call.args, 5)));
    finish(machine, settleWith, values, remaining, call.name);
    return undefinedValue;
  });
}

/** Counts one less to wait for; the last one settles the promise. */
function finish(machine: Machine, settleWith: Value, values: ObjectValue, remaining: ObjectValue, by: string): void {
  if (count(machine, remaining, -1) > 0) return;
  const isAny = by === 'Promise.any' || by === '%PromiseAnyElement%';
  machine.call(settleWith, undefinedValue, [isAny ? allRejected(machine, values) : values]);
}

function count(machine: Machine, box: ObjectValue, by: number): number {
  const object = machine.object(box.ref);
  const { internal } = object;
  invariant(
    internal.kind === 'boxed' && isTerm(internal.value) && internal.value.kind === 'constant',
    'a count is boxed',
  );
  const value = Number(internal.value.value) + by;
  machine.update(box.ref, { ...object, internal: { kind: 'boxed', value: machine.terms.constant(value) } });
  return value;
}

function settledRecord(machine: Machine, status: 'fulfilled' | 'rejected', value: Value): Value {
  const made = machine.create({ kind: 'plain' }, machine.world.realm.ref('Object.prototype'));
  defineData(machine, made.ref, 'status', machine.terms.constant(status));
  defineData(machine, made.ref, status === 'fulfilled' ? 'value' : 'reason', value);
  return made;
}

function allRejected(machine: Machine, errors: Value): Value {
  const made = machine.create({ kind: 'error' }, machine.world.realm.ref('AggregateError.prototype'));
  const hidden = { enumerable: false };
  defineData(machine, made.ref, 'message', machine.terms.constant('All promises were rejected'), hidden);
  defineData(machine, made.ref, 'errors', errors, hidden);
  return made;
}
