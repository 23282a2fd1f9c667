import { expect, test } from 'vitest';
import { openTexts } from '#project/text-snapshot';
import { openRecordedVersions } from '#suite-job';
import { mergeRecordings } from '#suite/merge-recordings';
import { RecordedSuite } from '#suite/recorded-suite';
import { areTextsKnown } from '#suite/text-evidence';
import type { RecordedBuild, Recording } from '#trace/recording';
import { writtenJob } from './written-job';
import { writtenRecording, type WrittenTestRun } from './written-recording';

const before = {
  'src/index.js': `require('./old'); exports.f = () => 1;`,
  'src/old.js': `exports.g = () => 2;`,
  'test/a.test.js': `const { f } = require('../src/index'); test('a', () => { f(); });`,
  'test/b.test.js': `const { f } = require('../src/index'); test('b', () => { f(); });`,
};
const after = {
  'src/index.js': `exports.f = () => 1;`,
  'test/a.test.js': before['test/a.test.js'],
  'test/b.test.js': before['test/b.test.js'],
};
const run = (name: string): WrittenTestRun => ({
  file: `test/${name}.test.js`,
  titles: [name],
  runs: [`test/${name}.test.js#<fn1>`, 'src/index.js#f'],
});

function asking(names: readonly string[], texts: readonly string[] | undefined): WrittenTestRun[] {
  return names.map((name) => (texts === undefined ? run(name) : Object.assign(run(name), { texts })));
}

/** The tests `again` are run after the change; those before it were all run in one process. */
function merge(
  again: readonly string[],
  builds: { readonly known?: RecordedBuild; readonly fresh?: RecordedBuild } = {},
  texts: { readonly known?: readonly string[]; readonly fresh?: readonly string[] } = {},
): { readonly recording: Recording; readonly suite: RecordedSuite } {
  const known = writtenRecording(before, asking(['a', 'b'], texts.known));
  const modules = known.recording.modules.map((module) =>
    module.path === 'src/index.js'
      ? Object.assign({}, module, { imports: [indexOf(known.recording, 'src/old.js')] })
      : module,
  );
  const kept = { ...known, recording: withBuild({ ...known.recording, modules }, builds.known) };
  const fresh = withBuild(writtenRecording(after, asking(again, texts.fresh)).recording, builds.fresh);
  const { suite, head } = openRecordedVersions('/project', kept, openTexts('/project', after), writtenJob);
  const tests = suite.recording.executions.flatMap(({ test: { titles } }, i) =>
    again.includes(titles[0] ?? '') ? [] : [i],
  );
  const recording = mergeRecordings(suite, tests, head, fresh);
  return {
    recording,
    suite: new RecordedSuite(
      recording,
      () => [],
      () => false,
    ),
  };
}

/** As if the module was built from others. */
function withBuild(recording: Recording, build: RecordedBuild | undefined): Recording {
  if (build === undefined) return recording;
  const modules = recording.modules.map((module) =>
    module.path === 'src/index.js' ? Object.assign({}, module, { build }) : module,
  );
  return { ...recording, modules };
}

function indexOf({ modules }: Recording, path: string): number {
  return modules.findIndex((module) => module.path === path);
}

test('nothing stays of a process whose tests were all run again', () => {
  const { recording, suite } = merge(['a', 'b']);
  expect(recording.modules.map(({ path }) => path)).not.toContain('src/old.js');
  expect(recording.modules.every(({ loads }) => loads.length === 1)).toBe(true);
  expect([...suite.outside.modules]).toEqual([]);
  expect([...suite.outside.functions]).toEqual([]);
});

test('what was loaded for a test that is kept stays known', () => {
  const { recording, suite } = merge(['a']);
  expect(recording.executions.map(({ test: { titles } }) => titles[0])).toEqual(['a', 'b']);
  const loads = recording.modules[indexOf(recording, 'src/index.js')]?.loads ?? [];
  expect(new Set(loads.map((s) => recording.segments[s]?.process))).toEqual(new Set([0, 1]));
  expect([...suite.outside.modules]).toEqual([]);
  const ran = [...suite.ownFunctions(1)].map((fn) => recording.modules[suite.moduleOfFunction(fn)]?.path);
  expect(ran.toSorted()).toEqual(['src/index.js', 'test/b.test.js']);
});

test('an import that the source named before is asked of the source', () => {
  const { recording } = merge(['a']);
  expect(recording.modules[indexOf(recording, 'src/index.js')]?.imports).toEqual([]);
});

test('tests that were run again by themselves share a process with those that were not', () => {
  const { recording, suite } = merge(['a']);
  expect(recording.parts).toEqual([[0, 1]]);
  expect(suite.sharedBy(0)).toBe(suite.sharedBy(1));
  expect(merge(['a', 'b']).recording.parts).toBeUndefined();
});

function mergedBuild(...args: Parameters<typeof merge>): RecordedBuild | undefined {
  const { recording } = merge(...args);
  return recording.modules[indexOf(recording, 'src/index.js')]?.build;
}

test('built code is known by its sources only where that is so for all tests', () => {
  const build = { entry: null, inputs: ['src/source.js'] };
  expect(mergedBuild(['a'], { known: build, fresh: build })).toEqual(build);
  expect(mergedBuild(['a', 'b'], { fresh: build })).toEqual(build);
  // Of the test that is kept, functions of the sources are not known.
  expect(mergedBuild(['a'], { fresh: build })).toBeUndefined();
  // Of the test that ran again, they are not.
  expect(mergedBuild(['a'], { known: build })).toBeUndefined();
});

test('texts that a kept test asked for stay known, by the numbers that functions have now', () => {
  const asked = ['src/index.js#f', 'test/b.test.js#<fn1>', 'src/old.js#g'];
  const { recording, suite } = merge(['a'], {}, { known: asked, fresh: ['src/index.js#f'] });
  const named = recording.executions.map(({ test: { titles }, texts = [] }) => [
    titles[0],
    texts.map((fn) => recording.modules[suite.moduleOfFunction(fn)]?.path),
  ]);
  expect(named).toEqual([
    ['a', ['src/index.js']],
    ['b', ['src/index.js', 'test/b.test.js', 'src/old.js']],
  ]);
  expect(areTextsKnown(recording)).toBe(true);
});

test('texts are known only where they were watched for all tests', () => {
  expect(areTextsKnown(merge(['a'], {}, { known: [] }).recording)).toBe(false);
  expect(areTextsKnown(merge(['a'], {}, { fresh: [] }).recording)).toBe(false);
  expect(areTextsKnown(merge(['a', 'b'], {}, { fresh: [] }).recording)).toBe(true);
  expect(areTextsKnown(merge(['a'], {}, { known: [], fresh: [] }).recording)).toBe(true);
});
