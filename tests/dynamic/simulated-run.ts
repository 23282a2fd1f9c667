import fc from 'fast-check';
import { CollectEa } from '#dynamic/collect-ea';
import { EXIT, RETURN } from '#dynamic/events';

/** One step of a program on an engine with one thread; steps that cannot be taken are passed over. */
export type Step =
  | { readonly kind: 'call'; readonly callee: number; readonly suspends: boolean }
  | { readonly kind: 'return' }
  | { readonly kind: 'throw'; readonly unwound: number }
  | { readonly kind: 'suspend' }
  | { readonly kind: 'resume'; readonly which: number }
  | { readonly kind: 'stop' };

export interface Run {
  /** The function that control arrives in, each time that it arrives in one: what the oracle looks at. */
  readonly arrivals: readonly number[];
  /** Entries (also of what is resumed), returns (also of what is suspended or unwound) and the exit. */
  readonly events: Int32Array;
  readonly collected: CollectEa;
  /** As `collected`, with the return events of EAT 2.3. */
  readonly withReturns: CollectEa;
  readonly unwinds: boolean;
}

interface Frame {
  readonly callee: number;
  readonly suspends: boolean;
}

/**
 * Generators and asynchronous functions alike are frames that leave the stack and come back onto it: on top of whoever resumes
 * them, or at the bottom when the event loop does.
 */
export function simulate(steps: readonly Step[]): Run {
  const arrivals: number[] = [];
  const events: number[] = [];
  const collected = new CollectEa();
  const withReturns = new CollectEa();
  const stack: Frame[] = [];
  const suspended: Frame[] = [];
  let unwinds = false;

  const enter = (frame: Frame): void => {
    stack.push(frame);
    arrivals.push(frame.callee);
    events.push(frame.callee);
  };
  const leave = (): Frame | undefined => {
    const frame = stack.pop();
    if (frame === undefined) return undefined;
    events.push(RETURN);
    withReturns.returned(frame.callee);
    return frame;
  };
  const arrive = (): void => {
    const caller = stack.at(-1);
    if (caller === undefined) return;
    arrivals.push(caller.callee);
    collected.returnedInto(caller.callee);
    withReturns.returnedInto(caller.callee);
  };

  for (const step of steps) {
    if (step.kind === 'stop') break;
    if (step.kind === 'call') {
      enter(step);
      collected.entered(step.callee);
      withReturns.entered(step.callee);
    } else if (step.kind === 'return') {
      leave();
      arrive();
    } else if (step.kind === 'throw') {
      // The frame that catches is below those that are unwound; the program survives.
      const count = Math.min(step.unwound, stack.length - 1);
      unwinds ||= count > 1;
      for (let i = 0; i < count; i++) leave();
      if (count > 0) arrive();
    } else if (step.kind === 'suspend') {
      if (stack.at(-1)?.suspends !== true) continue;
      const frame = leave();
      if (frame !== undefined) suspended.push(frame);
      arrive();
    } else {
      const [frame] = suspended.splice(step.which % Math.max(1, suspended.length), 1);
      if (frame === undefined) continue;
      enter(frame);
      collected.returnedInto(frame.callee);
      withReturns.returnedInto(frame.callee);
    }
  }
  events.push(EXIT);
  return { arrivals, events: Int32Array.from(events), collected, withReturns, unwinds };
}

/** Functions 0 … 7, so that they come back; a stop in the middle of the stack is rare. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.record({ kind: fc.constant('call' as const), callee: fc.nat(7), suspends: fc.boolean() }),
    },
    { weight: 24, arbitrary: fc.constant({ kind: 'return' as const }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('throw' as const), unwound: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 6, arbitrary: fc.constant({ kind: 'suspend' as const }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('resume' as const), which: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'stop' as const }) },
  ),
  { maxLength: 60 },
);

export const withoutThrows: fc.Arbitrary<Step[]> = steps.map((all) => all.filter(({ kind }) => kind !== 'throw'));

export const changedFunctions: fc.Arbitrary<number[]> = fc.uniqueArray(fc.nat(8), { minLength: 1, maxLength: 3 });

/** All functions in which control arrives when it has arrived in a changed one. */
export function executedAfter(arrivals: readonly number[], changed: readonly number[]): Set<number> {
  const first = arrivals.findIndex((arrived) => changed.includes(arrived));
  return new Set(first < 0 ? [] : arrivals.slice(first));
}
