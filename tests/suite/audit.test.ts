import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';

const header = `const assert = require('assert');\n`;
const files = {
  '.gitignore': 'node_modules\n.wingbeat\n',
  'package.json': '{ "scripts": { "test": "mocha" } }',
  'test/a.js': `${header}it('a', () => {});\n`,
  'test/b.js': `${header}it('b one', () => { assert.equal(eval('globalThis.la' + 'ter'), undefined); });\nit('b two', () => {});\n`,
  'test/c.js': `${header}it('c', () => {});\n`,
};

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-audit-')));
  for (const [path, text] of Object.entries(files)) write(path, text);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(root, 'node_modules'));
  execFileSync('git', ['-C', root, 'init', '-q']);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

// What source that is made at run time reads is not seen, so that a sample of the others is all that finds it.
const write7 = `eval('globalThis.la' + 'ter = 7');`;

test.each([
  ['while its file is loaded', `${header}${write7}\nit('a', () => {});\n`],
  ['when it runs', `${header}it('a', () => { ${write7} });\n`],
])('a sampled test of mocha sees what a selected one leaves %s', { timeout: 240_000 }, async (_, text) => {
  await record({ cwd: root });
  write('test/a.js', text);
  const { selected, run } = await selectAffectedTests({ cwd: root, run: true, audit: 1 });
  expect(selected.map(({ name }) => name)).toEqual(['a']);
  expect(run).toMatchObject({ audited: 3, passed: 3, failed: [] });
  expect(run?.missed.map(({ name }) => name)).toEqual(['b one']);
});

test('and nothing of those that run behind it', { timeout: 240_000 }, async () => {
  await record({ cwd: root });
  write('test/c.js', `${header}it('c', () => { ${write7} });\n`);
  const { run } = await selectAffectedTests({ cwd: root, run: true, audit: 1 });
  expect(run).toMatchObject({ audited: 3, passed: 4, missed: [] });
});
