import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitSet } from '#core/bit-set';

const capacity = 100;
const member = fc.nat(capacity - 1);
const members = fc.uniqueArray(member, { maxLength: 40, size: 'max' });
const ascending = (values: Iterable<number>): number[] => [...values].toSorted((a, b) => a - b);

describe('BitSet', () => {
  test('does what a Set does', () => {
    const operation = fc.tuple(fc.constantFrom('add', 'delete', 'has'), member);
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 120, size: 'max' }), (operations) => {
        const bits = new BitSet(capacity);
        const model = new Set<number>();
        for (const [kind, value] of operations) {
          if (kind === 'add') {
            expect(bits.add(value)).toBe(!model.has(value));
            model.add(value);
          } else if (kind === 'delete') {
            expect(bits.delete(value)).toBe(model.delete(value));
          } else {
            expect(bits.has(value)).toBe(model.has(value));
          }
        }
        expect([...bits]).toEqual(ascending(model));
        expect(bits.count()).toBe(model.size);
        expect(bits.isEmpty()).toBe(model.size === 0);
      }),
    );
  });

  test('combines as sets do and says whether it changed', () => {
    fc.assert(
      fc.property(members, members, (left, right) => {
        const other = BitSet.of(capacity, right);
        const rightSet = new Set(right);
        const common = left.filter((value) => rightSet.has(value));
        const leftOnly = left.filter((value) => !rightSet.has(value));

        const union = BitSet.of(capacity, left);
        expect(union.unionWith(other)).toBe(right.length > common.length);
        expect([...union]).toEqual(ascending(new Set([...left, ...right])));

        const intersection = BitSet.of(capacity, left);
        expect(intersection.intersects(other)).toBe(common.length > 0);
        expect(intersection.intersectWith(other)).toBe(leftOnly.length > 0);
        expect([...intersection]).toEqual(ascending(common));

        const difference = BitSet.of(capacity, left);
        expect(difference.subtract(other)).toBe(common.length > 0);
        expect([...difference]).toEqual(ascending(leftOnly));

        expect([...other]).toEqual(ascending(right));
      }),
    );
  });

  test('equality is by members', () => {
    fc.assert(
      fc.property(members, members, (left, right) => {
        const equal = ascending(left).join() === ascending(right).join();
        expect(BitSet.of(capacity, left).equals(BitSet.of(capacity, right))).toBe(equal);
        expect(BitSet.of(capacity, left).equals(BitSet.of(capacity, left.toReversed()))).toBe(true);
      }),
    );
  });

  test('forEach visits what the iterator gives', () => {
    fc.assert(
      fc.property(members, (values) => {
        const seen: number[] = [];
        BitSet.of(capacity, values).forEach((value) => seen.push(value));
        expect(seen).toEqual(ascending(values));
      }),
    );
  });

  test('a clone lives its own life, a cleared set is empty', () => {
    const original = BitSet.of(64, [0, 31, 32, 63]);
    const copy = original.clone();
    copy.delete(31);
    expect([...original]).toEqual([0, 31, 32, 63]);
    expect([...copy]).toEqual([0, 32, 63]);
    copy.clear();
    expect(copy.isEmpty()).toBe(true);
  });

  test('has nothing outside its capacity and takes nothing there', () => {
    const bits = BitSet.of(33, [32]);
    expect([bits.has(-1), bits.has(33), bits.has(64), bits.delete(33)]).toEqual([false, false, false, false]);
    expect(() => bits.add(33)).toThrow('capacity');
    expect(() => bits.add(-1)).toThrow('capacity');
    expect(() => bits.unionWith(new BitSet(34))).toThrow('capacity');
  });
});
