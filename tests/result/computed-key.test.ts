import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import { withComputedKey } from '#result/computed-key';

const text = `
const custom = Symbol('custom');
export class A {
  [Symbol.iterator]() {}
  get [ Symbol.toStringTag ]() { return ''; }
  [custom]() {}
  [makeKey()]() {}
  plain() {}
}
`;

describe('a call of a method with a computed key', () => {
  const module = loadProgram(openTexts(tmpdir(), { 'a.js': text })).module('a.js');
  test.each([
    ['(a)[computed](1)', 0, '(a)[Symbol.iterator](1)'],
    ['(a)[computed]', 1, '(a)[Symbol.toStringTag]'],
    ['(a)[computed]~2(1)', 2, '(a)[custom](1)'],
    ['(a)[computed]~3(1)', 3, '(a)[computed]~3(1)'],
    ['(a)[computed]("[computed]")', 0, '(a)[computed]("[computed]")'],
    ['(a).plain("[computed]")', 4, '(a).plain("[computed]")'],
  ])('%s', (call, index, written) => {
    const members = module?.functions.filter(({ kind }) => kind === 'method' || kind === 'getter') ?? [];
    const fn = members[index];
    if (module === null || fn === undefined) throw new Error('there is such a function');
    expect(withComputedKey(call, { module, fn })).toBe(written);
  });
});
