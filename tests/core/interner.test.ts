import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Interner } from '#core/interner';

test('interning and reading back is the identity, one number per string', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
      const interner = new Interner();
      const ids = texts.map((text) => interner.intern(text));
      expect(ids.map((id) => interner.textOf(id))).toEqual(texts);
      expect(interner.size).toBe(new Set(texts).size);
      expect(texts.map((text) => interner.idOf(text))).toEqual(ids);
    }),
  );
});

test('numbers strings in the order of first appearance and knows no others', () => {
  const interner = new Interner();
  expect(['__proto__', 'a', '__proto__'].map((text) => interner.intern(text))).toEqual([0, 1, 0]);
  expect(interner.idOf('b')).toBeUndefined();
  expect(() => interner.textOf(2)).toThrow('internal error');
});
