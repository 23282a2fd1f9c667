import { isTestPath } from '#project/test-path';
import type { Snapshot } from '#project/snapshot';
import { buildRecordedTests } from '#result/build-recorded-tests';
import type { FunctionResult } from '#result/function-result';
import type { RecordedTests } from '#result/recorded-tests';
import type { Impact } from '#result/result';
import { CallChains } from '#suite/call-chains';
import type { KeptRecording } from '#suite/kept-recording';
import type { Job } from './job';
import { selectFromRecording } from './suite-job';

/** The part of the main result that a recording of the tests gives. */
export function recordedTests(
  kept: KeptRecording,
  base: Snapshot,
  head: Snapshot,
  functions: readonly FunctionResult[],
  impact: Impact,
  job: Job,
): RecordedTests {
  const { suite, recorded, head: version, selection } = selectFromRecording(head.root, kept, base, head, job);
  return buildRecordedTests({
    suite,
    selection,
    chains: new CallChains(recorded, suite),
    head: version,
    functions: functions.filter(({ span }) => !isTestPath(span.file)),
    impacted: new Set(impact.functions.map(({ id }) => id)),
    description: kept.description,
  });
}
