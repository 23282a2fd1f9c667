import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, selectAffectedTests } from '../../src/pipeline';

const files = {
  'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
  'words/a.js': `module.exports = { word: 'a' };\n`,
  'test/words.test.js': `
const test = require('node:test');
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const folder = join(__dirname, '../words');
readdirSync(folder).forEach((name) => {
  const { word } = require(join(folder, name));
  test(\`knows \${word}\`, () => {});
});
`,
};

let root = '';
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-listed-')));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  execFileSync('git', ['-C', root, 'init', '-q']);
  const { failed, tests } = await record({ cwd: root });
  expect([failed, tests]).toEqual([[], 1]);
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a file that makes a test of every file of a folder may have new ones when a file comes', async () => {
  writeFileSync(join(root, 'words/b.js'), `module.exports = { word: 'b' };\n`);
  const { fresh, selected } = await selectAffectedTests({ cwd: root });
  expect(selected.map(({ name }) => name)).toEqual(['knows a']);
  expect(fresh).toMatchObject([{ file: 'test/words.test.js', name: null }]);
});
