import type { CallInTest, RecordedTestCalls } from '#behaviour/recorded-test-calls';
import type { ChangeSet } from '#change/change-set';
import type { Snapshot } from '#project/snapshot';
import type { KeptRecording } from '#suite/kept-recording';
import { decodeCall } from '#trace/recorded-call';
import type { Job } from './job';
import { openRecordedVersions } from './suite-job';

/** What the recorded tests call functions with that have changed since the base. The recording is looked at when it is first asked for. */
export function recordedTestCalls(
  root: string,
  kept: KeptRecording,
  head: Snapshot,
  changes: ChangeSet,
  job: Job,
): RecordedTestCalls {
  let known: ReadonlyMap<number, Pick<CallInTest, 'module' | 'fn'>> | undefined;
  return {
    of(file, fits) {
      const tests = kept.recording.executions.filter(({ test }) => test.file === file && fits(test.titles));
      if (tests.length === 0) return null;
      known ??= changedByNumber(root, kept, head, changes, job);
      const functions = known;
      const calls = tests
        .flatMap((test) => test.calls)
        .flatMap(({ fn, inputs }) => {
          const called = functions.get(fn);
          return called === undefined ? [] : inputs.map((input) => ({ called, input }));
        });
      const different = new Map(calls.map(({ called, input }) => [`${called.fn.index} ${input}`, { called, input }]));
      return [...different.values()].flatMap(({ called, input }) => {
        const given = decodeCall(input);
        return given === null ? [] : [{ ...called, given }];
      });
    },
  };
}

function changedByNumber(
  root: string,
  kept: KeptRecording,
  head: Snapshot,
  changes: ChangeSet,
  job: Job,
): Map<number, Pick<CallInTest, 'module' | 'fn'>> {
  const version = openRecordedVersions(root, kept, head, job).head;
  const { program } = version.loaded;
  const found = new Map<number, Pick<CallInTest, 'module' | 'fn'>>();
  for (const { status, head: changed } of changes.functions) {
    const module = changed === null || status !== 'changed' ? undefined : program.moduleIndex(changed.module.path);
    if (changed === null || module === undefined) continue;
    const number = version.recorded(program.functionAt(module, changed.fn.index));
    if (typeof number === 'number') found.set(number, changed);
  }
  return found;
}
