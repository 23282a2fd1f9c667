import { invariant } from '#core/diagnostics';
import { idleFrame } from './begin';
import { Machine, type World } from './machine';
import { CallRequest, Cut, ThrowSignal } from './signals';
import type { CutReason, State } from './state';

/** One way in which the decisions of an action went. */
export type Way<Result> =
  | { readonly kind: 'done'; readonly state: State; readonly result: Result }
  | { readonly kind: 'cut'; readonly state: State; readonly reason: CutReason };

/**
 * Does something on a state outside of any node of the program. It may have to decide things: each way that the decisions
 * can go is a state of its own, up to `most`; of the rest one is left, which is cut. The given state is left as it is.
 */
export function actOn<Result>(
  world: World,
  state: State,
  action: (machine: Machine) => Result,
  most = Infinity,
): readonly Way<Result>[] {
  const start = state.fork();
  start.frame = idleFrame(start);
  const waiting = [start];
  const ways: Way<Result>[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { frame } = next;
    invariant(frame !== null, 'what is attempted has a frame');
    if (ways.length >= most) {
      ways.push({
        kind: 'cut',
        state: next,
        reason: { kind: 'unsupported', what: `more than ${most} cases to tell apart`, at: null },
      });
      break;
    }
    const machine = new Machine(world, next, frame);
    try {
      const result = action(machine);
      ways.push({ kind: 'done', state: next, result });
    } catch (signal) {
      const reason = reasonOf(signal);
      if (reason.kind !== 'contradiction') ways.push({ kind: 'cut', state: next, reason });
    }
    waiting.push(...machine.siblings.toReversed());
  }
  return ways;
}

function reasonOf(signal: unknown): CutReason {
  if (signal instanceof Cut) return signal.reason;
  if (signal instanceof CallRequest || signal instanceof ThrowSignal) {
    return { kind: 'unsupported', what: 'code of the program that runs when it is looked at', at: null };
  }
  throw signal;
}
