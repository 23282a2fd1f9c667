import { openTexts } from '#project/text-snapshot';
import { openRecordedVersions } from '#suite-job';
import { selectTests } from '#suite/select-tests';
import type { Edit } from './select-written';
import { writtenRecording, type WrittenTestRun } from './written-recording';

/** Without a store, and with all the time there is. */
export const writtenJob = {
  options: { cwd: '/project' },
  store: null,
  expired: () => false,
  timeLeft: () => Infinity,
  now: () => 0,
};

type Compiler = Parameters<typeof selectTests>[0]['compiler'];

/** Titles of tests that an edit selects where the tests are compiled so. */
export function selectedWhenCompiled(
  edit: Edit,
  sources: Readonly<Record<string, string>>,
  runs: readonly WrittenTestRun[],
  compiler: Compiler,
): (string | undefined)[] {
  const kept = writtenRecording(sources, runs);
  const texts = { ...sources };
  edit(texts);
  const opened = openRecordedVersions('/project', kept, openTexts('/project', texts), writtenJob);
  const { suite, recorded, head, changes } = opened;
  const { selected } = selectTests({
    suite,
    compared: [{ base: recorded, head, changes }],
    outside: [],
    variables: [],
    compiler,
  });
  return selected.map(({ test }) => kept.recording.executions[test]?.test.titles.at(-1));
}
