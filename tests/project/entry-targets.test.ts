import { expect, test } from 'vitest';
import { entryTargets } from '#project/entry-targets';

function targets(fields: Record<string, unknown>, subpath: string): readonly string[] {
  return entryTargets({ folder: '', name: 'p', fields }, subpath);
}

test('exports first, then the main fields, and only for the package itself', () => {
  const fields = { exports: './e.js', main: 'm.js', module: 'n.js', source: 's.ts', types: 7 };
  expect(targets(fields, '.')).toEqual(['./e.js', 's.ts', 'n.js', 'm.js']);
  expect(targets(fields, './x')).toEqual([]);
});

test.each<[unknown, string, string[]]>([
  [{ import: './i.js', node: { require: './r.cjs', default: ['./d.js'] } }, '.', ['./i.js', './r.cjs', './d.js']],
  [{ '.': './dot.js', './x': './ex.js' }, './x', ['./ex.js']],
  [{ './*': './dist/*.js', './features/*': './f/*/*.js' }, './features/a', ['./f/a/a.js']],
  [{ './*': './dist/*.js' }, './a/b', ['./dist/a/b.js']],
  [{ './*.css': './css/*.css' }, './a.css', ['./css/a.css']],
  [{ './*.css': './css/*.css' }, './.css', []],
  [{ './*': './$&/*.js' }, './$1', ['./$&/$1.js']],
  [{ './x': null }, './x', []],
  [{ './x': null, './*': './dist/*.js' }, './x', []],
  [{ '.': './dot.js' }, './y', []],
  [null, '.', []],
])('exports %j under %s: %j', (exports, subpath, expected) => {
  expect(targets({ exports }, subpath)).toEqual(expected);
});
