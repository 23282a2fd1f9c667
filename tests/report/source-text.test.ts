import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAroundDifference, cutText, displayWidth, oneLine } from '#report/source-text';

const anyText = fc.string({ unit: 'binary', maxLength: 60 });

describe('oneLine', () => {
  test.each([
    ['a\n  b\t c', 'a b c'],
    ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
    ['left\u202eright', 'left\\u202eright'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['lone \ud800!', 'lone \\ud800!'],
    ['  ', ''],
    ['日本 é 👍', '日本 é 👍'],
  ])('%j', (text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });

  test('has neither line breaks nor control characters, whatever it is given', () => {
    fc.assert(fc.property(anyText, (text) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(oneLine(text))));
  });

  test('cuts what no one reads', () => {
    expect(oneLine('x'.repeat(1_000_000)).length).toBeLessThan(2100);
  });
});

describe('displayWidth', () => {
  test.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👍🏽', 2],
    ['', 0],
  ])('%j', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});

describe('cutText', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly10!', 10, 'exactly10!'],
    ['more than ten', 10, 'more than…'],
    ['日本語です', 6, '日本…'],
    ['abc', 0, '…'],
  ])('%j in %d columns', (text, width, expected) => {
    expect(cutText(text, width)).toBe(expected);
  });

  test('never takes more columns than it is given', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.integer({ min: 1, max: 30 }),
        (text, width) => displayWidth(cutText(text, width)) <= width,
      ),
    );
  });
});

describe('cutAroundDifference', () => {
  const prefix = 'the same words at the beginning of both lines, and then ';

  test('shows where long texts begin to differ', () => {
    const [a, b] = cutAroundDifference(`${prefix}x == 0`, `${prefix}x <= 0`, 40);
    expect([a, b]).toEqual(['…and then x == 0', '…and then x <= 0']);
  });

  test('leaves short texts alone', () => {
    expect(cutAroundDifference('a == b', 'a <= b', 40)).toEqual(['a == b', 'a <= b']);
  });

  test('different texts stay different and fit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '名', '😀'), maxLength: 80 });
    fc.assert(
      fc.property(text, text, text, (start, a, b) => {
        const cut = cutAroundDifference(`${start}(${a})`, `${start}(${b})`, 30);
        expect(cut.every((side) => displayWidth(side) <= 30)).toBe(true);
        expect(cut[0] === cut[1]).toBe(a === b);
      }),
    );
  });
});
