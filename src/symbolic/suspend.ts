import { invariant } from '#core/diagnostics';
import { labels, type Op } from '#ir/cfg';
import { evaluate } from './evaluate';
import type { Executed } from './executed';
import type { Frame, Resumption } from './frame';
import { openIterator, takeResult } from './iteration';
import type { Machine } from './machine';
import type { OpenIterator } from './open-iterator';
import { getProperty, isCallable } from './properties';
import { settle } from './settle';
import { ThrowSignal } from './signals';
import { bind, withTemp } from './targets';
import type { Value } from './value';

export function performAwait(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'await' }>): Executed {
  const { resumption } = frame;
  if (resumption === null) {
    const value = evaluate(machine, frame, op.value);
    return { kind: 'suspended', suspension: { kind: 'await', frame, value } };
  }
  if (resumption.kind === 'throw') throw new ThrowSignal(resumption.value, { ...frame, resumption: null });
  const after = bind(machine, { ...frame, resumption: null }, op.target, resumption.value);
  return { kind: 'went-on', frame: after, label: labels.next };
}

export function performYield(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'yield' }>): Executed {
  if (op.delegate) return delegate(machine, frame, op);
  const { resumption } = frame;
  if (resumption === null) {
    const value = evaluate(machine, frame, op.value);
    return { kind: 'suspended', suspension: { kind: 'yield', frame, value } };
  }
  return resume(machine, { ...frame, resumption: null }, op, resumption);
}

function resume(
  machine: Machine,
  frame: Frame,
  op: Extract<Op, { kind: 'yield' }>,
  { kind, value }: Resumption,
): Executed {
  if (kind === 'throw') throw new ThrowSignal(value, frame);
  if (kind === 'next') return { kind: 'went-on', frame: bind(machine, frame, op.target, value), label: labels.next };
  if (op.returned === null) return { kind: 'finished', frame: { ...frame, result: value } };
  return { kind: 'went-on', frame: withTemp(frame, op.returned, value), label: 'return' };
}

/** `yield*`: every request goes to the inner iterator until it is done. */
function delegate(machine: Machine, frame: Frame, op: Extract<Op, { kind: 'yield' }>): Executed {
  const open = frame.delegate ?? openIterator(machine, evaluate(machine, frame, op.value), 'values');
  const request: Resumption = frame.resumption ?? { kind: 'next', value: { kind: 'undefined' } };
  const now: Frame = { ...frame, resumption: null, delegate: open };
  const answer = forward(machine, open, request);
  if (answer === null) {
    invariant(request.kind === 'return', 'an iterator without return is left by one');
    return resume(machine, { ...now, delegate: null }, op, request);
  }
  const result = settle(machine, answer);
  const taken = takeResult(machine, result);
  if (taken !== null) return { kind: 'suspended', suspension: { kind: 'yield', frame: now, value: taken.value } };
  const value = getProperty(machine, result, 'value');
  const left: Frame = { ...now, delegate: null };
  return resume(machine, left, op, request.kind === 'return' ? { kind: 'return', value } : { kind: 'next', value });
}

function forward(machine: Machine, open: OpenIterator, { kind, value }: Resumption): Value | null {
  const receiver = { kind: 'object', ref: open.iterator } as const;
  if (kind === 'next') return machine.call(open.next, receiver, [value]);
  const method = settle(machine, getProperty(machine, receiver, kind));
  if (isCallable(machine, method)) return machine.call(method, receiver, [value]);
  return kind === 'return' ? null : machine.unsupported('throwing into an iterator without throw');
}
