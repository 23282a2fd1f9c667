import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Observer } from '#replay/child/observe';
import type { Observed } from '#replay/observed';
import { printObserved } from '#replay/print-observed';
import { sameObserved } from '#replay/same-observed';

class Money {
  constructor(
    readonly amount: number,
    readonly tag: unknown = null,
  ) {}
}
class Missing extends Error {
  override name = 'Missing';
}
class Stack extends Array<number> {}

const look = (value: unknown): Observed => new Observer().observe(value);

/** Evaluates text as if it were pasted here. */
function paste(text: string): unknown {
  const names = { Money, Missing, Stack };
  return new Function(...Object.keys(names), `"use strict"; return (${text});`)(...Object.values(names)) as unknown;
}

const cyclic: { name: string; self?: unknown; all?: unknown } = { name: 'cycle' };
cyclic.self = cyclic;
cyclic.all = new Map<unknown, unknown>([['set', new Set([cyclic])]]);
const shared = { x: 1 };
const named = { f: () => {} };

describe('what is printed gives the value again', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['-0', -0],
    ['[1, NaN, -Infinity, 10n, null, true]', [1, NaN, -Infinity, 10n, null, true]],
    ['"a\\n\\"\\u2028"', 'a\n"\u2028'],
    ['{ a: 1, "b c": { 2: [] }, ["__proto__"]: 3 }', JSON.parse('{"a":1,"b c":{"2":[]},"__proto__":3}')],
    ['[, 1, ,]', [, 1, ,]], // oxlint-disable-line no-sparse-arrays
    ['Object.create(null)', Object.create(null)],
    ['new Map([[{ a: 1 }, new Set([1])]])', new Map([[{ a: 1 }, new Set([1])]])],
    ['new Map()', new Map()],
    ['new Date("1970-01-01T00:00:00.005Z")', new Date(5)],
    ['new Date(NaN)', new Date(NaN)],
    ['/a\\/b/gi', /a\/b/gi],
    ['Object.assign(/x/g, { lastIndex: 2 })', Object.assign(/x/g, { lastIndex: 2 })],
    ['new RangeError("no")', new RangeError('no')],
    ['new Error()', new Error()],
    ['Object(1)', Object(1)],
    ['new Uint8Array([1, 255])', new Uint8Array([1, 255])],
    ['new BigInt64Array([-1n])', new BigInt64Array([-1n])],
    ['Buffer.from([104, 105])', Buffer.from('hi')],
    ['new DataView(new Uint8Array([7]).buffer)', new DataView(new Uint8Array([7]).buffer)],
    ['Object.assign(Object.create(Money.prototype), { amount: 3, tag: null })', new Money(3)],
    ['Object.setPrototypeOf([1, 2], Stack.prototype)', Stack.from([1, 2])],
    ['Object.assign([1], { extra: 2 })', Object.assign([1], { extra: 2 })],
  ])('%s', (text, value) => {
    const observed = look(value);
    expect(printObserved(observed)).toBe(text);
    expect(sameObserved(look(paste(text)), observed, true)).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a cycle', cyclic],
    ['a shared object', [shared, shared]],
    ['a shared array with holes', ((list) => [list, list])([, 1, ,])], // oxlint-disable-line no-sparse-arrays
    ['a shared instance', ((money) => ({ a: money, b: money }))(new Money(1, [shared]))],
    ['a shared date', ((date) => [date, date])(new Date(1))],
    ['an error of a class', new Missing('gone')],
    ['an odd key in a shared object', ((o) => [o, o])(JSON.parse('{"a b":1,"__proto__":2}'))],
  ])('%s', (_, value) => {
    const observed = look(value);
    expect(look(paste(printObserved(observed)))).toEqual(observed);
  });

  test('whatever plain data it is', () => {
    const plain = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
      withBoxedValues: true,
    });
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const value = [a, b, { again: a }];
        const observed = look(value);
        const again = look(paste(printObserved(observed)));
        expect(again).toEqual(observed);
        expect(sameObserved(again, observed, true)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what no source can make is a comment', () => {
  test.each<[string, unknown]>([
    ['() => {} /* function f */', named.f],
    ['{} /* WeakMap */', new WeakMap()],
    ['{} /* Proxy */', new Proxy({}, {})],
    ['Symbol("s")', Symbol('s')],
    ['new Promise(() => {}) /* not waited for */', Promise.resolve(1)],
    ['() => {} /* function * / */', Object.defineProperty(() => {}, 'name', { value: '*/' })],
  ])('%s', (text, value) => {
    expect(printObserved(look(value))).toBe(text);
    expect(() => paste(text)).not.toThrow();
  });
});
