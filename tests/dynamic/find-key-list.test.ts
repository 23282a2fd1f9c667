import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ExecutionTrace } from '#dynamic/events';
import { findKeyList } from '#dynamic/find-key-list';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { ModSequitur } from '#dynamic/mod-sequitur';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { evolveTraces, functions, trace } from './letters';
import { changedFunctions, simulate, steps } from './simulated-run';

describe('Find-Key-List', () => {
  test.each([
    ['F', ['[c']],
    ['G', ['[b']],
    ['A', ['[a']],
    ['C', ['[a', '[c']],
    ['M', ['[a', '[b', '[c']],
    ['FG', ['[b', '[c']],
    ['Z', []],
  ])('of %s in Evolve’s traces is %j', (changed, keys) => {
    expect(findKeyList(dagOf(evolveTraces), functions(changed))).toEqual(keys);
  });

  test('takes one execution of those that a symbol behind it ends', () => {
    // Pairs of executions are one rule, which stands behind F once: only the first of that pair enters it.
    const traces = ['A', 'B', 'A', 'B', 'F A', 'B'].map((text, index) => trace(String(index), `${text} r x`));
    expect(findKeyList(dagOf(traces), functions('F'))).toEqual(['4']);
  });

  test('is that of looking into every trace', () => {
    fc.assert(
      fc.property(
        fc.array(steps, { maxLength: 5 }),
        fc.array(fc.nat(5)),
        changedFunctions,
        (programs, again, changed) => {
          const runs = programs.map((program) => simulate(program).events);
          const traces = [...runs, ...again.flatMap((index) => runs.slice(index, index + 2))].map((events, index) => ({
            key: `test ${index}`,
            events,
          }));
          const expected = traces.filter(({ events }) => changed.some((number) => events.includes(number)));
          expect(findKeyList(dagOf(traces), changed)).toEqual(expected.map(({ key }) => key));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

function dagOf(traces: readonly ExecutionTrace[]): WholePathDag {
  const grammar = new ModSequitur();
  for (const execution of traces) grammar.add(execution);
  return new WholePathDag(freezeGrammar(grammar));
}
