import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OnlineImpact, type OnlineRule } from '#dynamic/online-impact';
import { pathImpact } from '#dynamic/path-impact';
import { eatTrace, functions, letters, trace } from './letters';
import { changedFunctions, simulate, steps } from './simulated-run';

describe('impact sets that are kept online', () => {
  test('are those of PathImpact when all that ran before is told', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 5 }), changedFunctions, (programs, changed) => {
        const traces = programs.map((program, index) => ({ key: `${index}`, events: simulate(program).events }));
        const online = onlineOf('after', ...traces);
        expect(online.impact(changed)).toEqual(pathImpact(traces).impact(changed));
      }),
      { numRuns: 500 },
    );
  });

  test('of EAT’s execution', () => {
    expect(letters(onlineOf('after', eatTrace).impact(functions('C')))).toBe('BCM');
    expect(letters(onlineOf('after', eatTrace).impact(functions('AC')))).toBe('ABCM');
  });

  test('by the stack miss what a caller does later, and count callers that are never returned into', () => {
    // EAT (Section 4) says that this gives the sets of PathImpact. It does not.
    expect(letters(onlineOf('stack', eatTrace).impact(functions('A')))).toBe('AM');
    expect(letters(onlineOf('after', eatTrace).impact(functions('A')))).toBe('ABCM');
    const ends = trace('t', 'M A B x');
    expect(letters(onlineOf('stack', ends).impact(functions('B')))).toBe('ABM');
    expect(letters(onlineOf('after', ends).impact(functions('B')))).toBe('B');
  });
});

function onlineOf(rule: OnlineRule, ...traces: { readonly events: Int32Array }[]): OnlineImpact {
  const online = new OnlineImpact(rule);
  for (const { events } of traces) online.execution(events);
  return online;
}
