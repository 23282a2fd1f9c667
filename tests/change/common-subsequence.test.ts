import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonSubsequence, longestIncreasing } from '#change/common-subsequence';

const short = fc.array(fc.nat({ max: 4 }), { maxLength: 12 });

function longestLength(a: readonly number[], b: readonly number[]): number {
  const best = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const skipped = Math.max(best[i - 1]?.[j] ?? 0, best[i]?.[j - 1] ?? 0);
      const taken = a[i - 1] === b[j - 1] ? (best[i - 1]?.[j - 1] ?? 0) + 1 : 0;
      (best[i] ?? [])[j] = Math.max(skipped, taken);
    }
  }
  return best[a.length]?.[b.length] ?? 0;
}

function expectCommon(a: readonly number[], b: readonly number[]): number {
  const pairs = commonSubsequence(a, b);
  pairs.forEach(([i, j], k) => {
    expect(a[i]).toBe(b[j]);
    const [x, y] = pairs[k - 1] ?? [-1, -1];
    expect(i > x && j > y).toBe(true);
  });
  return pairs.length;
}

test('short sequences: a longest common subsequence', () => {
  fc.assert(
    fc.property(short, short, (a, b) => {
      expect(expectCommon(a, b)).toBe(longestLength(a, b));
    }),
  );
});

test('long sequences: common, and everything if one holds the other in order', () => {
  const long = fc.array(fc.nat({ max: 5000 }), { minLength: 400, maxLength: 600 });
  fc.assert(
    fc.property(long, fc.array(fc.nat()), (a, removed) => {
      const gone = new Set(removed.map((index) => index % a.length));
      const unique = a.map((value, i) => value + i * 10_000);
      expect(
        expectCommon(
          unique,
          unique.filter((_, i) => !gone.has(i)),
        ),
      ).toBe(unique.length - gone.size);
      expectCommon(a, a.toReversed());
    }),
    { numRuns: 20 },
  );
});

test('thousands of equal elements', () => {
  const equal = Array.from({ length: 5000 }, () => 1);
  expect(expectCommon(equal, equal.slice(1000))).toBe(4000);
});

test('the longest increasing subsequence', () => {
  fc.assert(
    fc.property(short, (values) => {
      const unique = values.map((value, i) => value * 100 + i);
      const chain = longestIncreasing(unique.map((value, i) => [i, value] as const));
      expect(chain.length).toBe(
        longestLength(
          unique,
          unique.toSorted((a, b) => a - b),
        ),
      );
    }),
  );
});
