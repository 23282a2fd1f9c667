import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PersistentMap } from '#core/persistent-map';

const key = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const edits = fc.array(fc.tuple(fc.constantFrom('set', 'delete'), key, fc.nat(9)), { size: 'max', maxLength: 150 });

function built(steps: readonly (readonly [string, number, number])[], start = PersistentMap.empty<number>()) {
  let map = start;
  for (const [what, at, value] of steps) map = what === 'set' ? map.set(at, value) : map.delete(at);
  return map;
}

describe('PersistentMap', () => {
  it('holds what a Map holds after the same edits, and earlier versions stay as they were', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const expected = new Map<number, number>();
        for (const [what, at, value] of first) {
          if (what === 'set') expected.set(at, value);
          else expected.delete(at);
        }
        const before = built(first);
        built(second, before);
        expect(before.size).toBe(expected.size);
        expect(before.sorted()).toEqual([...expected].toSorted((a, b) => a[0] - b[0]));
        for (const [at, value] of expected) expect(before.get(at)).toBe(value);
      }),
    );
  });

  it('finds exactly the keys that differ between two versions', () => {
    fc.assert(
      fc.property(edits, edits, edits, (common, left, right) => {
        const base = built(common);
        const [a, b] = [built(left, base), built(right, base)];
        const keys = new Set([...a.entries(), ...b.entries()].map(([at]) => at));
        const expected = [...keys].filter((at) => a.get(at) !== b.get(at)).toSorted((x, y) => x - y);
        expect(a.differences(b)).toEqual(expected);
      }),
    );
  });
});
