import { invariant } from '#core/diagnostics';
import type { InputType } from './input-type';
import type { Location } from './location';
import type { Invoked, Machine } from './machine';
import { awaitsInput, noteOrder } from './promises';
import { isCallable } from './properties';
import { settle } from './settle';
import type { State, Timer } from './state';
import { isTerm, undefinedValue, type Value } from './value';

/** What is set to run later by a function of the host; null for any other function. */
type TimerFunction = 'setTimeout' | 'setInterval' | 'setImmediate' | 'queueMicrotask' | 'nextTick' | 'clear';

/** What Node gives to stop a timer by. */
const timeout: InputType = {
  members: [{ kind: 'object', name: 'Timeout', properties: new Map(), index: null, class: null }],
};

/** Timers that fire on one path: those of programs that wait for something to happen may go on without end. */
const mostFired = 16;

/**
 * Sets a function of the program to run later, or keeps it from that; null where the call is another one. Timers fire in order
 * of time while something waits; those of a function that has ended are left to be called.
 */
export function callTimer(
  machine: Machine,
  name: string,
  { args, newTarget }: Invoked,
  makeHandle: (type: InputType) => Location,
): Value | null {
  const kind = newTarget === null ? timerFunction(name) : null;
  const [given, ...others] = args;
  if (kind === null || given === undefined) return null;
  if (kind === 'clear') return stopTimer(machine, given) ? undefinedValue : null;
  const fn = settle(machine, given);
  if (!isCallable(machine, fn)) return null;
  if (kind === 'queueMicrotask' || kind === 'nextTick') {
    machine.enqueue({ kind: 'call', fn, args: others, ...(kind === 'nextTick' && { by: 'tick' }) });
    return undefinedValue;
  }
  const [delay = undefinedValue, ...passed] = kind === 'setImmediate' ? [undefinedValue, ...others] : others;
  const wait = kind === 'setImmediate' ? 0 : milliseconds(machine, delay);
  if (machine.effect(awaitsInput)) noteOrder(machine);
  const handle = makeHandle(timeout);
  machine.effect((state) => {
    const due = state.now + wait;
    const every = kind === 'setInterval' ? wait : null;
    state.timers = [...state.timers, { due, delay, every, fn, args: passed, handle }];
  });
  return { kind: 'input', location: handle };
}

/** False for what may be a timer that was handed in. */
function stopTimer(machine: Machine, handle: Value): boolean {
  if (handle.kind !== 'input') return handle.kind === 'undefined' || handle.kind === 'null';
  machine.effect((state) => {
    const left = state.timers.filter((timer) => timer.handle !== handle.location);
    if (left.length < state.timers.length) state.timers = left;
  });
  return handle.location.step.kind === 'outside' && /^(?:(?:node:)?timers\.)?set/.test(handle.location.name);
}

function timerFunction(name: string): TimerFunction | null {
  const own = name.replace(/^(?:node:)?timers\./, '');
  switch (own) {
    case 'setTimeout':
    case 'setInterval':
    case 'setImmediate':
    case 'queueMicrotask':
      return own;
    case 'process.nextTick':
      return 'nextTick';
    case 'clearTimeout':
    case 'clearInterval':
    case 'clearImmediate':
      return 'clear';
    default:
      return null;
  }
}

/** What is not known of a delay is said once there is another timer. */
function milliseconds(machine: Machine, delay: Value): number {
  if (delay.kind === 'undefined') return 1;
  if (isTerm(delay) && delay.kind === 'constant') {
    const wait = Number(delay.value);
    return wait >= 1 && wait <= 2 ** 31 - 1 ? Math.trunc(wait) : 1;
  }
  if (machine.effect(({ timers }) => timers.length) > 0) {
    machine.note({ kind: 'stated', what: 'timers fire in the order in which they are set' });
  }
  return 1;
}

/** Whether something waits that a timer may bring about. */
export function hasToFire(state: State): boolean {
  const { timers, completion, promise, frame, jobs } = state;
  if (timers.length === 0 || frame !== null || jobs.length > 0 || state.called === null) return false;
  if (completion === null) return promise === null || isPending(state, promise);
  if (completion.kind !== 'returns' || completion.value.kind !== 'object') return false;
  return isPending(state, completion.value.ref);
}

function isPending({ heap }: State, ref: number): boolean {
  const internal = heap.get(ref)?.internal;
  return internal?.kind === 'promise' && internal.promise.kind === 'pending';
}

/** Time passes until the next timer: its function is the next job. */
export function scheduleTimer(state: State): void {
  const timer = nextTimer(state);
  invariant(timer !== null, 'there is a timer');
  fire(state, timer);
  if (++state.fired > mostFired) state.completion = { kind: 'cut', reason: { kind: 'loop-bound', at: null } };
  state.jobs = [{ kind: 'call', fn: timer.fn, args: timer.args, by: 'timer' }, ...state.jobs];
}

export function nextTimer({ timers }: State): Timer | null {
  return timers.reduce<Timer | null>((next, timer) => (next === null || timer.due < next.due ? timer : next), null);
}

/** Without running its function. */
export function fire(state: State, timer: Timer): void {
  state.now = Math.max(state.now, timer.due);
  const others = state.timers.filter(({ handle }) => handle !== timer.handle);
  const { every } = timer;
  state.timers = every === null ? others : [...others, { ...timer, due: state.now + every }];
}
