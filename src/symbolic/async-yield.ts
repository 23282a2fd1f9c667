import { assertNever, invariant } from '#core/diagnostics';
import type { Op } from '#ir/cfg';
import { isNullish } from './conversions';
import { throwTypeError } from './errors';
import { evaluate } from './evaluate';
import type { Executed } from './executed';
import type { Frame, Resumption } from './frame';
import { openIterator, takeResult, throwNoResult } from './iteration';
import type { Machine } from './machine';
import type { OpenIterator } from './open-iterator';
import { getProperty } from './properties';
import { resumeYield } from './resume-yield';
import { settle } from './settle';
import { ThrowSignal } from './signals';
import { undefinedValue, type SettledValue, type Value } from './value';
import type { RequestKind, YieldWait } from './yielding';

type YieldOp = Extract<Op, { kind: 'yield' }>;

/** `yield` in an async generator, where each step waits for a promise or for the consumer. */
export function performAsyncYield(machine: Machine, frame: Frame, op: YieldOp): Executed {
  const { yielding, resumption } = frame;
  const now: Frame = { ...frame, resumption: null, yielding: null };
  if (yielding === null) {
    const value = evaluate(machine, frame, op.value);
    if (!op.delegate) return awaiting(now, null, { kind: 'operand' }, value);
    const inner = openIterator(machine, value, 'async-values');
    return request(machine, now, inner, { kind: 'next', value: undefinedValue });
  }
  invariant(resumption !== null, 'a yield in progress is resumed with something');
  const { inner, waitsFor } = yielding;
  const { value } = resumption;
  switch (waitsFor.kind) {
    case 'operand':
      return yielded(now, inner, fulfilled(resumption));
    case 'consumer':
      if (resumption.kind === 'return') return awaiting(now, inner, { kind: 'returned' }, value);
      return pass(machine, now, op, inner, resumption);
    case 'returned':
      return pass(machine, now, op, inner, { kind: resumption.kind === 'throw' ? 'throw' : 'return', value });
    case 'returned-again':
      return resumeYield(machine, now, op, { kind: 'return', value: fulfilled(resumption) });
    case 'answer':
      invariant(inner !== null, 'an answer comes from an inner iterator');
      return answered(machine, now, op, inner, waitsFor.to, fulfilled(resumption));
    case 'closing': {
      const result = settle(machine, fulfilled(resumption));
      return result.kind === 'object' ? throwNoThrow(machine) : throwNoResult(machine, result);
    }
    default:
      return assertNever(waitsFor);
  }
}

function fulfilled({ kind, value }: Resumption): Value {
  if (kind === 'throw') throw new ThrowSignal(value);
  return value;
}

function awaiting(frame: Frame, inner: OpenIterator | null, waitsFor: YieldWait, value: Value): Executed {
  const waiting: Frame = { ...frame, yielding: { inner, waitsFor } };
  return { kind: 'suspended', suspension: { kind: 'await', frame: waiting, value } };
}

function yielded(frame: Frame, inner: OpenIterator | null, value: Value): Executed {
  const waiting: Frame = { ...frame, yielding: { inner, waitsFor: { kind: 'consumer' } } };
  return { kind: 'suspended', suspension: { kind: 'yield', frame: waiting, value } };
}

/** A request of the consumer goes to the inner iterator, where there is one. */
function pass(
  machine: Machine,
  frame: Frame,
  op: YieldOp,
  inner: OpenIterator | null,
  resumption: Resumption,
): Executed {
  if (inner === null) return resumeYield(machine, frame, op, resumption);
  return request(machine, frame, inner, resumption);
}

function request(machine: Machine, frame: Frame, inner: OpenIterator, { kind, value }: Resumption): Executed {
  const receiver = { kind: 'object', ref: inner.iterator } as const;
  const method: SettledValue = settle(machine, kind === 'next' ? inner.next : getProperty(machine, receiver, kind));
  if (kind === 'next' || !isNullish(machine, method)) {
    return awaiting(frame, inner, { kind: 'answer', to: kind }, machine.call(method, receiver, [value]));
  }
  if (kind === 'return') return awaiting(frame, inner, { kind: 'returned-again' }, value);
  const close = settle(machine, getProperty(machine, receiver, 'return'));
  if (isNullish(machine, close)) return throwNoThrow(machine);
  return awaiting(frame, inner, { kind: 'closing' }, machine.call(close, receiver, []));
}

function answered(
  machine: Machine,
  frame: Frame,
  op: YieldOp,
  inner: OpenIterator,
  to: RequestKind,
  answer: Value,
): Executed {
  const taken = takeResult(machine, answer);
  if (taken !== null) return yielded(frame, inner, taken.value);
  const value = getProperty(machine, answer, 'value');
  return resumeYield(machine, frame, op, { kind: to === 'return' ? 'return' : 'next', value });
}

function throwNoThrow(machine: Machine): never {
  return throwTypeError(machine, "The iterator does not provide a 'throw' method.");
}
