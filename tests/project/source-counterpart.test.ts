import { expect, test } from 'vitest';
import { sourceCounterpart } from '#project/source-counterpart';

const sources = new Set([
  'p/src/x.ts',
  'p/src/deep/y.tsx',
  'p/z.mts',
  'p/src/esm/own.ts',
  'p/src/own.ts',
  'root.ts',
  'src/r.ts',
]);

test.each([
  ['p/dist/x.js', 'p', 'p/src/x.ts'],
  ['p/dist/x.d.ts', 'p', 'p/src/x.ts'],
  ['p/lib/deep/y.cjs', 'p', 'p/src/deep/y.tsx'],
  ['p/dist/esm/x.js', 'p', 'p/src/x.ts'],
  ['p/dist/src/x.js', 'p', 'p/src/x.ts'],
  ['p/dist/esm/own.js', 'p', 'p/src/esm/own.ts'],
  ['p/build/z.mjs', 'p', 'p/z.mts'],
  ['p/esm/x.js', 'p', 'p/src/x.ts'],
  ['dist/r.js', '', 'src/r.ts'],
  ['dist/root.js', '', 'root.ts'],
  ['p/generated/x.js', 'p', undefined],
  ['p/dist/nothing.js', 'p', undefined],
  ['other/dist/x.js', 'p', undefined],
])('%s of package %j comes from %s', (path, packageFolder, source) => {
  expect(sourceCounterpart(path, packageFolder, sources)).toBe(source);
});
