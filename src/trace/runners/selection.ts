import type { TestCase } from '../recording';
import type { Selection } from './test-events';

/** Tests to run, as one process writes them down for others. */
export function encodeSelection(only: readonly TestCase[]): string {
  return JSON.stringify(only.map(({ file, titles, ordinal, project }) => [file, titles, ordinal, project]));
}

/**
 * `relative` makes paths of the selection of those that are asked about. A test without titles stands for all tests of
 * its file. Throws on a text that `encodeSelection` did not make.
 */
export function decodeSelection(text: string, relative: (file: string) => string): Selection {
  const files = new Set<string>();
  const tests = new Set<string>();
  const titled = new Set<string>();
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error('not a selection of tests');
  for (const row of rows as unknown[]) {
    if (!Array.isArray(row) || typeof row[0] !== 'string') throw new Error('not a selection of tests');
    files.add(row[0]);
    tests.add(JSON.stringify(row));
    titled.add(JSON.stringify([row[0], row[1] as unknown]));
  }
  return {
    hasFile: (file) => files.has(relative(file)),
    hasTitles(file, titles) {
      const path = relative(file);
      return titled.has(JSON.stringify([path, titles])) || titled.has(JSON.stringify([path, []]));
    },
    has({ file, titles, ordinal, project }) {
      const path = relative(file);
      return (
        tests.has(JSON.stringify([path, titles, ordinal, project])) || tests.has(JSON.stringify([path, [], 0, project]))
      );
    },
  };
}
