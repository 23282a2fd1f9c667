import type { TestCase } from '#trace/recording';
import type { RecordedSuite } from './recorded-suite';
import type { Selection } from './select-tests';

/**
 * What to tell a runner: single tests, or a file as a whole (no titles) where all of its tests are selected, so that tests
 * which only come into being when the file is loaded are not left out.
 */
export function testsToRun(suite: RecordedSuite, { selected, fresh, gone }: Selection): TestCase[] {
  const { executions } = suite.recording;
  const isGone = new Set(gone);
  const isSelected = new Set(selected.map(({ test }) => test));
  const open = new Set<string>();
  executions.forEach(({ test }, i) => {
    if (!isSelected.has(i) && !isGone.has(i)) open.add(fileKey(test));
  });
  const cases = new Map<string, TestCase>();
  const add = (test: TestCase): void =>
    void cases.set(JSON.stringify([test.file, test.titles, test.ordinal, test.project]), test);
  for (const { test } of selected) {
    const found = executions[test]?.test;
    if (found !== undefined) add(open.has(fileKey(found)) ? found : wholeFile(found.file, found.project));
  }
  // A new test may belong to any of the projects that the suite has.
  const projects = new Set([null, ...executions.map(({ test }) => test.project)]);
  for (const { file, titles, isGroup } of fresh) {
    // Tests that nobody knows run with those of their group that are affected.
    if (isGroup === true) continue;
    for (const project of projects) {
      add(titles === null ? wholeFile(file, project) : { file, titles, ordinal: 0, project });
    }
  }
  return [...cases.values()];
}

/**
 * Files as they come when all tests are run: what one leaves behind in a process is for those after it. New ones stand where their names would,
 * if files run in the order of these, and last otherwise.
 */
export function inOrder({ recording }: RecordedSuite, tests: readonly TestCase[]): TestCase[] {
  const files = [...new Set(recording.executions.map(({ test }) => test.file))];
  const isSorted = files.every((file, i) => i === 0 || (files[i - 1] ?? file) < file);
  const places = new Map(files.map((file, i) => [file, i]));
  const placeOf = (file: string): number =>
    places.get(file) ?? (isSorted ? files.filter((other) => other < file).length - 0.5 : files.length);
  return tests.toSorted((a, b) => placeOf(a.file) - placeOf(b.file));
}

function fileKey({ file, project }: TestCase): string {
  return `${project ?? ''}\0${file}`;
}

function wholeFile(file: string, project: string | null): TestCase {
  return { file, titles: [], ordinal: 0, project };
}
