import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayCode, displayPath } from '#core/display-path';

test.each([
  ['src/a.ts', 'src/a.ts'],
  ['with space.ts', 'with space.ts'],
  ['-rf.ts', '-rf.ts'],
  ['größe/日本.ts', 'größe/日本.ts'],
  ['back\\slash.ts', 'back\\slash.ts'],
  ['😀.ts', '😀.ts'],
  ['a\nb.ts', '"a\\nb.ts"'],
  ['\u001b[31mred.ts', '"\\u001b[31mred.ts"'],
  ['say "hi".ts', '"say \\"hi\\".ts"'],
  ["it's.ts", '"it\'s.ts"'],
  ['evil\u202egnp.ts', '"evil\\u202egnp.ts"'],
  ['zero\u200bwidth', '"zero\\u200bwidth"'],
  ['line\u2028separator', '"line\\u2028separator"'],
  ['half\ud83d', '"half\\ud83d"'],
  ['trailing ', '"trailing "'],
  ['', '""'],
])('%j is shown as %s', (path, shown) => {
  expect(displayPath(path)).toBe(shown);
});

test.each([
  ["f('a')", "f('a')"],
  ['returns "a"', 'returns "a"'],
  ['f("\\n")', 'f("\\n")'],
  ['f(1)\nerror: forged', 'f(1)\\nerror: forged'],
  ['f(`\u202e`)', 'f(`\\u202e`)'],
])('source %j is shown as %s', (text, shown) => {
  expect(displayCode(text)).toBe(shown);
});

test('what is shown is one visible line and can be read back', () => {
  const anyCodeUnits = fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), anyCodeUnits), (path) => {
      const shown = displayPath(path);
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/);
      expect(shown.startsWith('"') ? JSON.parse(shown) : shown).toBe(path);
    }),
    { numRuns: 500 },
  );
});
