import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Observer } from '#replay/child/observe';
import { sameObserved } from '#replay/same-observed';

class Box {
  constructor(readonly value: unknown) {}
}
const same = (a: unknown, b: unknown, strict = false): boolean =>
  sameObserved(new Observer().observe(a), new Observer().observe(b), strict);

const one = { a: 1 };
const named = { a: () => {}, b: () => {} };
const loop = (length: number): unknown => {
  const first: { next?: unknown } = {};
  let last = first;
  for (let i = 1; i < length; i++) last = (last.next = {}) as typeof first;
  last.next = first;
  return first;
};

describe('equal', () => {
  test.each<[string, unknown, unknown, loose: boolean, strict: boolean]>([
    ['NaN', NaN, NaN, true, true],
    ['the sign of zero', 0, -0, false, false],
    ['the sign of zero inside', [0], [-0], false, false],
    ['types', 1, '1', false, false],
    ['big integers', 1n, 1, false, false],
    ['null and undefined', { a: null }, { a: undefined }, false, false],
    ['a missing and an undefined field', {}, { a: undefined }, false, false],
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, true, false],
    [
      'the order of a map',
      new Map([
        [1, 'a'],
        [2, 'b'],
      ]),
      new Map([
        [2, 'b'],
        [1, 'a'],
      ]),
      true,
      false,
    ],
    ['the order of a set of objects', new Set([{ a: 1 }, { a: 2 }]), new Set([{ a: 2 }, { a: 1 }]), true, false],
    ['sets of equal objects', new Set([{ a: 1 }, { a: 1 }]), new Set([{ a: 1 }, { a: 2 }]), false, false],
    ['the order of an array', [1, 2], [2, 1], false, false],
    ['holes', Array(1), [undefined], false, false],
    ['identity', [one, one], [{ a: 1 }, { a: 1 }], true, false],
    ['cycles of other lengths', loop(2), loop(3), true, false],
    ['cycles of the same length', loop(3), loop(3), true, true],
    ['a cycle and none', loop(1), { next: {} }, false, false],
    ['classes', new Box(1), { value: 1 }, false, false],
    ['errors by message', new TypeError('a'), new TypeError('b'), false, false],
    ['errors by type', new TypeError('a'), new RangeError('a'), false, false],
    ['properties of errors', Object.assign(new Error('a'), { code: 1 }), new Error('a'), true, false],
    ['functions', () => 1, () => 2, true, true],
    ['names of functions', named.a, named.b, true, false],
    ['dates', new Date(1), new Date(2), false, false],
    ['flags', /a/g, /a/i, false, false],
    ['typed arrays', new Uint8Array([1]), new Int8Array([1]), false, false],
    ['boxes', Object(1), 1, false, false],
  ])('%s', (_, a, b, loose, strict) => {
    expect([same(a, b), same(b, a)]).toEqual([loose, loose]);
    expect([same(a, b, true), same(b, a, true)]).toEqual([strict, strict]);
  });

  test('is what a value is to its copy, and symmetric', () => {
    const values = fc.anything({ withMap: true, withSet: true, withDate: true, withBigInt: true });
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(same(a, structuredClone(a))).toBe(true);
        expect(same(a, b)).toBe(same(b, a));
        if (same(a, b, true)) expect(same(a, b)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('an assumption of a comparison that failed is taken back', () => {
    // The first partner of `x` fails only after `p` was compared with its like.
    const p = { k: 1 };
    const a = new Set<unknown>([
      { p, end: 1 },
      { p, end: 2 },
    ]);
    const q = { k: 1 };
    const b = new Set<unknown>([
      { p: q, end: 2 },
      { p: { k: 2 }, end: 1 },
    ]);
    expect(same(a, b)).toBe(false);
  });
});
