import { describe, expect, it } from 'vitest';
import { explored } from './library/explored-model';

const type = 'number | string | boolean | bigint | null | undefined';
const values = [0, -0, 1, Number.NaN, '', '0', '1', ' 1 ', 'a', true, false, 0n, 1n, null, undefined];

describe('equality', () => {
  it('is that of the language, for all kinds of scalars', () => {
    const { agrees } = explored(
      `function f(a: ${type}, b: ${type}) { return [a === b, Object.is(a, b), [a].includes(b)]; }`,
    );
    for (const a of values) for (const b of values) agrees(a, b);
  });

  it('converts where the language does', () => {
    const scalar = 'number | string | boolean | null | undefined';
    const { agrees } = explored(`function f(a: ${scalar}, b: ${scalar}) { return a == b; }`);
    const few = values.filter((value) => typeof value !== 'bigint');
    for (const a of few) for (const b of few) agrees(a, b);
    const big = explored(
      'function f(a: bigint, b: number | boolean | bigint | null) { return [a == b, b == a, a == "1", "x" == (a as never)]; }',
    );
    for (const a of [0n, 1n, 2n ** 60n])
      for (const b of [0, 1, 1.5, 2 ** 60, Number.NaN, true, 1n, null]) big.agrees(a, b);
  });

  it('converts objects by their methods', () => {
    const { agrees } = explored(
      'function f(n: number, s: string) { const o = { valueOf: () => n, toString: () => s }; return [o == n, s == o, [n] == n, [s] == s, o == o, o == { valueOf: () => n }, o == null, null == o, [] == "", Symbol.iterator == o]; }',
    );
    agrees(1, 'a');
    agrees(0, '0');
    agrees(Number.NaN, '');
  });

  it('decides no more of an input than it must', () => {
    expect(explored(`function f(a: ${type}) { return a == null; }`).paths).toHaveLength(2);
    expect(explored(`function f(a: ${type}) { return a === undefined; }`).paths).toHaveLength(2);
    expect(explored(`function f(a: ${type}) { return a === 'x'; }`).paths).toHaveLength(2);
    expect(
      explored('function f(a: string | null, b: string | null) { return Object.is(a, a) && a === a; }').paths,
    ).toHaveLength(1);
  });
});
