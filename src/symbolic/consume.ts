import { invariant } from '#core/diagnostics';
import { observationLimits } from '#replay/observed';
import { attempt } from './attempt';
import type { CallOutcome } from './frame';
import type { Consumed, Internal } from './heap-object';
import type { Machine } from './machine';
import { getFrom, getProperty } from './properties';
import { settle } from './settle';
import { listed, type Consumer, type State } from './state';
import { objectValue, type Ref, type Value } from './value';

type Generator = Extract<Internal, { kind: 'generator' | 'async-generator' }>;

/**
 * Whether the function under analysis returned a generator with values left to take. A consumer of a generator takes
 * one after the other; one of an async generator waits for each, until nothing else is left to do.
 */
export function hasToConsume(state: State): boolean {
  const { consumer } = state;
  if (consumer === null) return returnedGenerator(state) !== null;
  return !consumer.ended && (generatorAt(state, consumer.generator)?.kind === 'generator' || state.jobs.length === 0);
}

/** The next job is the consumer's. */
export function scheduleConsumer(state: State): void {
  const generator = state.consumer?.generator ?? returnedGenerator(state);
  invariant(generator !== null, 'a generator was returned');
  state.consumer ??= { generator, values: [], requested: null, ended: false };
  state.jobs = [{ kind: 'consume' }, ...state.jobs];
}

/** What the function returned, or what the promise that it returned came to when all jobs had run. */
function returnedGenerator(state: State): Ref | null {
  const { completion, promise, jobs } = state;
  const returned: Value | null =
    completion === null && promise !== null
      ? objectValue(promise)
      : completion?.kind === 'returns'
        ? completion.value
        : null;
  if (returned?.kind !== 'object') return null;
  if (generatorAt(state, returned.ref) !== null) return returned.ref;
  const internal = state.heap.get(returned.ref)?.internal;
  if (internal?.kind !== 'promise' || internal.promise.kind !== 'fulfilled' || jobs.length > 0) return null;
  const { value } = internal.promise;
  return value.kind === 'object' && generatorAt(state, value.ref) !== null ? value.ref : null;
}

function generatorAt(state: State, ref: Ref): Generator | null {
  const internal = state.heap.get(ref)?.internal;
  return internal?.kind === 'generator' || internal?.kind === 'async-generator' ? internal : null;
}

/** One turn of the consumer: takes what it asked for, and asks for the next. */
export function consume(machine: Machine): void {
  const consumer = machine.effect((state) => state.consumer);
  invariant(consumer !== null, 'there is a consumer');
  const { requested, generator } = consumer;
  const isAsync = machine.object(generator).internal.kind === 'async-generator';
  if (!isAsync) {
    take(
      machine,
      consumer,
      attempt(() => ask(machine, generator)),
    );
    return;
  }
  const open = requested === null ? consumer : take(machine, consumer, settledRequest(machine, requested));
  if (open === null) return;
  const promise = settle(machine, ask(machine, generator));
  invariant(promise.kind === 'object', 'an async generator gives a promise');
  setConsumer(machine, { ...open, requested: promise.ref });
}

function ask(machine: Machine, generator: Ref): Value {
  const receiver = objectValue(generator);
  return machine.call(getFrom(machine, generator, 'next', receiver), receiver, []);
}

function settledRequest(machine: Machine, requested: Ref): CallOutcome {
  const { internal } = machine.object(requested);
  invariant(internal.kind === 'promise', 'an async generator gives a promise');
  const { promise } = internal;
  if (promise.kind === 'pending') return machine.cut({ kind: 'never-settles' });
  return promise.kind === 'fulfilled'
    ? { kind: 'returned', value: promise.value }
    : { kind: 'threw', error: promise.reason };
}

/** Keeps a value with what it holds now, as later ones may be the same object, changed. Null after the last. */
function take(machine: Machine, consumer: Consumer, outcome: CallOutcome): Consumer | null {
  const now = machine.effect(({ heap, disturbed, outside }) => ({ heap, disturbed, calls: listed(outside).length }));
  if (outcome.kind === 'threw') return finish(machine, consumer, { kind: 'throws', value: outcome.error, ...now });
  const value = getProperty(machine, outcome.value, 'value');
  const done = settle(machine, getProperty(machine, outcome.value, 'done'));
  if (done === machine.terms.true) return finish(machine, consumer, { kind: 'returns', value, ...now });
  if (done !== machine.terms.false) return machine.unsupported('a generator whose next was replaced');
  if (consumer.values.length >= observationLimits.yields) machine.cut({ kind: 'loop-bound', at: machine.site });
  return setConsumer(machine, { ...consumer, values: [...consumer.values, { value, ...now }] });
}

function finish(machine: Machine, consumer: Consumer, end: Consumed['end']): null {
  const object = machine.object(consumer.generator);
  const { internal } = object;
  invariant(internal.kind === 'generator' || internal.kind === 'async-generator', 'a generator was consumed');
  const generator: Consumed = { kind: 'consumed', values: consumer.values, end };
  machine.update(consumer.generator, { ...object, internal: { ...internal, generator } });
  setConsumer(machine, { ...consumer, ended: true });
  return null;
}

function setConsumer(machine: Machine, consumer: Consumer): Consumer {
  machine.effect((state) => {
    state.consumer = consumer;
  });
  return consumer;
}
