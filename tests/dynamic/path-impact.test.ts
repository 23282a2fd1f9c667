import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collectFromTrace } from '#dynamic/collect-ea';
import { dagPathImpact } from '#dynamic/dag-walk';
import { type ExecutionTrace, RETURN } from '#dynamic/events';
import { executeAfterImpact, segmentOf } from '#dynamic/execute-after';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { pathImpact } from '#dynamic/path-impact';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { eatTrace, evolveTraces, functions, letters, trace } from './letters';
import { changedFunctions, executedAfter, simulate, steps, withoutThrows } from './simulated-run';

describe('PathImpact', () => {
  test.each([
    ['C', 'BCM'],
    ['AC', 'ABCM'],
    ['B', 'BCM'],
    ['M', 'ABCM'],
    ['D', ''],
  ])('of EAT’s trace for %s is %s, on the trace and on the DAG', (changed, expected) => {
    expect(letters(pathImpact([eatTrace]).impact(functions(changed)))).toBe(expected);
    expect(letters(dagImpact([eatTrace], functions(changed)))).toBe(expected);
  });

  test('of A in Evolve’s traces leaves out B, which has returned', () => {
    expect(letters(pathImpact(evolveTraces).impact(functions('A')))).toBe('ACDEM');
    expect(letters(dagImpact(evolveTraces, functions('A')))).toBe('ACDEM');
  });

  test('returns into no more functions than returns were recorded', () => {
    const cutShort = trace('t', 'M A B C r x');
    expect(letters(pathImpact([cutShort]).impact(functions('C')))).toBe('BC');
    expect(letters(dagImpact([cutShort], functions('C')))).toBe('BC');
  });

  test('is that of every single occurrence, as it is described', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 4 }), changedFunctions, (programs, changed) => {
        const traces = tracesOf(programs.map((program) => simulate(program).events));
        const expected = new Set(traces.flatMap(({ events }) => [...walkFromEveryOccurrence(events, changed)]));
        expect(pathImpact(traces).impact(changed)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('on the DAG is that on the traces', () => {
    fc.assert(
      fc.property(
        fc.array(steps, { maxLength: 6 }),
        fc.array(fc.nat(5)),
        changedFunctions,
        (programs, again, changed) => {
          const runs = programs.map((program) => simulate(program).events);
          // Some executions come several times, so that rules hold whole executions.
          const traces = tracesOf([...runs, ...again.flatMap((index) => runs.slice(index, index + 2))]);
          expect(dagImpact(traces, changed)).toEqual(pathImpact(traces).impact(changed));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('on the DAG is that on the traces for any events, also returns without entries', () => {
    const anyEvents = fc
      .array(fc.integer({ min: RETURN, max: 3 }), { maxLength: 40 })
      .map((list) => Int32Array.from(list));
    fc.assert(
      fc.property(fc.array(anyEvents, { maxLength: 6 }), changedFunctions, (lists, changed) => {
        const traces = tracesOf(lists);
        expect(dagImpact(traces, changed)).toEqual(pathImpact(traces).impact(changed));
      }),
      { numRuns: 1000 },
    );
  });

  test('on the DAG is that on the traces, with deep stacks and executions that are cut short', () => {
    fc.assert(
      fc.property(motifTraces, fc.uniqueArray(fc.nat(15), { minLength: 1, maxLength: 2 }), (lists, changed) => {
        const traces = tracesOf(lists);
        expect(dagImpact(traces, changed)).toEqual(pathImpact(traces).impact(changed));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['skips calls that have returned', ['A B C r X r r r', 'A B C X r r r r'], 'ABCX'],
    ['is cut short', ['A B C X r r', 'A B C X r r r r'], 'ABCX'],
    ['skips other calls, in a rule without them', ['A B C r r X r r', 'A B C r X r r r', 'A B C D'], 'ABX'],
  ])('on the DAG looks again into a rule that another execution %s', (_, texts, expected) => {
    const traces = texts.map((text, index) => trace(String(index), `${text} x`));
    expect(letters(dagImpact(traces, functions('X')))).toBe(expected);
    expect(letters(dagImpact(traces.toReversed(), functions('X')))).toBe(expected);
  });

  test('on the DAG sees an execution that has not ended yet', () => {
    const grammar = new ModSequitur();
    for (const execution of evolveTraces) grammar.add(execution);
    grammar.append(trace('', 'M Z A r r').events);
    const technique = dagPathImpact(new WholePathDag(freezeGrammar(grammar)));
    expect(letters(technique.impact(functions('Z')))).toBe('AMZ');
    expect(letters(technique.impact(functions('A')))).toBe('ACDEMZ');
  });

  test('is execute-after of the same events', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 4 }), changedFunctions, (programs, changed) => {
        const traces = tracesOf(programs.map((program) => simulate(program).events));
        const executions = traces.map(({ events }, process) => [segmentOf(collectFromTrace(events), process)]);
        expect(pathImpact(traces).impact(changed)).toEqual(executeAfterImpact(executions, changed));
      }),
      { numRuns: 500 },
    );
  });

  test('is what control arrives in, where nothing is thrown past a function', () => {
    fc.assert(
      fc.property(withoutThrows, changedFunctions, (program, changed) => {
        const { events, arrivals } = simulate(program);
        expect(pathImpact([{ key: 't', events }]).impact(changed)).toEqual(executedAfter(arrivals, changed));
      }),
      { numRuns: 500 },
    );
  });

  test('counts functions that an error passes through, in which control does not arrive', () => {
    const thrownPast = trace('t', 'M A B r r x');
    expect(letters(pathImpact([thrownPast]).impact(functions('B')))).toBe('ABM');
    fc.assert(
      fc.property(steps, changedFunctions, (program, changed) => {
        const { events, arrivals } = simulate(program);
        const found = pathImpact([{ key: 't', events }]).impact(changed);
        for (const arrived of executedAfter(arrivals, changed)) expect(found).toContain(arrived);
      }),
      { numRuns: 500 },
    );
  });

  test('misses what is resumed when resuming is not recorded as an entry', () => {
    // M calls A, which awaits; B runs from the event loop; then A goes on and returns.
    expect(letters(pathImpact([trace('t', 'M A r r B r r x')]).impact(functions('B')))).toBe('B');
    expect(letters(pathImpact([trace('t', 'M A r r B r A r x')]).impact(functions('B')))).toBe('AB');
  });
});

/** A few pieces, most of them entries, put together in many ways: rules are shared between executions that differ around them. */
const motifTraces = fc
  .tuple(
    fc.array(
      fc.array(fc.oneof({ weight: 3, arbitrary: fc.nat(15) }, { weight: 2, arbitrary: fc.constant(RETURN) }), {
        maxLength: 6,
      }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    fc.array(fc.array(fc.nat(3), { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(3), fc.array(fc.oneof(fc.nat(15), fc.constant(RETURN)), { maxLength: 3 })), {
      maxLength: 8,
    }),
  )
  .map(([motifs, plans, executions]) =>
    executions.map(([plan, end]) => {
      const pieces = (plans[plan % plans.length] ?? []).flatMap((motif) => motifs[motif % motifs.length] ?? []);
      return Int32Array.from([...pieces, ...end]);
    }),
  );

function tracesOf(runs: readonly Int32Array[]): ExecutionTrace[] {
  return runs.map((events, index) => ({ key: `test ${index}`, events }));
}

function dagImpact(traces: readonly ExecutionTrace[], changed: readonly number[]): Set<number> {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return dagPathImpact(new WholePathDag(freezeGrammar(grammar))).impact(changed);
}

/** Word by word what Section 1.2 of EAT says, with a stack instead of counters. */
function walkFromEveryOccurrence(events: Int32Array, changed: readonly number[]): Set<number> {
  const found = new Set<number>();
  const list = [...events].filter((event) => event >= RETURN);
  list.forEach((event, occurrence) => {
    if (!changed.includes(event)) return;
    found.add(event);
    const callers: number[] = [];
    for (const before of list.slice(0, occurrence)) {
      if (before === RETURN) callers.pop();
      else callers.push(before);
    }
    const entered: number[] = [];
    for (const after of list.slice(occurrence + 1)) {
      if (after !== RETURN) {
        found.add(after);
        entered.push(after);
      } else if (entered.pop() === undefined) {
        const caller = callers.pop();
        if (caller !== undefined) found.add(caller);
      }
    }
  });
  return found;
}
