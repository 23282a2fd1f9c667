import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openFolder } from '#project/folder-snapshot';
import { analyzeSources, type AnalysisOptions } from '../../bench/analyze-sources';
import { corpusPackages, packageNamed } from '../../bench/corpus-packages';

// Real code takes its time on a busy machine; no test asserts a time.
vi.setConfig({ testTimeout: 600_000 });

const lowering = { verify: true, dependences: false };
const whole = { verify: true, dependences: true };

describe('packages lower without internal error to graphs that keep their invariants', () => {
  test.each(corpusPackages.filter((p) => !p.isBig))('$name', ({ folder }) => {
    const analysis = analyze(folder, lowering);
    expect(analysis.files).toBeGreaterThan(0);
    expect(analysis.nodes).toBeGreaterThan(analysis.files);
  });
});

describe('the largest files of big packages', () => {
  test.each([
    ['zod', 12],
    ['three', 12],
    ['prettier', 6],
    ['effect', 8],
    ['typescript', 1],
  ])('%s, %i files', (name, files) => {
    const { folder } = packageNamed(name);
    const snapshot = openFolder(folder);
    const bySize = snapshot
      .readMany(snapshot.paths)
      .toSorted((a, b) => b.text.length - a.text.length || (a.path < b.path ? -1 : 1));
    const paths = bySize.slice(0, files).map(({ path }) => path);
    expect(analyze(folder, { ...lowering, paths }).files).toBe(files);
  });
});

describe('dependence graphs of whole programs', () => {
  test.each(['semver', 'picomatch', 'acorn', 'express', 'rxjs/src'])('%s', (path) => {
    const [name = '', ...rest] = path.split('/');
    const analysis = analyze(join(packageNamed(name).folder, ...rest), whole);
    // Nearly every node is controlled by something and depends on something.
    expect(analysis.edges).toBeGreaterThan(analysis.nodes);
  });
});

function analyze(folder: string, options: AnalysisOptions): ReturnType<typeof analyzeSources> {
  const analysis = analyzeSources(openFolder(folder), options);
  expect(analysis.failures.map(({ file, message }) => `${file}: ${message}`)).toEqual([]);
  expect(analysis.problems).toEqual([]);
  return analysis;
}
