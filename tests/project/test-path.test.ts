import { expect, test } from 'vitest';
import { isTestPath } from '#project/test-path';

test.each([
  'test/a.js',
  'src/__tests__/a.ts',
  'src/a.test.ts',
  'src/a_spec.js',
  'index.test-d.ts',
  'test.js',
  'tests.mjs',
  'test-performance.js',
  'packages/a/test.ts',
])('%s is a test', (path) => {
  expect(isTestPath(path)).toBe(true);
});

test.each(['src/a.ts', 'lib/commands/test.js', 'src/test.ts', 'src/test-path.ts', 'latest.js', 'contest.js'])(
  '%s is of the program',
  (path) => {
    expect(isTestPath(path)).toBe(false);
  },
);
