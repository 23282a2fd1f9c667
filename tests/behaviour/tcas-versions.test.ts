import { describe, expect, it } from 'vitest';
import { moduleMaker, type Callable } from '../fixtures/module-maker';
import { tcasTests } from '../fixtures/tcas/universe';
import { equivalentVersions, minsepOnly } from '../fixtures/tcas/oracles';
import { sourceOf, tcasVersions, type TcasVersion } from '../fixtures/tcas/versions';

const tests = tcasTests();

describe('the tests of tcas', () => {
  it('are 1,545, and version 0 gives what they expect', () => {
    expect(tests.length).toBe(1545);
    const run = altSepTest({ edits: [] });
    expect(tests.filter(({ args, expected }) => run(...args) !== expected)).toEqual([]);
  });
});

describe('the changed versions of tcas', () => {
  it('are 41, in order', () => {
    expect(tcasVersions.map(({ id }) => id)).toEqual(Array.from({ length: 41 }, (_, index) => `v${index + 1}`));
  });

  it.each(tcasVersions)('$id gives another result for as many tests as are known: $change', (version) => {
    expect(transitions(version)).toEqual(version.failing);
  });

  it('v33 fails the tests that the original fails once its unset threshold is 0, as it is in C', () => {
    const v33 = tcasVersions.find(({ id }) => id === 'v33');
    const edits = [...(v33?.edits ?? []), { find: '[, 400', replace: '[0, 400' }];
    expect(transitions({ edits })).toEqual({ '0>2': 37, '1>0': 52 });
  });

  it.each(equivalentVersions.map((ids) => ({ ids, names: ids.join(', ') })))('$names do the same', ({ ids }) => {
    const results = ids.map((id) => resultsOf(tcasVersions.find((version) => version.id === id)));
    for (const result of results) expect(result).toEqual(results[0]);
  });
});

describe('another MINSEP alone', () => {
  it('changes no result of the tests', () => {
    expect(transitions(minsepOnly)).toEqual({});
  });
});

function altSepTest(version: Pick<TcasVersion, 'edits'>): Callable {
  return moduleMaker('tcas.ts', sourceOf(version))()('altSepTest');
}

function resultsOf(version: Pick<TcasVersion, 'edits'> | undefined): readonly unknown[] {
  if (version === undefined) throw new Error('no such version');
  const run = altSepTest(version);
  return tests.map(({ args }) => run(...args));
}

function transitions(version: Pick<TcasVersion, 'edits'>): Record<string, number> {
  const counts: Record<string, number> = {};
  resultsOf(version).forEach((now, index) => {
    const before = tests[index]?.expected;
    if (now === before) return;
    const transition = `${before}>${String(now)}`;
    counts[transition] = (counts[transition] ?? 0) + 1;
  });
  return counts;
}
