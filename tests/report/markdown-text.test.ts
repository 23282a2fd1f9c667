import { describe, expect, test } from 'vitest';
import { codeSpan, plainText } from '#report/markdown-text';

describe('codeSpan', () => {
  test.each([
    ['a + b', '`a + b`'],
    ['`t`', '`` `t` ``'],
    ['a`` ` b', '```a`` ` b```'],
    [' x ', '`  x  `'],
    ['', '`  `'],
    ['a | <b>', '<code>a &#124; &#60;b&#62;</code>'],
  ])('%j', (text, expected) => {
    expect(codeSpan(text)).toBe(expected);
  });
});

describe('plainText', () => {
  test.each([
    ['plain words, 3.', 'plain words, 3.'],
    ['a_b *c* [d](e)', 'a\\_b \\*c\\* \\[d\\](e)'],
    ['<script> & @team #12', '\\<script\\> \\& &#64;team &#35;12'],
    ['code `a_b` stays', 'code `a_b` stays'],
    ['code `a|b` in a table', 'code <code>a&#124;b</code> in a table'],
    ['a single ` tick', 'a single \\` tick'],
  ])('%j', (text, expected) => {
    expect(plainText(text)).toBe(expected);
  });
});
