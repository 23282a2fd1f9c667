import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { TestCase } from '#trace/recording';
import { tapRunner, testsToLeaveOut } from '#trace/runners/tap';
import { recordProject, type RecordedRun } from './record-project';

/** Where tap is installed: in this repository, and in folders that `WINGBEAT_TAP` lists. */
const installed = [
  fileURLToPath(new URL('../..', import.meta.url)),
  ...(process.env['WINGBEAT_TAP'] ?? '').split(delimiter),
].flatMap((folder) => {
  const packages = join(folder, 'node_modules');
  const manifest = join(packages, 'tap', 'package.json');
  if (folder === '' || !existsSync(manifest)) return [];
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return [{ version, packages: realpathSync(packages), isOld: Number.parseInt(version, 10) < 18 }];
});

const lib = `
exports.a = function a() { return 1; };
exports.b = function b() { return 2; };
exports.c = function c() { return 3; };
exports.d = function d() { return 4; };
exports.e = function e() { return 5; };
exports.later = async function later(f) { await new Promise((done) => setTimeout(done, 5)); return f(); };
`;

const files = {
  'package.json': '{"scripts":{"test":"tap"}}',
  'lib.js': lib,
  'test/first.js': `
const t = require('tap');
const { a, b, c, d, e, later } = require('../lib');
a();
t.test('one', (t) => { b(); t.ok(true); t.end(); });
t.test('waits', async (t) => { await later(c); t.equal(d(), 4); });
e();
t.test('group', (t) => {
  t.beforeEach(() => { d(); });
  t.test('inner', async (t) => { t.ok(await later(b)); });
  t.test('same', (t) => { t.ok(true); t.end(); });
  t.test('same', (t) => { t.ok(c()); t.end(); });
  t.end();
});
t.test('own', async (t) => {
  let left = 0;
  await t.test('part', async () => { left = c(); });
  t.equal(left, 3);
});
t.skip('skipped', (t) => { c(); t.end(); });
t.test('to do', { todo: true }, (t) => { c(); t.end(); });
t.test('not written');
t.test('fails', (t) => { t.equal(1, 2); t.end(); });
t.test('throws', async () => { throw new Error('so'); });
t.test('slow', { timeout: 40 }, () => { setTimeout(() => {}, 300); });
t.test('torn down', (t) => { t.teardown(() => later(d)); t.ok(true); t.end(); });
t.test('last', (t) => { t.ok(true); t.end(); });
`,
  'test/root.js': `
const t = require('tap');
const { b, c } = require('../lib');
t.equal(b(), 2);
t.test('within', (t) => { t.ok(c()); t.end(); });
`,
  'test/crashes.js': `
const t = require('tap');
t.test('before', (t) => { t.ok(true); t.end(); });
t.test('crash', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}); });
`,
} as const;

const otherFiles = {
  'package.json': '{}',
  'lib.js': lib,
  'covered.js': `
exports.f = function f(x) {
  if (x) {
    return 1;
  }
  // Not covered.
  const y = 2;
  return y;
};
`,
  'test/parallel.mjs': `
import t from 'tap';
import lib from '../lib.js';
t.test('p', { jobs: 2 }, async (t) => {
  t.beforeEach(() => lib.later(lib.d));
  t.jobs = 2;
  t.test('first', { buffered: true }, async (t) => { await lib.later(lib.a); await lib.later(lib.a); t.ok(true); });
  t.test('second', { buffered: true }, async (t) => { await lib.later(lib.b); await lib.later(lib.b); t.ok(true); });
});
`,
  'test/spawns.js': `
const t = require('tap');
const { c, e } = require('../lib');
const { f } = require('../covered');
if (process.argv[2] === 'child') t.test('inside', (t) => { t.ok(e()); t.ok(f(1)); t.end(); });
else if (process.argv[2] === 'plain') c();
else {
  const { spawnSync } = require('node:child_process');
  t.test('child', (t) => { t.equal(spawnSync(process.execPath, [__filename, 'plain']).status, 0); t.end(); });
  t.test('tap in a child', (t) => { t.equal(spawnSync(process.execPath, [__filename, 'child']).status, 0); t.end(); });
}
`,
  'test/throws.js': `
const t = require('tap');
t.test('before', (t) => { t.ok(true); t.end(); });
throw new Error('so');
`,
  'test/unloadable.js': `
const t = require('tap');
const { missing } = require('../lib');
new missing();
t.test('never', (t) => { t.ok(true); t.end(); });
`,
  'test/plan.js': `
const t = require('tap');
t.test('group', (t) => { t.plan(2); t.test('one', (t) => { t.ok(true); t.end(); }); });
`,
  'test/hangs.js': `
const t = require('tap');
t.setTimeout(1500);
t.test('hangs', () => { setInterval(() => {}, 1000); });
`,
  'test/zzz.js': `
const t = require('tap');
t.test('gives up', (t) => { t.ok(false); t.bailout('enough'); t.end(); });
t.test('never', (t) => { t.ok(true); t.end(); });
`,
} as const;

function inLibrary(run: RecordedRun, title: string): string[] {
  return run.functionsOf(title).flatMap((name) => /^lib\.js:(\w+)$/.exec(name)?.[1] ?? []);
}

describe.each(installed)('recording of tap $version', ({ packages, isOld }) => {
  const coverage = isOld ? '--no-coverage' : '--disable-coverage';
  const command = ['tap', coverage, '-j2', 'test/first.js', 'test/root.js', 'test/crashes.js'];
  const run = recordProject(tapRunner, files, { packages, command });

  test('knows every test and how it ended', () => {
    const seen = run.recording.executions.map(({ test: { file, titles, ordinal }, outcome }) => [
      `${file}: ${titles.join(' > ')} ${ordinal}`,
      outcome,
    ]);
    expect(Object.fromEntries(seen), run.output).toEqual({
      'test/first.js: one 0': 'passed',
      'test/first.js: waits 0': 'passed',
      'test/first.js: group > inner 0': 'passed',
      'test/first.js: group > same 0': 'passed',
      'test/first.js: group > same 1': 'passed',
      'test/first.js: own 0': 'passed',
      'test/first.js: own > part 0': 'passed',
      'test/first.js: skipped 0': 'skipped',
      'test/first.js: to do 0': 'todo',
      'test/first.js: not written 0': 'todo',
      'test/first.js: fails 0': 'failed',
      'test/first.js: throws 0': 'failed',
      'test/first.js: slow 0': 'timed-out',
      'test/first.js: torn down 0': 'passed',
      'test/first.js: last 0': 'passed',
      'test/root.js:  0': 'passed',
      'test/root.js: within 0': 'passed',
      'test/crashes.js:  0': 'crashed',
      'test/crashes.js: before 0': 'passed',
      'test/crashes.js: crash 0': 'crashed',
    });
  });

  test('knows what each of them ran, with what is around it', () => {
    expect(inLibrary(run, 'one')).toEqual(['a', 'b', 'e']);
    expect(inLibrary(run, 'waits')).toEqual(['a', 'c', 'd', 'e', 'later']);
    expect(inLibrary(run, 'group > inner')).toEqual(['a', 'b', 'd', 'e', 'later']);
    expect(inLibrary(run, 'group > same')).toEqual(['a', 'd', 'e']);
    expect(inLibrary(run, 'own')).toEqual(['a', 'c', 'e']);
    expect(inLibrary(run, 'own > part')).toEqual(['a', 'c', 'e']);
    expect(inLibrary(run, 'torn down')).toEqual(['a', 'd', 'e', 'later']);
    expect(inLibrary(run, 'last')).toEqual(['a', 'e']);
    expect(inLibrary(run, 'within')).toEqual(['b', 'c']);
    expect(inLibrary(run, 'skipped')).toEqual(['a', 'e']);
  });

  test('runs what is asked for, and what nobody knows', () => {
    const known = run.recording.executions.map((each) => each.test).filter(({ file }) => file === 'test/first.js');
    const ran = (unknown: string): string[] => {
      const knownTests = () => known.filter(({ titles }) => titles.at(-1) !== unknown);
      const options = { packages, command, only: known.filter((each) => nameOf(each) === 'group same 1'), knownTests };
      const { recording } = recordProject(tapRunner, files, options);
      return recording.executions.map((each) => nameOf(each.test));
    };
    expect(ran('')).toEqual(['group same 1']);
    expect(ran('inner')).toEqual(['group inner', 'group same 1']);
  });

  const others = recordProject(tapRunner, otherFiles, {
    packages,
    command: [
      'tap',
      '-j1',
      isOld ? '--no-check-coverage' : '--allow-incomplete-coverage',
      ...Object.keys(otherFiles).filter((file) => file.startsWith('test/')),
    ],
  });
  const ended = (file: string): string[] =>
    others.recording.executions
      .filter(({ test: each }) => each.file === file)
      .map(({ test: each, outcome }) => `${nameOf(each)}: ${outcome}`)
      .toSorted();

  test('tells tests apart that run at the same time', () => {
    expect(ended('test/parallel.mjs'), others.output).toEqual(['p first: passed', 'p second: passed']);
    expect(inLibrary(others, 'p > first')).toEqual(['a', 'd', 'later']);
    expect(inLibrary(others, 'p > second')).toEqual(['b', 'd', 'later']);
    expect(others.recording.executions.every(({ together }) => together === null)).toBe(true);
  });

  test('knows of what a test does in another process, also with tap', () => {
    expect(ended('test/spawns.js'), others.output).toEqual(['child: passed', 'tap in a child: passed']);
    expect(inLibrary(others, 'child')).toEqual(['c']);
    expect(inLibrary(others, 'tap in a child')).toEqual(['e']);
  });

  test('knows of files that fail by themselves, that are given up, and that are stopped', () => {
    expect(ended('test/throws.js'), others.output).toEqual([': failed', 'before: passed']);
    expect(ended('test/unloadable.js')).toEqual([': failed']);
    expect(ended('test/zzz.js')).toContainEqual(expect.stringMatching(/^gives up: (?:failed|crashed)$/));
    expect(ended('test/zzz.js')).not.toContain('never: passed');
    expect(ended('test/hangs.js')).toContain('hangs: timed-out');
    expect(ended('test/plan.js')).toEqual(['group one: passed', 'group: failed']);
  });

  test('leaves coverage as it is', () => {
    expect(others.output).toMatch(/covered\.js\s*\|[^\n]*\|\s*[67]-8\s*$/m);
  });
});

describe('tests of tap that are left out', () => {
  const known = [['a'], ['b'], ['b', 'x'], ['b', 'y'], ['c', 'x'], ['c', 'y'], ['c', 'y']];
  const names = (asked: string[], tests = known): string[] => {
    const cases = numbered(tests);
    const only = cases.filter((each) => asked.includes(nameOf(each)));
    return testsToLeaveOut({ root: '/project', only, knownTests: () => cases }).map(nameOf);
  };

  test('are those that are not asked for, in files that are run', () => {
    expect(names(['a'])).toEqual(['b', 'b x', 'b y', 'c x', 'c y', 'c y 1']);
    expect(names(['c y 1'])).toEqual(['a', 'b', 'b x', 'b y', 'c x', 'c y']);
    expect(testsToLeaveOut({ root: '/project', only: null, knownTests: () => numbered(known) })).toEqual([]);
  });

  test('are no parts of a test that is run, as it may look at what they did', () => {
    expect(names(['b'])).toEqual(['a', 'c x', 'c y', 'c y 1']);
    expect(names(['b x'])).toEqual(['a', 'c x', 'c y', 'c y 1']);
    expect(names(['b x'], [[], ...known])).toEqual([]);
  });

  test('are no tests whose parts are counted together with those of another', () => {
    const twice = [['a'], ['d'], ['d'], ['d', 'x'], ['d', 'x']];
    expect(names(['a'], twice)).toEqual(['d x', 'd x 1']);
  });
});

function numbered(tests: readonly (readonly string[])[]): TestCase[] {
  const seen = new Map<string, number>();
  return tests.map((titles) => {
    const key = titles.join(' ');
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return { file: 'test/a.js', titles, ordinal, project: null };
  });
}

function nameOf({ titles, ordinal }: TestCase): string {
  return `${titles.join(' ')}${ordinal === 0 ? '' : ` ${ordinal}`}`;
}

test('files take the place of those that the command names', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-tap-')));
  try {
    const plan = (command: string[]): readonly string[] =>
      tapRunner.plan({
        root,
        folder: join(root, '.journals'),
        command,
        only: [{ file: 'test/x.js', titles: ['a'], ordinal: 0, project: null }],
        mode: 'after',
      }).command;
    expect(plan(['tap', '-R', 'spec', '--jobs=2', 'test/*.js', '--no-coverage'])).toEqual([
      'tap',
      '-R',
      'spec',
      '--jobs=2',
      '--no-coverage',
      'test/x.js',
    ]);
    expect(plan(['npx', '-y', 'tap@21', 'run', 'test'])).toEqual(['npx', '-y', 'tap@21', 'run', 'test/x.js']);
    expect(plan(['node', 'test/x.js'])).toEqual(['node', 'test/x.js']);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
