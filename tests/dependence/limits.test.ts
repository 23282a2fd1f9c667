import { expect, test } from 'vitest';
import { analyzePointers } from '#dependence/pointer-analysis';
import type { PointerLimit } from '#dependence/pointer-limits';
import { extractFacts } from '#ir/extract-facts';
import { Program } from '#ir/program';
import { lowered } from '../ir/lowered';

const few: readonly PointerLimit[] = [{ upTo: Infinity, objects: 12, functions: 2 }];

/** Which calls of a program are said to run more functions than were found, by what they call. */
function openCalls(source: string, limits: readonly PointerLimit[]): string[] {
  const program = new Program([extractFacts(lowered('a.js', source))]);
  const { calls } = analyzePointers(program, () => ({ kind: 'unresolved' }), undefined, null, limits);
  return Array.from({ length: calls.count }, (_, i) => calls.unresolved(i))
    .filter((call) => call?.reason === 'too-many-targets')
    .map((call) => call?.name ?? '');
}

const source = `
  function a() {} function b() {} function c() {}
  const all = [a, b, c];
  const one = all[0];
  const bound = one.bind(null);
  const pair = [a, b];
  one();
  bound();
  all.forEach(one);
  one.call(null);
  pair[1]();
`;

test('calls that too many functions lead to are listed, however tight the limit was and wherever they were left out', () => {
  expect(openCalls(source, few)).toEqual(['.bind', 'function value', 'function value', '.forEach', '.call']);
});

test('calls of as many functions as a variable may hold are not', () => {
  expect(openCalls(source, [{ upTo: Infinity, objects: 12, functions: 3 }])).toEqual([]);
});
