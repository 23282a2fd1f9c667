import { expect, test } from 'vitest';
import { textByTrial } from '#behaviour/text-by-trial';

test.each([
  ['lines', /^#/g, /^#/gm, '\n#'],
  ['letters in another case', /^k$/i, /^k$/iu, '\u212a'],
  ['characters of two units', /^.$/, /^.$/u, '\u{1f600}'],
  ['where to begin', /b/, /b/y, '\nb'],
  ['whether to go on', /b/, /b/g, 'bb'],
])('a text is found that tells flags apart: %s', (_, before, now, text) => {
  expect(textByTrial(before, now)).toBe(text);
  expect(text.match(before)).not.toEqual(text.match(now));
});

test('there is none where both find the same', () => {
  expect(textByTrial(/a|b/, /[ab]/)).toBeNull();
  expect(textByTrial(/a/, /a/i)).toBe('A');
});

test('what is no regular expression is passed over', () => {
  expect(textByTrial({ source: '(', flags: '' }, { source: 'a', flags: '' })).toBeNull();
});
