import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText } from '#project/decode-text';

const marks = { utf8: [0xef, 0xbb, 0xbf], little: [0xff, 0xfe], big: [0xfe, 0xff] };

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

describe('decodeText', () => {
  test('reads UTF-8 and UTF-16 with a mark, and leaves the mark out', () => {
    const wellFormed = fc
      .string({ unit: 'grapheme' })
      .filter((text) => !text.includes('\0') && !text.startsWith('\ufeff'));
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(decodeText(Buffer.from(text))).toBe(text);
        expect(decodeText(Buffer.concat([Buffer.from(marks.utf8), Buffer.from(text)]))).toBe(text);
        expect(decodeText(Buffer.concat([Buffer.from(marks.little), Buffer.from(text, 'utf16le')]))).toBe(text);
        expect(decodeText(Buffer.concat([Buffer.from(marks.big), bigEndian(text)]))).toBe(text);
      }),
    );
  });

  test.each([
    ['a NUL byte', Buffer.from('let a;\0')],
    ['a NUL as last byte that is looked at', Buffer.from(`${' '.repeat(8191)}\0`)],
    ['Latin-1', Buffer.from('caf\u00e9', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
    ['half a surrogate pair in UTF-16', Buffer.from([...marks.little, 0x00, 0xd8, 0x41, 0x00])],
    ['an odd number of bytes in UTF-16', Buffer.from([...marks.little, 0x41])],
    ['UTF-32', Buffer.from([...marks.little, 0, 0, 0x41, 0, 0, 0])],
    ['UTF-16 without a mark', Buffer.from('let a', 'utf16le')],
  ])('does not take %s for text', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });

  test('looks for NUL only near the start, as git does', () => {
    const text = `${' '.repeat(8192)}\0`;
    expect(decodeText(Buffer.from(text))).toBe(text);
  });

  test('an empty file is text', () => {
    expect(decodeText(Buffer.alloc(0))).toBe('');
  });
});
