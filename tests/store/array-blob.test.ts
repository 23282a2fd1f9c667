import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { packArrays, unpackArrays } from '#store/array-blob';

const ints = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })).map((list) => Int32Array.from(list));

describe('arrays in a blob', () => {
  test('come back as they were, wherever the blob lies in memory', () => {
    const property = fc.property(fc.array(ints), fc.array(fc.string()), fc.nat(7), (arrays, texts, shift) => {
      const blob = packArrays(arrays, texts);
      const moved = new Uint8Array(blob.length + shift).subarray(shift);
      moved.set(blob);
      expect(unpackArrays(moved, arrays.length)).toEqual({ arrays, texts });
      expect(unpackArrays(moved, arrays.length + 1)).toBeUndefined();
    });
    fc.assert(property);
  });

  test('are not read from a blob of another length', () => {
    const property = fc.property(fc.array(ints), fc.array(fc.string()), fc.nat(), (arrays, texts, cut) => {
      const blob = packArrays(arrays, texts);
      expect(unpackArrays(blob.subarray(0, cut % blob.length), arrays.length)).toBeUndefined();
    });
    fc.assert(property);
  });
});
