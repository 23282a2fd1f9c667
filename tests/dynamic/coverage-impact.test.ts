import { describe, expect, test } from 'vitest';
import { coverageImpact, coverageOf, sliceBySuccessors } from '#dynamic/coverage-impact';
import { eatTrace, functions, letters } from './letters';

const count = 26;
const whole = (): number[] => functions('MABCD');

describe('CoverageImpact', () => {
  const covered = coverageOf(
    eatTrace.events.filter((event) => event >= 0),
    count,
  );

  test('has the bit vector of EAT’s Table 1', () => {
    expect(functions('MABCD').map((method) => Number(covered.has(method)))).toEqual([1, 1, 1, 1, 0]);
  });

  test.each([
    ['C', 'ABCM'],
    ['AC', 'ABCM'],
    ['D', ''],
    ['CD', 'ABCM'],
  ])('of a change of %s is %s when the static slice is the whole program', (changed, expected) => {
    expect(letters(coverageImpact([covered], count, whole).impact(functions(changed)))).toBe(expected);
  });

  test('marks what is covered by executions that run a changed function, and no other', () => {
    const executions = ['MAB', 'MAC', 'MD'].map((names) => coverageOf(functions(names), count));
    const technique = coverageImpact(executions, count, whole);
    expect(letters(technique.impact(functions('B')))).toBe('ABM');
    expect(letters(technique.impact(functions('A')))).toBe('ABCM');
    expect(letters(technique.impact([1000]))).toBe('');
  });

  test('slices through marked functions only', () => {
    const edges: Readonly<Record<string, string>> = { A: 'B', B: 'C', D: 'C' };
    const slice = sliceBySuccessors((of) => functions(edges[letters([of])] ?? ''));
    const throughB = coverageImpact([coverageOf(functions('ABC'), count)], count, slice);
    const withoutB = coverageImpact([coverageOf(functions('AC'), count)], count, slice);
    expect(letters(throughB.impact(functions('A')))).toBe('ABC');
    expect(letters(withoutB.impact(functions('A')))).toBe('A');
  });
});
