import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { executeAfter, executeAfterImpact } from '#dynamic/execute-after';
import type { Segment } from '#trace/recording';

describe('execute-after impact', () => {
  test('starts at the earliest changed function of any segment of the process', () => {
    const load = segment(0, { 1: [1, 2], 2: [2, 3] });
    const own = segment(0, { 2: [8, 9], 3: [7, 8], 4: [4, 5] });
    expect(executeAfterImpact([[load, own]], [3])).toEqual(new Set([2, 3]));
    expect(executeAfterImpact([[load, own]], [3, 2])).toEqual(new Set([1, 2, 3, 4]));
    expect(executeAfterImpact([[load, own]], [5])).toEqual(new Set());
  });

  test('is the union over executions, with segments that they share', () => {
    const load = segment(0, { 1: [1, 6], 2: [2, 3] });
    const first = segment(0, { 3: [5, 5] });
    const second = segment(0, { 3: [3, 3], 4: [9, 9] });
    expect(executeAfterImpact([[load, first]], [3])).toEqual(new Set([1, 3]));
    expect(
      executeAfterImpact(
        [
          [load, first],
          [load, second],
        ],
        [3],
      ),
    ).toEqual(new Set([1, 2, 3, 4]));
  });

  test('counts all of another process, whose times do not compare', () => {
    const parent = segment(0, { 1: [1, 9], 2: [2, 3] });
    const child = segment(1, { 3: [1, 1], 4: [2, 2] });
    expect(executeAfterImpact([[parent, child]], [2])).toEqual(new Set([1, 2, 3, 4]));
    expect(executeAfterImpact([[parent, child]], [4])).toEqual(new Set([1, 2, 4]));
    expect(executeAfterImpact([[parent, child]], [1, 4])).toEqual(new Set([1, 2, 3, 4]));
  });

  test('is that of a search through everything', () => {
    const times = fc.dictionary(
      fc.nat(40).map(String),
      fc.tuple(fc.nat(50), fc.nat(50)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
      { maxKeys: 30 },
    );
    const anySegment = fc.tuple(fc.nat(1), times).map(([process, record]) => segment(process, record));
    const anySuite = fc.tuple(
      fc.array(anySegment, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(fc.nat(4), { maxLength: 4 })),
    );
    fc.assert(
      fc.property(anySuite, fc.uniqueArray(fc.nat(45), { maxLength: 45 }), ([segments, choices], changed) => {
        const executions = choices.map((choice) =>
          choice.map((index) => segments[index % segments.length] ?? segment(0, {})),
        );
        const found = executeAfter(executions).impact(changed);
        expect([...found].toSorted()).toEqual([...slowImpact(executions, changed)].toSorted());
      }),
      { numRuns: 1000 },
    );
  });
});

function segment(process: number, times: Readonly<Record<string, readonly [number, number]>>): Segment {
  const entries = Object.entries(times).toSorted(([a], [b]) => Number(a) - Number(b));
  return {
    process,
    functions: Uint32Array.from(entries, ([name]) => Number(name)),
    first: Float64Array.from(entries, ([, [first]]) => first),
    last: Float64Array.from(entries, ([, [, last]]) => last),
  };
}

/** Function by function, straight from the definition. */
function slowImpact(executions: readonly (readonly Segment[])[], changed: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (const execution of executions) {
    const runs = execution.flatMap(({ process, functions, first, last }) =>
      Array.from(functions, (number, i) => ({ process, number, first: first[i] ?? 0, last: last[i] ?? 0 })),
    );
    for (const change of runs.filter(({ number }) => changed.includes(number))) {
      for (const run of runs) if (run.process !== change.process || run.last >= change.first) found.add(run.number);
    }
  }
  return found;
}
