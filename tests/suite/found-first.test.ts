import { expect, test } from 'vitest';
import { selectWritten } from './select-written';

const sources = {
  'src/cfg.js': 'module.exports = { x: 1 };\n',
  'src/dir/index.js': 'module.exports = 1;\n',
  'src/a.js': `const cfg = require('./cfg');\nexports.f = () => cfg.x;\n`,
  'src/b.js': `const dir = require('./dir');\nexports.g = () => dir;\n`,
  'test/a.js': `const { f } = require('../src/a');\nit('f', () => f());\n`,
  'test/b.js': `const { g } = require('../src/b');\nit('g', () => g());\n`,
};

const runs = [
  { file: 'test/a.js', titles: ['f'], runs: ['test/a.js#<fn1>', 'src/a.js#f'] },
  { file: 'test/b.js', titles: ['g'], runs: ['test/b.js#<fn1>', 'src/b.js#g'] },
];

test.each([
  ['src/cfg', ['f']],
  ['src/cfg.json', []],
  ['src/dir.json', ['g']],
  ['src/dir', ['g']],
  ['src/other', []],
])('tests that load who may mean the new file %s are selected', (path, expected) => {
  const added = (texts: Record<string, string>): void => {
    texts[path] = '1';
  };
  expect(selectWritten(added, runs, sources).selected).toEqual(expected);
});
