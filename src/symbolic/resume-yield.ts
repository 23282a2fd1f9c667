import { labels, type Op } from '#ir/cfg';
import type { Executed } from './executed';
import type { Frame, Resumption } from './frame';
import type { Machine } from './machine';
import { ThrowSignal } from './signals';
import { bind, withTemp } from './targets';

/** A `yield` gives what its consumer asked for. */
export function resumeYield(
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
