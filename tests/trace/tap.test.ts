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
