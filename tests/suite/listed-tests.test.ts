import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, selectAffectedTests } from '../../src/pipeline';

const files = {
  'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
  'words/a.js': `module.exports = { word: 'a' };\n`,
  'test/everything.test.js': `
const test = require('node:test');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');
const skipped = ['.git', 'words', 'test'];
const walk = (folder) => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!skipped.includes(name) && statSync(path).isDirectory()) walk(path);
  }
};
test('looks everywhere', () => walk(join(__dirname, '..')));
`,
  'test/register.js': `
const test = require('node:test');
exports.register = (titles) => { for (const title of titles) test(title, async (t) => { await t.test('inner', () => {}); }); };
`,
  'test/titles.txt': 'first',
  'test/told.test.js': `
const { readFileSync } = require('node:fs');
require('./register.js').register(readFileSync(__dirname + '/titles.txt', 'utf8').split(' '));
`,
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
  // With the file that only registers tests for others: Node runs it by itself, too.
  expect([failed, tests]).toEqual([[], 5]);
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a test that looks everywhere is not affected by having been recorded', async () => {
  const { fresh, selected } = await selectAffectedTests({ cwd: root });
  expect([selected, fresh]).toEqual([[], []]);
});

test('a file that lets others tell of its tests may have new ones when what it reads is another', async () => {
  writeFileSync(join(root, 'test/titles.txt'), 'first second');
  const { fresh, selected } = await selectAffectedTests({ cwd: root });
  expect(selected.map(({ id }) => id)).toEqual(['test/told.test.js > first', 'test/told.test.js > first > inner']);
  expect(fresh).toMatchObject([{ file: 'test/told.test.js', name: null }]);
  writeFileSync(join(root, 'test/titles.txt'), 'first');
});

test('a file that makes a test of every file of a folder may have new ones when a file comes', async () => {
  writeFileSync(join(root, 'words/b.js'), `module.exports = { word: 'b' };\n`);
  const { fresh, selected } = await selectAffectedTests({ cwd: root });
  expect(selected.map(({ name }) => name)).toEqual(['knows a']);
  expect(fresh).toMatchObject([{ file: 'test/words.test.js', name: null }]);
});
