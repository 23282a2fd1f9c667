import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineIndex } from '#core/span';

const terminators = ['\n', '\r\n', '\r', '\u2028', '\u2029'];
const texts = fc
  .array(fc.constantFrom(...terminators, 'a', 'xyz', '😀', '\t'), { maxLength: 40, size: 'max' })
  .map((parts) => parts.join(''));

describe('LineIndex', () => {
  test('has the lines that splitting gives', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const index = new LineIndex(text);
        const lines = Array.from({ length: index.lineCount }, (_, i) => {
          const range = index.rangeOfLine(i + 1);
          return range && text.slice(range.start, range.end);
        });
        expect(lines).toEqual(text.split(/\r\n|[\n\r\u2028\u2029]/));
      }),
    );
  });

  test('agrees with counting the terminators before an offset', () => {
    fc.assert(
      fc.property(texts, fc.nat(200), (text, seed) => {
        const offset = seed % (text.length + 1);
        // Between the two halves of a pair the line has not ended yet.
        const splitsPair = text[offset - 1] === '\r' && text[offset] === '\n';
        const lines = text.slice(0, splitsPair ? offset - 1 : offset).split(/\r\n|[\n\r\u2028\u2029]/);
        const column = (lines.at(-1) ?? '').length + 1 + (splitsPair ? 1 : 0);
        expect(new LineIndex(text).positionAt(offset)).toEqual({ line: lines.length, column });
      }),
    );
  });

  test('finds the offset of every position it gives for a character of a line', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const index = new LineIndex(text);
        for (let line = 1; line <= index.lineCount; line++) {
          const range = index.rangeOfLine(line) ?? expect.unreachable();
          for (let offset = range.start; offset <= range.end; offset++) {
            expect(index.offsetAt(index.positionAt(offset))).toBe(offset);
          }
        }
      }),
    );
  });

  test('counts columns in UTF-16 units, as editors and the parser do', () => {
    expect(new LineIndex('x\n😀b').positionAt(4)).toEqual({ line: 2, column: 3 });
  });

  test('puts offsets outside the text at its nearest end', () => {
    const index = new LineIndex('ab\nc');
    expect(index.positionAt(-1)).toEqual({ line: 1, column: 1 });
    expect(index.positionAt(99)).toEqual({ line: 2, column: 2 });
  });

  test('has no line 0, no line after the last and no column after the end', () => {
    const index = new LineIndex('ab\n');
    expect(index.lineCount).toBe(2);
    expect(index.rangeOfLine(0)).toBeUndefined();
    expect(index.rangeOfLine(3)).toBeUndefined();
    expect(index.offsetAt({ line: 1, column: 0 })).toBeUndefined();
    expect(index.offsetAt({ line: 1, column: 3 })).toBe(2);
    expect(index.offsetAt({ line: 1, column: 4 })).toBeUndefined();
  });
});
