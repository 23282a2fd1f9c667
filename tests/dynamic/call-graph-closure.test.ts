import { expect, test } from 'vitest';
import { callGraphClosure, type CallDirection } from '#dynamic/call-graph-closure';
import { functions, letters } from './letters';

/** Fig. 1 of EAT as far as its trace shows it: M calls A and B, B calls C and D. */
const calls = Array.from({ length: 13 }, (_, caller) => functions({ M: 'AB', B: 'CD' }[letters([caller])] ?? ''));

test.each<[CallDirection, string, string]>([
  ['callees', 'B', 'BCD'],
  ['callers', 'B', 'BM'],
  ['both', 'B', 'BCDM'],
  ['both', 'A', 'AM'],
  ['callees', 'AC', 'AC'],
])('the closure over %s of a change of %s is %s', (direction, changed, expected) => {
  const technique = callGraphClosure(calls, direction);
  expect(technique.name).toBe(`call-graph-${direction}`);
  expect(letters(technique.impact(functions(changed)))).toBe(expected);
  expect(technique.impact([99])).toEqual(new Set());
});

test.each<[CallDirection, string, string]>([
  ['callees', 'B', 'BCDEFG'],
  ['callees', 'M', 'ABCDEFGM'],
  ['callers', 'E', 'BEGM'],
  ['callers', 'A', 'AM'],
  ['both', 'G', 'BEFGM'],
])('calls in common: the closure over %s of a change of %s is %s', (direction, changed, expected) => {
  const common = { callers: functions('BG'), callees: functions('EFG') };
  expect(letters(callGraphClosure(calls, direction, common).impact(functions(changed)))).toBe(expected);
});
