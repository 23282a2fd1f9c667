import { describe, expect, test } from 'vitest';
import { replace, selectWritten } from './select-written';
import type { WrittenTestRun } from './written-recording';

const sources = {
  'src/rows.js': `exports.rows = [1, 2];\nexports.double = (x) => x * 2;\n`,
  'test/parts.js': `
const t = require('tap');
const { rows, double } = require('../src/rows.js');
t.test('each', (t) => {
  for (const row of rows) t.test(\`row \${row}\`, (t) => { t.equal(double(row), row * 2); t.end(); });
  t.end();
});
t.test('alone', (t) => { t.equal(double(2), 4); t.end(); });
`,
};

const group = ['test/parts.js#<fn1>'];
const part = (title: string): WrittenTestRun => ({
  file: 'test/parts.js',
  titles: ['each', title],
  around: group,
  runs: ['test/parts.js#<fn1>.<fn1>', 'src/rows.js#double'],
});
const runs: readonly WrittenTestRun[] = [
  part('row 1'),
  part('row 2'),
  { file: 'test/parts.js', titles: ['alone'], runs: ['test/parts.js#<fn2>', 'src/rows.js#double'] },
];

describe('parts of a test whose titles are computed', () => {
  test('may be new where what the test goes through is another', () => {
    const { selected, fresh } = selectWritten(replace('src/rows.js', '[1, 2]', '[1, 2, 3]'), runs, sources);
    expect(selected).toEqual(expect.arrayContaining(['row 1', 'row 2']));
    expect(fresh).toEqual(['each']);
  });

  test('may be new where the test itself is another', () => {
    const edit = replace('test/parts.js', 'for (const row of rows)', 'for (const row of [...rows, 7])');
    expect(selectWritten(edit, runs, sources)).toMatchObject({ selected: ['row 1', 'row 2'], fresh: ['each'] });
  });

  test('are the same where only what they call is another', () => {
    const { selected, fresh } = selectWritten(replace('src/rows.js', 'x * 2', 'x + x'), runs, sources);
    expect([selected, fresh]).toEqual([['row 1', 'row 2', 'alone'], []]);
  });
});
