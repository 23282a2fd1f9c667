import { expect, test } from 'vitest';
import { entryTargets, mainTargets, type ImportWay } from '#project/entry-targets';

function targets(fields: Record<string, unknown>, subpath: string, way: ImportWay = 'import'): readonly string[] {
  return entryTargets({ folder: '', name: 'p', fields }, subpath, way);
}

test('exports first, then the main fields, and only for the package itself', () => {
  const fields = { exports: './e.js', main: 'm.js', module: 'n.js', source: 's.ts', types: 7 };
  expect(targets(fields, '.')).toEqual(['./e.js', 's.ts', 'n.js', 'm.js']);
  expect(targets(fields, '.', 'require')).toEqual(['./e.js', 's.ts', 'm.js', 'n.js']);
  expect(targets(fields, './x')).toEqual([]);
});

test.each<[unknown, string, string[]]>([
  [{ import: './i.js', node: { require: './r.cjs', default: ['./d.js'] } }, '.', ['./i.js', './d.js', './r.cjs']],
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

test('conditions of the other way come last', () => {
  const exports = { './x': { node: { import: './n.mjs', require: './n.cjs' }, require: './r.cjs', default: './d.js' } };
  expect(targets({ exports }, './x', 'import')).toEqual(['./n.mjs', './d.js', './n.cjs', './r.cjs']);
  expect(targets({ exports }, './x', 'require')).toEqual(['./n.cjs', './r.cjs', './d.js', './n.mjs']);
});

test('a folder that is asked for by its path gives what `main` says', () => {
  const fields = { exports: './e.js', main: 'm.js', module: 'n.js' };
  expect(mainTargets({ folder: '', name: 'p', fields })).toEqual(['m.js', 'n.js']);
});
