import { expect, test } from 'vitest';
import type { Expr } from '#ir/expression';
import { mayMean, specifierText } from '#ir/specifier-pattern';

const open: Expr = { kind: 'global', name: 'x' };
const text = (value: string): Expr => ({ kind: 'const', value });
const sum = (left: Expr, right: Expr): Expr => ({ kind: 'binary', op: '+', left, right });

test.each<[string, Expr, string | null]>([
  ['a text', text('./a'), './a'],
  ['one that begins with a folder', sum(text('./a/'), open), './a/\0'],
  ['one that ends with an extension', sum(sum(text('./a/'), open), text('.js')), './a/\0.js'],
  ['a template', { kind: 'template', quasis: ['../', '/b'], values: [open] }, '../\0/b'],
  ['one that begins with anything', sum(open, text('.js')), null],
  ['one of a package', sum(text('a/'), open), null],
  ['something else', open, null],
])('%s', (_, expr, expected) => {
  expect(specifierText(expr)).toBe(expected);
});

test.each([
  ['./a/\0', 'src/a/b.ts', true],
  ['./a/\0', 'src/a/b/index.js', true],
  ['./a/\0', 'src/ab.ts', false],
  ['./a/\0', 'a/b.ts', false],
  ['./a/\0.js', 'src/a/b.js', true],
  ['./a/\0.js', 'src/a/b.ts', true],
  ['./a/\0.json', 'src/a/b.json', true],
  ['../\0/c', 'x/c.mjs', true],
  ['../\0/c', 'x/d.mjs', false],
  ['./p-\0', 'src/p-q.js', true],
  ['./p-\0', 'src/q.js', false],
  ['../\0', 'any.js', true],
])('%j of src/main.ts and %s', (pattern, path, expected) => {
  expect(mayMean('src/main.ts', pattern, path)).toBe(expected);
});

test('what lies beside a file at the root', () => {
  expect(mayMean('main.js', './\0', 'b.js')).toBe(true);
  expect(mayMean('main.js', './a/\0', 'b.js')).toBe(false);
});
