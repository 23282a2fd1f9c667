import { describe, expect, test } from 'vitest';
import { fileRole } from '#ir/file-role';

const minified = `!${'function(){return n=>n+1}();'.repeat(100)}`;

describe('a file that is no part of the program', () => {
  test.each([
    ['dist/all.js', 'bundle'],
    ['packages/core/dist/index.js', 'bundle'],
    ['umd/all.min.js', 'bundle'],
    ['examples/pizza.js', 'example'],
    ['packages/core/examples/pizza.ts', 'example'],
    ['bench.ts', 'benchmark'],
    ['benchmark.mjs', 'benchmark'],
    ['docs/theme/index.ts', 'documentation'],
    ['scripts/release.mjs', 'script'],
    ['eslint.config.mjs', 'settings'],
    ['packages/core/rollup.config.js', 'settings'],
    ['.eslintrc.cjs', 'settings'],
    ['wdio.conf.js', 'settings'],
    ['wdio.shared.conf.ts', 'settings'],
    ['test/karma.conf.js', 'settings'],
    ['Gruntfile.js', 'settings'],
  ])('%s is %s', (path, role) => {
    expect(fileRole({ path, text: '' })).toBe(role);
  });

  test('may be minified anywhere', () => {
    expect(fileRole({ path: 'lib/all.js', text: `/* 1.0 */\n${minified}` })).toBe('bundle');
  });
});

describe('a file of the program', () => {
  test.each([
    ['src/a.ts'],
    ['lib/index.js'],
    // The name of a package, or of a part of the program, may be one of those.
    ['packages/tools/src/index.ts'],
    ['apps/docs/page.tsx'],
    ['src/tools/run.ts'],
    ['src/examples/list.ts'],
    ['src/config.ts'],
    ['src/app.conf.js'],
    ['src/bench.ts'],
  ])('%s', (path) => {
    expect(fileRole({ path, text: 'export const f = () => 1;\n'.repeat(200) })).toBeNull();
  });

  test('may have a long line of data', () => {
    expect(
      fileRole({ path: 'src/words.js', text: `export default [${'"function",'.repeat(5)}${'1,'.repeat(4_000)}];` }),
    ).toBeNull();
  });
});
