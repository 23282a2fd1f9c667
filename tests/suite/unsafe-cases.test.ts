import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { record, selectAffectedTests } from '#pipeline';
import { MadeProject } from '../fixtures/suite/made-project';
import { runnersOfProject, type RunnerOfProject } from '../fixtures/suite/runner-files';
import { idleCases, unsafeCases, type UnsafeCase } from '../fixtures/suite/unsafe-cases';

describe.each(Object.values(runnersOfProject))('$name', (runner) => {
  let project: MadeProject;

  beforeAll(async () => {
    project = new MadeProject(runner);
    const { failed, tests, passed } = await record({ cwd: project.root });
    expect(failed).toEqual([]);
    expect(passed).toBe(tests);
  }, 600_000);

  afterAll(() => project.remove());

  test('nothing changed: nothing is selected', async () => {
    expect(await selectedAfter(project, [])).toEqual([]);
  });

  test.each(casesOf(runner, unsafeCases))('$name', async ({ edits, needed, also = [], missedWith = [] }) => {
    const selected = await selectedAfter(project, edits);
    const missed = needed.filter((title) => !selected.includes(title));
    expect(missed).toEqual(missedWith.includes(runner.name) ? needed : []);
    if (also !== 'all') expect([...needed, ...also]).toEqual(expect.arrayContaining(selected));
  });

  test.each(casesOf(runner, idleCases))('$name: nothing', async ({ edits }) => {
    expect(await selectedAfter(project, edits)).toEqual([]);
  });
});

function casesOf({ name }: RunnerOfProject, cases: readonly UnsafeCase[]): readonly UnsafeCase[] {
  return cases.filter(({ runners }) => runners === undefined || runners.includes(name));
}

/** Titles of the tests that are selected when the project is changed so. */
async function selectedAfter(project: MadeProject, edits: UnsafeCase['edits']): Promise<string[]> {
  const undo = project.apply(edits);
  try {
    const { selected, fresh } = await selectAffectedTests({ cwd: project.root });
    return [...selected.map(({ name }) => name), ...fresh.map(({ file, name }) => name ?? `all of ${file}`)].toSorted();
  } finally {
    undo();
  }
}
