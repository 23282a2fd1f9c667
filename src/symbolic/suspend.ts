import { labels, type Op } from '#ir/cfg';
import { performAsyncYield } from './async-yield';
import { callWhileWaiting } from './callbacks';
import { isNullish } from './conversions';
import { throwTypeError } from './errors';
import { evaluate } from './evaluate';
import type { Executed } from './executed';
import type { Frame, Resumption } from './frame';
import { closeIterator, openIterator, takeResult } from './iteration';
import type { Machine } from './machine';
import type { OpenIterator } from './open-iterator';
import { getProperty } from './properties';
import { resumeYield } from './resume-yield';
import { settle } from './settle';
import { ThrowSignal } from './signals';
import { bind } from './targets';
import { undefinedValue, type Value } from './value';

export function performAwait(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'await' }>): Executed {
  const { resumption } = frame;
  if (resumption === null) {
    const value = evaluate(machine, frame, op.value);
    callWhileWaiting(machine);
    return { kind: 'suspended', suspension: { kind: 'await', frame, value } };
  }
  if (resumption.kind === 'throw') throw new ThrowSignal(resumption.value);
  const after = bind(machine, { ...frame, resumption: null }, op.target, resumption.value);
  return { kind: 'went-on', frame: after, label: labels.next };
}

export function performYield(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'yield' }>): Executed {
  if (frame.closure.fn.async) return performAsyncYield(machine, frame, op);
  if (op.delegate) return delegate(machine, frame, op);
  const { resumption } = frame;
  if (resumption === null) {
    const value = evaluate(machine, frame, op.value);
    return { kind: 'suspended', suspension: { kind: 'yield', frame, value } };
  }
  return resumeYield(machine, { ...frame, resumption: null }, op, resumption);
}

/** `yield*`: every request goes to the inner iterator until it is done. */
function delegate(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'yield' }>): Executed {
  const inner = frame.yielding?.inner ?? openIterator(machine, evaluate(machine, frame, op.value), 'values');
  const request: Resumption = frame.resumption ?? { kind: 'next', value: undefinedValue };
  const left: Frame = { ...frame, resumption: null, yielding: null };
  const answer = forward(machine, inner, request);
  if (answer === null) return resumeYield(machine, left, op, request);
  const taken = takeResult(machine, answer);
  if (taken !== null) {
    const waiting: Frame = { ...left, yielding: { inner, waitsFor: { kind: 'consumer' } } };
    return { kind: 'suspended', suspension: { kind: 'yield', frame: waiting, value: taken.value } };
  }
  const value = getProperty(machine, answer, 'value');
  return resumeYield(machine, left, op, { kind: request.kind === 'return' ? 'return' : 'next', value });
}

/** What the inner iterator gives for a request; null for a `return` that it does not want to know of. */
function forward(machine: Machine, inner: OpenIterator, { kind, value }: Resumption): Value | null {
  const receiver = { kind: 'object', ref: inner.iterator } as const;
  if (kind === 'next') return machine.call(inner.next, receiver, [value]);
  const method = settle(machine, getProperty(machine, receiver, kind));
  if (!isNullish(machine, method)) return machine.call(method, receiver, [value]);
  if (kind === 'return') return null;
  closeIterator(machine, inner);
  return throwTypeError(machine, "The iterator does not provide a 'throw' method.");
}
