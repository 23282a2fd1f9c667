import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelLines } from '#report/label-lines';
import { displayWidth } from '#report/source-text';

test.each([
  ['x = 1', ['x = 1']],
  ['', ['']],
  ['a\r\nb\u2028c', ['a', 'b', 'c']],
  ['\ta', ['  a']],
  [
    'const result = await fetchEverything(first, second)',
    ['const result = await fetchEverything(', '  first, second)'],
  ],
  ['x'.repeat(50), [`${'x'.repeat(39)}…`]],
])('%j', (label, lines) => {
  expect(labelLines(label)).toEqual(lines);
});

test('at most five lines of forty columns, with a mark where something is left out', () => {
  expect(labelLines('word '.repeat(100))).toHaveLength(5);
  expect(labelLines('word '.repeat(100)).at(-1)).toMatch(/ …$/);
  expect(labelLines('1\n2\n3\n4\n5\n6')).toEqual(['1', '2', '3', '4', '5 …']);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (label) => {
      const lines = labelLines(label);
      return lines.length <= 5 && lines.every((line) => displayWidth(line) <= 40 && !/[\p{Cc}]/u.test(line));
    }),
  );
});
