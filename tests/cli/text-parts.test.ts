import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textParts } from '../../src/cli/text-parts';

test('the parts of a text are written as the text is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '…', '😀', '\n'), maxLength: 40 });
  const property = fc.property(text, fc.integer({ min: 2, max: 8 }), (whole, length) => {
    const parts = textParts(whole, length);
    expect(parts.length).toBeGreaterThan(0);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(length);
    expect(Buffer.concat(parts.map((part) => Buffer.from(part)))).toEqual(Buffer.from(whole));
  });
  fc.assert(property);
});

test('half a character on its own is no reason to stop', () => {
  expect(textParts('\ud83d\ud83d\ud83dab', 2).join('')).toBe('\ud83d\ud83d\ud83dab');
});
