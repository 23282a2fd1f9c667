import { expect, test } from 'vitest';
import { isSourcePath, withoutSourceExtension } from '#project/source-path';

test.each([
  'a.js',
  'a.mjs',
  'a.cjs',
  'a.jsx',
  'a.ts',
  'a.mts',
  'a.cts',
  'a.tsx',
  'src/a.test.ts',
  'src/d.ts',
  'src/.d/a.ts',
  'not_node_modules/a.ts',
  'node_modules.ts',
  '-a b"\n.ts',
])('%j is a source', (path) => {
  expect(isSourcePath(path)).toBe(true);
});

test.each([
  'a.d.ts',
  'a.d.mts',
  'a.d.cts',
  'a.d.css.ts',
  'a.mjsx',
  'a.json',
  'a.vue',
  'js',
  'a.ts.map',
  'node_modules/a/a.js',
  'packages/b/node_modules/a/a.js',
])('%j is none', (path) => {
  expect(isSourcePath(path)).toBe(false);
});

test.each([
  ['a/b.ts', 'a/b'],
  ['a/b.d.mts', 'a/b'],
  ['a/b.config.js', 'a/b.config'],
  ['a.js/b', 'a.js/b'],
])('%s without extension is %s', (path, stem) => {
  expect(withoutSourceExtension(path)).toBe(stem);
});
