import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectEa, collectFromTrace } from '#dynamic/collect-ea';
import { executeAfterImpact, segmentOf } from '#dynamic/execute-after';
import { codeOf, eatTrace, functions, letters } from './letters';
import { changedFunctions, executedAfter, simulate, steps } from './simulated-run';

const methods = functions('MABCD');

/** Table 2 of EAT: the event, F and L of M A B C D, and C. */
const table2 = [
  ['start', '⊥ ⊥ ⊥ ⊥ ⊥', '⊥ ⊥ ⊥ ⊥ ⊥', 1],
  ['Me', '1 ⊥ ⊥ ⊥ ⊥', '1 ⊥ ⊥ ⊥ ⊥', 2],
  ['Ae', '1 2 ⊥ ⊥ ⊥', '1 2 ⊥ ⊥ ⊥', 3],
  ['Mi', '1 2 ⊥ ⊥ ⊥', '3 2 ⊥ ⊥ ⊥', 4],
  ['Ae', '1 2 ⊥ ⊥ ⊥', '3 4 ⊥ ⊥ ⊥', 5],
  ['Mi', '1 2 ⊥ ⊥ ⊥', '5 4 ⊥ ⊥ ⊥', 6],
  ['Be', '1 2 6 ⊥ ⊥', '5 4 6 ⊥ ⊥', 7],
  ['Ce', '1 2 6 7 ⊥', '5 4 6 7 ⊥', 8],
  ['Bi', '1 2 6 7 ⊥', '5 4 8 7 ⊥', 9],
  ['Mi', '1 2 6 7 ⊥', '9 4 8 7 ⊥', 10],
  ['Be', '1 2 6 7 ⊥', '9 4 10 7 ⊥', 11],
] as const;

describe('CollectEA', () => {
  test('fills F, L and C as Table 2 does, row by row', () => {
    const collected = new CollectEa();
    const rows = table2.map(([event]) => {
      const method = codeOf(event.charAt(0));
      if (event.endsWith('e')) collected.entered(method);
      else if (event.endsWith('i')) collected.returnedInto(method);
      return [event, timesOf(collected.first), timesOf(collected.last), collected.counter];
    });
    expect(rows).toEqual(table2);
  });

  test('collects the same from the trace of Fig. 2', () => {
    const { first, last, counter } = collectFromTrace(eatTrace.events);
    expect(['Be', timesOf(first), timesOf(last), counter]).toEqual(table2.at(-1));
  });

  test.each([
    ['C', 'BCM'],
    ['AC', 'ABCM'],
    ['A', 'ABCM'],
    ['D', ''],
  ])('of a change of %s, EAT’s execution affects %s', (changed, expected) => {
    const execution = [segmentOf(collectFromTrace(eatTrace.events), 0)];
    expect(letters(executeAfterImpact([execution], functions(changed)))).toBe(expected);
  });

  test('with return events sees a method that another thread overlaps (Section 2.3)', () => {
    expect(overlapped(false)).toBe('BXY');
    expect(overlapped(true)).toBe('ABXY');
  });

  test('is what control arrives in, with errors, generators and interleaved work', () => {
    fc.assert(
      fc.property(steps, changedFunctions, (program, changed) => {
        const { collected, arrivals } = simulate(program);
        expect(impactOf(collected, changed)).toEqual(executedAfter(arrivals, changed));
      }),
      { numRuns: 1000 },
    );
  });

  test('gains nothing from return events where one thread records resuming', () => {
    fc.assert(
      fc.property(steps, changedFunctions, (program, changed) => {
        const { collected, withReturns, unwinds } = simulate(program);
        fc.pre(!unwinds);
        expect(impactOf(withReturns, changed)).toEqual(impactOf(collected, changed));
      }),
      { numRuns: 1000 },
    );
  });

  test('grows with the functions that it sees', () => {
    const collected = new CollectEa(1);
    collected.returnedInto(1000);
    collected.entered(5000);
    expect([collected.last[1000], collected.first[1000], collected.first[5000]]).toEqual([1, 0, 2]);
  });
});

function timesOf(times: Float64Array): string {
  return methods.map((method) => times[method] || '⊥').join(' ');
}

function impactOf(collected: CollectEa, changed: readonly number[]): Set<number> {
  return executeAfterImpact([[segmentOf(collected, 0)]], changed);
}

/** X calls A, and Y calls B, in threads of their own; the impact of B. */
function overlapped(returns: boolean): string {
  const collected = new CollectEa();
  const [a = 0, b = 0, x = 0, y = 0] = functions('ABXY');
  for (const entry of [x, y, a, b]) collected.entered(entry);
  if (returns) collected.returned(a);
  collected.returnedInto(x);
  if (returns) collected.returned(b);
  collected.returnedInto(y);
  return letters(impactOf(collected, [b]));
}
