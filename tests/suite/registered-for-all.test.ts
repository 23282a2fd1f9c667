import { expect, test } from 'vitest';
import { openTexts } from '#project/text-snapshot';
import { selectFromRecording } from '#suite-job';
import { writtenJob } from './written-job';
import { writtenRecording } from './written-recording';

const sources: Readonly<Record<string, string>> = {
  'test/a.js': `describe('g', () => { it('a', () => 1); it('b', () => 1); });\n`,
  'test/c.js': `it('c', () => 1);\n`,
};

const runs = [
  { file: 'test/a.js', titles: ['g', 'a'], runs: ['test/a.js#<fn1>.<fn1>'] },
  { file: 'test/a.js', titles: ['g', 'b'], runs: ['test/a.js#<fn1>.<fn2>'] },
  { file: 'test/c.js', titles: ['c'], runs: ['test/c.js#<fn1>'] },
];

function selected(runner: string, text: string): (string | undefined)[] {
  const kept = writtenRecording(sources, runs);
  const executions = kept.recording.executions.map((each) => ({ ...each, runner }));
  // Of a recording by several runners, that is the one which ran last.
  const recording = { ...kept.recording, runner: 'jest', executions };
  const head = openTexts('/project', { ...sources, 'test/a.js': text });
  const found = selectFromRecording('/project', { ...kept, recording }, null, head, writtenJob);
  return found.selection.selected.map(({ test: each }) => executions[each]?.test.titles.at(-1));
}

test.each([
  ['mocha', ['a', 'b', 'c']],
  ['node:test', ['a', 'b', 'c']],
  ['vitest', ['a', 'b']],
  ['jest', ['a', 'b']],
])('a hook around a file is around the others of its process in %s', (runner, expected) => {
  expect(selected(runner, `beforeEach(() => { throw 1; });\n${sources['test/a.js']}`)).toEqual(expected);
});

test.each([
  ['mocha', ['a', 'b', 'c']],
  ['vitest', ['a', 'b']],
])('a test that leaves out others leaves out those of other files in %s', (runner, expected) => {
  expect(selected(runner, `describe('g', () => { it.only('a', () => 1); it('b', () => 1); });\n`)).toEqual(expected);
});

const groupOfA = sources['test/a.js'] ?? '';
const withHelpers: Readonly<Record<string, string>> = {
  ...sources,
  'lib/plain.js': 'exports.x = 1;\n',
  'lib/hooks.js': 'before(() => 1);\n',
  'lib/made.js': 'exports.made = () => { beforeEach(() => 2); };\n',
  'test/c.js': `require('../lib/plain');\nit('c', () => 1);\n`,
};

test.each<[string, Record<string, string>, string[]]>([
  ['stands in a module that a test loads', { 'lib/plain.js': 'before(() => 2);\n' }, ['a', 'b', 'c']],
  ['stands in one that it loads now', { 'test/a.js': `require('../lib/hooks');\n${groupOfA}` }, ['a', 'b', 'c']],
  ['is told of by a call', { 'test/a.js': `require('../lib/made').made();\n${groupOfA}` }, ['a', 'b', 'c']],
  ['stands in a file that nobody loads', { 'lib/more.js': 'before(() => 2);\n' }, []],
])('a hook of mocha that %s', (_, edits, expected) => {
  const kept = writtenRecording(withHelpers, runs);
  const executions = kept.recording.executions.map((each) => ({ ...each, runner: 'mocha' }));
  const head = openTexts('/project', { ...withHelpers, ...edits });
  const recording = { ...kept.recording, executions };
  const found = selectFromRecording('/project', { ...kept, recording }, null, head, writtenJob);
  expect(found.selection.selected.map(({ test: each }) => executions[each]?.test.titles.at(-1))).toEqual(expected);
});

test('files of which no test ran come back when no test leaves them out any more', () => {
  const text = `it('a', () => 1);\n`;
  const only = { 'test/a.js': text.replace('it(', 'it.only('), 'test/c.js': sources['test/c.js'] ?? '' };
  const kept = writtenRecording(only, [{ file: 'test/a.js', titles: ['a'], runs: ['test/a.js#<fn1>'] }]);
  const freshWith = (edits: Readonly<Record<string, string>>): string[] => {
    const head = openTexts('/project', { ...only, ...edits });
    return selectFromRecording('/project', kept, null, head, writtenJob).selection.fresh.map(({ file }) => file);
  };
  expect(freshWith({ 'test/a.js': text })).toEqual(['test/c.js']);
  expect(freshWith({ 'test/a.js': only['test/a.js'].replace('1', '2') })).toEqual([]);
});
