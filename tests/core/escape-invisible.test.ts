import { describe, expect, test } from 'vitest';
import { escapeInvisible } from '#core/escape-invisible';

describe('what nobody can see is escaped', () => {
  test.each([
    ['a control character', '\u001b\u007f', String.raw`\u001b\u007f`],
    ['private use', '\ue000\u{f0000}', String.raw`\ue000\u{f0000}`],
    ['no width', '\u200b\u200d\ufeff', String.raw`\u200b\u200d\ufeff`],
    ['half of a pair', '\ud83d', String.raw`\ud83d`],
    ['a direction', '\u202e', String.raw`\u202e`],
    ['another space', '\u00a0\u3000', String.raw`\u00a0\u3000`],
    ['a filler', '\u3164', String.raw`\u3164`],
    ['no character', '\uffff', String.raw`\uffff`],
    ['nothing else', 'a é 漢 ❤️ 👍', 'a é 漢 ❤️ 👍'],
  ])('%s', (_, text, escaped) => {
    expect(escapeInvisible(text)).toBe(escaped);
  });
});
