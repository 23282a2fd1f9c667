import { describe, expect, test } from 'vitest';
import type { TestCase } from '#trace/recording';
import { nodeTestRunner } from '#trace/runners/node-test';
import { recordProject } from './record-project';

const lib = `
import { helper } from './helper.js';
export function a(x) { return helper(x) + 1; }
export const b = (x) => x * 2;
export function bad() { throw new Error('bad'); }
export async function slow(x) { await new Promise((done) => setTimeout(done, 20)); return late(x); }
function late(x) { return x; }
`;
const helper = `export function helper(x) { return x; }\nsetUp();\nfunction setUp() {}\n`;

describe('recording of node:test', () => {
  const run = recordProject(nodeTestRunner, {
    'lib.js': lib,
    'helper.js': helper,
    'data.txt': 'some text',
    'test/all.test.js': `
import test, { describe, it, before, beforeEach, afterEach } from 'node:test';
import assert from 'node:assert';
import { readFileSync, existsSync } from 'node:fs';
import { a, b, bad, slow } from '../lib.js';
const url = (name) => new URL(name, import.meta.url);
test('one', () => { assert.equal(a(1), 2); });
test('fails', () => { bad(); });
describe('group', () => {
  before(() => { slow(1); });
  beforeEach(() => { a(0); });
  it('reads', async () => { await 1; assert.equal(b(2), 4); readFileSync(url('../data.txt')); existsSync(url('./not-there')); });
  it.skip('skipped', () => { bad(); });
  it('to do', { todo: true }, () => {});
});
test('times out', { timeout: 30 }, () => new Promise(() => setInterval(() => {}, 5)));
test('parent', async (t) => { a(1); await t.test('child', () => { b(3); }); });
test('callback', (t, done) => { setTimeout(() => { b(1); done(); }, 5); });
test('same', () => {});
test('same', () => { b(1); });
process.exitCode = 0; setTimeout(() => process.exit(), 600).unref();
`,
  });
  const outcomes = Object.fromEntries(
    run.recording.executions.map(({ test: { titles }, outcome }) => [titles.join(' > '), outcome]),
  );

  test('knows every test and how it ended', () => {
    expect(outcomes).toEqual({
      one: 'passed',
      fails: 'failed',
      'group > reads': 'passed',
      'group > skipped': 'skipped',
      'group > to do': 'todo',
      'times out': 'timed-out',
      parent: 'passed',
      'parent > child': 'passed',
      callback: 'passed',
      same: 'passed',
    });
    expect(run.recording.executions.filter(({ test: t }) => t.titles[0] === 'same').map((e) => e.test.ordinal)).toEqual(
      [0, 1],
    );
    expect(run.recording.executions.every(({ test: t }) => t.file === 'test/all.test.js')).toBe(true);
    expect(run.recording.notes).toEqual([]);
  });

  test('knows what each of them ran, with hooks, and not what others ran', () => {
    const inLibrary = (title: string): string[] => run.functionsOf(title).filter((name) => !name.startsWith('test/'));
    expect(inLibrary('one')).toEqual(['helper.js:helper', 'lib.js:a']);
    expect(inLibrary('fails')).toEqual(['lib.js:bad']);
    expect(run.functionsOf('group > reads')).toEqual(
      expect.arrayContaining(['helper.js:helper', 'lib.js:b', 'lib.js:slow']),
    );
    expect(run.functionsOf('group > skipped')).not.toContain('lib.js:bad');
    expect(run.functionsOf('callback')).toContain('lib.js:b');
    expect(run.functionsOf('parent > child')).toEqual(expect.arrayContaining(['lib.js:a', 'lib.js:b']));
  });

  test('knows what loading ran, and who loads whom', () => {
    expect(run.loadedFunctionsOf('helper.js')).toEqual(['helper.js:<module>', 'helper.js:setUp']);
    const { modules } = run.recording;
    const imported = (path: string): string[] | undefined =>
      modules.find((m) => m.path === path)?.imports.map((i) => modules[i]?.path ?? '');
    expect(imported('test/all.test.js')).toEqual(['lib.js']);
    expect(imported('lib.js')).toEqual(['helper.js']);
  });

  test('knows what was read and looked for', () => {
    expect(run.test('group > reads').reads).toEqual(['data.txt', 'test/not-there']);
    expect(run.test('one').reads).toEqual([]);
  });
});

test('a program without tests is one, with all that it starts; a file that only has groups is none', () => {
  const run = recordProject(nodeTestRunner, {
    'lib.js': `export function a() {}\nexport function b() { throw new Error('b'); }\nexport function c() {}\n`,
    'child.js': `import { c } from './lib.js'; c();`,
    'a.test.js': `
import { spawnSync } from 'node:child_process';
import { a } from './lib.js';
a();
spawnSync(process.execPath, ['child.js']);
`,
    'b.test.js': `import 'node:test'; import { b } from './lib.js'; b();`,
    'c.test.js': `import { describe } from 'node:test'; describe('empty', () => {});`,
  });
  expect(run.recording.executions.map(({ test: t, outcome }) => [t.file, t.titles, outcome])).toEqual([
    ['a.test.js', [], 'passed'],
    ['b.test.js', [], 'failed'],
  ]);
  expect(run.functionsOf('')).toEqual(expect.arrayContaining(['lib.js:a', 'lib.js:c']));
});

test('what Node loads before a file of tests is imported by it', () => {
  const run = recordProject(
    nodeTestRunner,
    {
      'setup.js': `globalThis.set = 1;`,
      'hooks.cjs': `globalThis.hooked = 1;`,
      'a.test.js': `import test from 'node:test'; test('a', () => {});`,
    },
    { command: ['node', '--import', './setup.js', '--require=./hooks.cjs', '--test', 'a.test.js'] },
  );
  const { modules } = run.recording;
  const imported = modules.find(({ path }) => path === 'a.test.js')?.imports.map((m) => modules[m]?.path);
  expect(imported?.toSorted()).toEqual(['hooks.cjs', 'setup.js']);
});

test('tests that run at the same time are told apart', () => {
  const run = recordProject(nodeTestRunner, {
    'lib.js': `
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
export async function first() { await wait(5); await wait(10); onlyFirst(); }
export async function second() { await wait(10); onlySecond(); await wait(5); }
export async function third() { await wait(12); onlyThird(); }
function onlyFirst() {}
function onlySecond() {}
function onlyThird() {}
`,
    'a.test.js': `
import { describe, it } from 'node:test';
import { first, second, third } from './lib.js';
describe('at once', { concurrency: true }, () => {
  it('one', async () => { await first(); });
  it('two', async () => { await second(); });
  it('three', async () => { await third(); });
});
`,
  });
  expect(run.recording.executions.map(({ outcome, together }) => [outcome, together])).toEqual(
    Array.from({ length: 3 }, () => ['passed', null]),
  );
  const only = (title: string): string[] => run.functionsOf(title).filter((name) => name.includes('only'));
  expect(only('at once > one')).toEqual(['lib.js:onlyFirst']);
  expect(only('at once > two')).toEqual(['lib.js:onlySecond']);
  expect(only('at once > three')).toEqual(['lib.js:onlyThird']);
});

test('CommonJS, lazy requires and processes of a test belong to it', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'lib.js': `exports.f = function f() { return require('./lazy').g(); };`,
    'lazy.js': `exports.g = function g() { return 1; }; function unused() {}`,
    'cli.js': `const { work } = require('./work'); function main() { work(); process.exit(3); } main();`,
    'work.js': `exports.work = function work() {};`,
    'other.mjs': `export function other() {} other();`,
    'a.test.js': `
const test = require('node:test');
const assert = require('node:assert');
const { spawnSync, execFile } = require('node:child_process');
const { f } = require('./lib');
test('lazy', () => { assert.equal(f(), 1); });
test('again', () => { assert.equal(f(), 1); });
test('child', () => { assert.equal(spawnSync(process.execPath, ['cli.js'], { env: {} }).status, 3); });
test('async child', (t, done) => { execFile(process.execPath, ['other.mjs'], done); });
test('sees nothing of it', () => { assert.ok(!Object.keys(process.env).some((name) => name.includes('WINGBEAT'))); assert.equal(process.env.NODE_OPTIONS, undefined); });
`,
  });
  expect(run.output).toContain('# pass 5');
  expect(run.functionsOf('lazy')).toEqual(expect.arrayContaining(['lazy.js:g', 'lib.js:f']));
  expect(run.functionsOf('again')).toEqual(expect.arrayContaining(['lazy.js:g', 'lib.js:f']));
  expect(run.functionsOf('child')).toEqual(expect.arrayContaining(['cli.js:main', 'work.js:work', 'work.js:<module>']));
  expect(run.functionsOf('child')).not.toContain('other.mjs:other');
  expect(run.functionsOf('async child')).toContain('other.mjs:other');
  expect(run.recording.modules.find(({ path }) => path === 'lib.js')?.imports).toHaveLength(1);
});

test('what a process did before it was stopped is not lost', () => {
  const run = recordProject(nodeTestRunner, {
    'server.js': `function serve() { console.log('ready'); } serve(); setInterval(() => {}, 1000);`,
    'a.test.js': `
import test from 'node:test';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
test('server', async () => {
  const server = spawn(process.execPath, ['server.js']);
  await once(server.stdout, 'data');
  server.kill();
  const [code, signal] = await once(server, 'exit');
  if (signal !== 'SIGTERM') throw new Error(String(code));
});`,
  });
  expect(run.test('server').outcome, run.output).toBe('passed');
  expect(run.functionsOf('server')).toContain('server.js:serve');
});

test('processes end by signals as they do without being recorded', () => {
  const run = recordProject(nodeTestRunner, {
    'dies.js': `function die() { process.kill(process.pid, 'SIGINT'); } die();`,
    'handles.js': `process.on('SIGTERM', () => process.exit(7)); process.kill(process.pid); setTimeout(() => {}, 5000);`,
    'hangs.js': `import { helper } from './helper.js'; function main() { helper(); for (;;); } main();`,
    'helper.js': `export function helper() {}`,
    'busy.js': `import { writeSync } from 'node:fs'; function work() { writeSync(1, 'ready'); for (;;) turn(); } function turn() {} work();`,
    'a.test.js': `
import test from 'node:test';
import assert from 'node:assert';
import { once } from 'node:events';
import { spawn, spawnSync } from 'node:child_process';
const node = process.execPath;
test('dies', () => { assert.equal(spawnSync(node, ['dies.js']).signal, 'SIGINT'); });
test('handles', () => { assert.equal(spawnSync(node, ['handles.js']).status, 7); });
test('hangs', { timeout: 20000 }, async () => {
  const timeout = 1500;
  assert.equal(spawnSync(node, ['hangs.js'], { timeout }).signal, 'SIGTERM');
  const [, signal] = await once(spawn(node, ['hangs.js'], { timeout }), 'exit');
  assert.equal(signal, 'SIGTERM');
});
test('is stopped', { timeout: 20000 }, async () => {
  const child = spawn(node, ['busy.js']);
  await once(child.stdout, 'data');
  child.kill();
  assert.equal((await once(child, 'exit'))[1], 'SIGTERM');
});`,
  });
  expect(
    run.recording.executions.map(({ outcome }) => outcome),
    run.output,
  ).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(run.recording.notes).toEqual([]);
  expect(run.functionsOf('is stopped')).toContain('busy.js:work');
  expect(run.functionsOf('dies')).toContain('dies.js:die');
  expect(run.functionsOf('hangs')).toEqual(expect.arrayContaining(['hangs.js:main', 'helper.js:helper']));
});

test('a test that takes its process with it is seen to have crashed', () => {
  const run = recordProject(nodeTestRunner, {
    'a.test.js': `
import test from 'node:test';
test('fine', () => {});
test('killed', () => { process.kill(process.pid, 'SIGKILL'); });
test('never begun', () => {});
`,
    'b.test.js': `import test from 'node:test'; test('other', () => {});`,
  });
  const outcomes = run.recording.executions.map(({ test: { titles }, outcome }) => `${titles.join()} ${outcome}`);
  expect(outcomes.toSorted()).toEqual(['fine passed', 'killed crashed', 'other passed']);
  expect(run.recording.notes.map(({ kind }) => kind)).toEqual(['lost-process']);
});

test('runs only what is asked for', () => {
  const run = recordProject(
    nodeTestRunner,
    {
      'a.test.js': `import test from 'node:test'; test('x (1)', () => {}); test('y', () => {});`,
      'b.test.js': `import test from 'node:test'; test('y', () => {});`,
    },
    { only: [{ file: 'a.test.js', titles: ['x (1)'], ordinal: 0, project: null }] },
  );
  const ran = run.recording.executions.filter(({ outcome }) => outcome === 'passed');
  expect(ran.map(({ test: { file, titles } }) => ({ file, titles }))).toEqual([
    { file: 'a.test.js', titles: ['x (1)'] },
  ]);
});

const twoFiles = {
  'a.test.js': `import test from 'node:test'; test('x', () => {});`,
  'b.test.js': `import test from 'node:test'; test('y', () => {}); test('z', () => {});`,
  'all.js': `
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
run({ files: ['a.test.js', 'b.test.js'].map((file) => import.meta.dirname + '/' + file) }).compose(tap).pipe(process.stdout);
`,
};

test('files that a program has node:test run are no tests themselves', () => {
  const { recording, output } = recordProject(nodeTestRunner, twoFiles, { command: ['node', 'all.js'] });
  const ran = recording.executions.map(({ test: { file, titles } }) => `${file} ${titles.join()}`);
  expect(ran.toSorted(), output).toEqual(['a.test.js x', 'b.test.js y', 'b.test.js z']);
});

test('tests of several files are run where the command names a program that runs them', () => {
  const only = [asked('a.test.js', 'x'), asked('b.test.js', 'z')];
  const { recording, output } = recordProject(nodeTestRunner, twoFiles, { command: ['node', 'all.js'], only });
  const ran = recording.executions.filter(({ outcome }) => outcome === 'passed');
  expect(ran.map(({ test: { titles } }) => titles.join()).toSorted(), output).toEqual(['x', 'z']);
});

function asked(file: string, title: string): TestCase {
  return { file, titles: [title], ordinal: 0, project: null };
}

test('how long a test takes is told by the clock, where the test has put another in its place', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'a.test.js': `
const { test } = require('node:test');
test('stops the clock', () => { process.hrtime.bigint = () => 0n; performance.now = () => 0; });
test('comes later', () => {});
`,
  });
  for (const { milliseconds } of run.recording.executions) expect(milliseconds).toBeGreaterThanOrEqual(0);
});

test('a module that a program given as a text takes is imported by no module', () => {
  const run = recordProject(nodeTestRunner, {
    'package.json': '{}',
    'lib/given.cjs': `module.exports = 1;`,
    'lib/imported.cjs': `module.exports = 1;`,
    'lib/taken.cjs': `module.exports = require('./imported.cjs');`,
    'a.test.js': `
const { test } = require('node:test');
const { execFileSync } = require('node:child_process');
const run = (...args) => execFileSync(process.execPath, args);
test('gives a text', () => run('-e', "require('./lib/taken.cjs')"));
test('gives a module', () => run('--input-type=module', '-e', "import './lib/given.cjs'"));
`,
  });
  const taken = run.recording.modules.filter(({ isImportedByOthers }) => isImportedByOthers).map(({ path }) => path);
  expect(taken.toSorted()).toEqual(['lib/given.cjs', 'lib/taken.cjs']);
});
