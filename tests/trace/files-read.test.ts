import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodeTestRunner } from '#trace/runners/node-test';
import { recordProject } from './record-project';

test('what is copied, and files of variables, count as read', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': JSON.stringify({ type: 'module' }),
    'data/one.txt': 'one',
    'data/some.env': 'SOME=1',
    '.env': 'OTHER=1',
    'data/tree/deep/two.txt': 'two',
    'a.test.js': `
import test from 'node:test';
import { mkdtempSync, copyFile, copyFileSync, cpSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const to = () => join(mkdtempSync(join(tmpdir(), 'copies-')), 'to');
test('copyFileSync', () => copyFileSync('data/one.txt', to()));
test('copyFile', (t, done) => copyFile('data/one.txt', to(), done));
test('copyFile of promises', () => promises.copyFile('data/one.txt', to()));
test('cpSync', () => cpSync('data/tree', to(), { recursive: true }));
test('cp of promises', () => promises.cp('data/tree', to(), { recursive: true }));
test('loadEnvFile', () => process.loadEnvFile('data/some.env'));
test('loadEnvFile of its own', () => process.loadEnvFile());
`,
  });
  const tree = ['data/tree', 'data/tree/deep', 'data/tree/deep/two.txt'];
  const reads = run.recording.executions.map((each): [string, readonly string[]] => [
    each.test.titles[0] ?? '',
    each.reads,
  ]);
  expect(Object.fromEntries(reads)).toEqual({
    copyFileSync: ['data/one.txt'],
    copyFile: ['data/one.txt'],
    'copyFile of promises': ['data/one.txt'],
    cpSync: tree,
    'cp of promises': tree,
    loadEnvFile: ['data/some.env'],
    'loadEnvFile of its own': ['.env'],
  });
});

test('a text of a source is read by every test that asks for it', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': JSON.stringify({ type: 'module' }),
    'data/some.js': 'one();',
    'a.test.js': `
import test from 'node:test';
import { readFileSync } from 'node:fs';
test('reads', () => readFileSync('data/some.js'));
test('reads it, too', () => readFileSync('data/some.js'));
`,
  });
  expect(run.recording.executions.map(({ reads }) => reads)).toEqual([['data/some.js'], ['data/some.js']]);
});

test('folders in folders are read by what lists them, and a place is looked for by the engine, too', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': JSON.stringify({ type: 'module' }),
    'data/tree/deep/two.txt': 'two',
    'a.test.js': `
import test from 'node:test';
import { readdirSync, opendirSync, promises, realpath, realpathSync } from 'node:fs';
test('lists', () => readdirSync('data', { recursive: true }));
test('lists later', () => promises.readdir('data', { recursive: true }));
test('opens', () => opendirSync('data/tree', { recursive: true }).closeSync());
test('looks', (t, done) => realpath.native('data/none.js', () => done()));
test('looks at once', () => { try { realpathSync.native('data/none'); } catch {} });
`,
  });
  const reads = run.recording.executions.map(({ test: { titles }, reads: read }) => [titles[0], read]);
  expect(Object.fromEntries(reads)).toEqual({
    lists: ['data', 'data/tree', 'data/tree/deep'],
    'lists later': ['data', 'data/tree', 'data/tree/deep'],
    opens: ['data/tree', 'data/tree/deep'],
    looks: ['data/none.js'],
    'looks at once': ['data/none'],
  });
});

test('what programs of others read of the project counts for the test that starts them', () => {
  const tool = mkdtempSync(join(tmpdir(), 'tool-'));
  writeFileSync(join(tool, 'own.txt'), 'three');
  writeFileSync(
    join(tool, 'cli.cjs'),
    `const { readFileSync, promises } = require('fs');
readFileSync(require('path').join(__dirname, 'own.txt'));
readFileSync('data/sync.txt');
promises.readFile('data/promised.txt');
`,
  );
  const run = recordProject(nodeTestRunner, {
    'package.json': JSON.stringify({ type: 'module' }),
    'data/sync.txt': 'one',
    'data/promised.txt': 'two',
    'a.test.js': `
import test from 'node:test';
import { spawnSync } from 'node:child_process';
test('starts it', () => { spawnSync('node', [${JSON.stringify(join(tool, 'cli.cjs'))}]); });
test('does not', () => {});
`,
  });
  rmSync(tool, { recursive: true });
  expect(run.test('starts it').reads).toEqual(['data/promised.txt', 'data/sync.txt']);
  expect(run.test('does not').reads).toEqual([]);
});

test('a module that is read for its compiler before it is compiled is not read by the test', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'data/one.txt': 'one',
    'hook.cjs': `const { readFileSync } = require('fs');
require.extensions['.js'] = (module, file) => {
  readFileSync('data/one.txt');
  module._compile(readFileSync(file, 'utf8'), file);
};
`,
    'idle.mjs': '',
    'child.js': `console.log(require('./part.js'));\n`,
    'part.js': `module.exports = 1;\n`,
    'a.test.mjs': `
import test from 'node:test';
import { spawnSync } from 'node:child_process';
test('starts it', () => {
  spawnSync('node', ['--require', './hook.cjs', '--import', './idle.mjs', 'child.js']);
});
`,
  });
  expect(run.test('starts it').reads).toEqual(['data/one.txt']);
});
