import { describe, expect, test } from 'vitest';
import { mochaRunner } from '#trace/runners/mocha';
import { recordProject } from './record-project';

const lib = `
exports.a = function a() { return 1; };
exports.b = function b() { return 2; };
exports.c = function c() { return 3; };
exports.d = function d() { return 4; };
exports.e = function e() { return 5; };
exports.flaky = function flaky() { if (flaky.count++ < 2) throw new Error('not yet'); };
exports.flaky.count = 0;
`;

const files = {
  'package.json': '{"scripts":{"test":"npm run lint && npm run unit","lint":"true","unit":"mocha --timeout 40"}}',
  'lib.js': lib,
  'root.js': `const { e } = require('./lib'); exports.mochaHooks = { beforeEach() { e(); } };`,
  '.mocharc.json': '{"require":["./root.js"]}',
  'test/first.js': `
const assert = require('node:assert');
const { a, b, c, d, flaky } = require('../lib');
describe('outer', function () {
  before(() => { a(); });
  afterEach(() => { d(); });
  it('one', () => { b(); });
  it('pending');
  it.skip('skipped', () => { c(); });
  it('fails', () => { assert.fail('so'); });
  it('slow', (done) => {});
  it('skips itself', function () { this.skip(); });
  describe('inner', () => {
    for (const n of [1, 2]) it('made ' + n, async () => { await 1; c(); });
    it('again', function () { this.retries(3); flaky(); });
  });
});
`,
  'test/second.mjs': `
import { c } from '../lib.js';
describe('other', () => { it('two', () => { c(); }); });
`,
} as const;

const outcomes = {
  'outer > one': 'passed',
  'outer > pending': 'skipped',
  'outer > skipped': 'skipped',
  'outer > fails': 'failed',
  'outer > slow': 'timed-out',
  'outer > skips itself': 'skipped',
  'outer > inner > made 1': 'passed',
  'outer > inner > made 2': 'passed',
  'outer > inner > again': 'passed',
  'other > two': 'passed',
};

describe.each([
  ['one process', null],
  [
    'several processes',
    ['npx', 'mocha', '--parallel', '--jobs', '2', '--timeout', '40', 'test/first.js', 'test/second.mjs'],
  ],
] as const)('recording of mocha in %s', (_, command) => {
  const project =
    command === null ? { ...files, '.mocharc.json': '{"require":["./root.js"],"spec":["test/*"]}' } : files;
  const run = recordProject(mochaRunner, project, command === null ? {} : { command });
  const inLibrary = (title: string): string[] =>
    run.functionsOf(title).flatMap((name) => (name.startsWith('lib.js:') ? [name.slice('lib.js:'.length)] : []));

  test('knows every test and how it ended', () => {
    const seen = run.recording.executions.map(({ test: { titles }, outcome }) => [titles.join(' > '), outcome]);
    expect(Object.fromEntries(seen), run.output).toEqual(outcomes);
    expect(run.recording.executions).toHaveLength(Object.keys(outcomes).length);
    expect(run.test('other > two').test.file).toBe('test/second.mjs');
  });

  test('knows what each of them ran, with its hooks', () => {
    expect(inLibrary('outer > one')).toEqual(['a', 'b', 'd', 'e']);
    expect(inLibrary('outer > pending')).toEqual(['a']);
    expect(inLibrary('outer > inner > made 1')).toEqual(['a', 'c', 'd', 'e']);
    expect(inLibrary('outer > inner > again')).toEqual(['a', 'd', 'e', 'flaky']);
    expect(inLibrary('other > two')).toEqual(['c', 'e']);
  });
});

test.each([
  ['one process', []],
  ['several processes', ['--parallel', '--jobs', '2']],
] as const)('runs only what is asked for, single tests and whole files, in %s', (_, words) => {
  const only = [
    { file: 'test/first.js', titles: ['outer', 'inner', 'made 1'], ordinal: 0, project: null },
    { file: 'test/second.mjs', titles: [], ordinal: 0, project: null },
  ];
  const run = recordProject(mochaRunner, files, { only, command: ['npx', 'mocha', ...words, '--timeout', '40'] });
  const ran = run.recording.executions.map(({ test: { titles } }) => titles.join(' > '));
  expect(ran.toSorted(), run.output).toEqual(['other > two', 'outer > inner > made 1']);
});

test('runs what is asked for of those that their file prefers', () => {
  const project = {
    'package.json': '{}',
    'test/one.js': `it.only('one', () => {}); it.only('two', () => {}); it('three', () => {});`,
  };
  const only = [{ file: 'test/one.js', titles: ['two'], ordinal: 0, project: null }];
  const run = recordProject(mochaRunner, project, { only, command: ['npx', 'mocha'] });
  expect(run.recording.executions.map(({ test: { titles } }) => titles)).toEqual([['two']]);
});

test.each([
  ['one process', []],
  ['several processes', ['--parallel', '--jobs', '2']],
] as const)('runs only the file that is asked for as a whole where the command names more, in %s', (_, words) => {
  const only = [{ file: 'test/second.mjs', titles: [], ordinal: 0, project: null }];
  const command = ['npx', 'mocha', ...words, '--timeout', '40', 'test/*'];
  const run = recordProject(mochaRunner, files, { only, command });
  expect(run.recording.executions.map(({ test: { titles } }) => titles)).toEqual([['other', 'two']]);
  expect(run.status, run.output).toBe(0);
});

test('every file that requires a module is known, not just the first of a folder', () => {
  const run = recordProject(mochaRunner, {
    'package.json': '{}',
    'test/lib.js': 'exports.f = () => 1;',
    'test/one.js': `const { f } = require('./lib'); it('one', () => { f(); });`,
    'test/two.js': `const { f } = require('./lib'); it('two', () => { f(); });`,
    'src/a.js': `require('./shared');`,
    'src/b.js': `require('./shared');`,
    'src/shared.js': '',
    'test/four.js': `require('../src/a'); require('../src/b'); it('four', () => {});`,
    'test/three.js': `it('three', () => { require.resolve('./lib'); });`,
  });
  const { modules } = run.recording;
  const imports = (path: string): (string | undefined)[] | undefined =>
    modules.find((module) => module.path === path)?.imports.map((i) => modules[i]?.path);
  expect(imports('test/one.js')).toEqual(['test/lib.js']);
  expect(imports('test/two.js')).toEqual(['test/lib.js']);
  expect(imports('test/three.js')).toEqual(['test/lib.js']);
  expect(imports('src/a.js')).toEqual(['src/shared.js']);
  expect(imports('src/b.js')).toEqual(['src/shared.js']);
});

test('data that a module imports counts for those who load the module, and what a package takes for all', () => {
  const run = recordProject(mochaRunner, {
    'package.json': '{}',
    'data/imported.json': '1',
    'data/taken.json': '2',
    'data/read.json': '3',
    'test/node_modules/taker/index.js': `module.exports = (file) => require(file);`,
    'lib/a.js': `exports.data = require('../data/imported'); exports.taken = require('../data/taken.json');`,
    'test/a.test.js': `
const { data } = require('../lib/a');
it('uses', () => data);`,
    'test/b.test.js': `
const take = require('taker');
const read = require('fs').readFileSync('data/read.json');
it('takes', () => take(require('path').resolve('data/taken.json')));
it('does not', () => read);`,
  });
  expect(run.recording.modules.find(({ path }) => path === 'lib/a.js')?.files).toEqual([
    'data/imported.json',
    'data/taken.json',
  ]);
  expect(run.test('uses').reads).toEqual(['data/read.json']);
  expect(run.test('takes').reads).toEqual(['data/read.json', 'data/taken.json']);
  expect(run.test('does not').reads).toEqual(['data/read.json']);
});
