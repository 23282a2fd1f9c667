import type { RecordedCalls } from '#behaviour/recorded-calls';
import { isDataPath } from '#project/source-path';
import { isTestPath } from '#project/test-path';
import { buildRecordedTests } from '#result/build-recorded-tests';
import { testName } from '#result/build-tests';
import type { FunctionResult } from '#result/function-result';
import type { RecordedTests } from '#result/recorded-tests';
import type { Impact } from '#result/result';
import { CallChains } from '#suite/call-chains';
import { CallsOfTests } from '#suite/calls-of-tests';
import type { RecordedChange } from './suite-job';

/** The part of the main result that a recording of the tests gives. */
export function recordedTests(
  { suite, recorded, head, knownAsWhole, selection, description }: RecordedChange,
  functions: readonly FunctionResult[],
  impact: Impact,
): RecordedTests {
  return buildRecordedTests({
    suite,
    selection,
    chains: new CallChains(recorded, suite),
    head,
    knownAsWhole,
    // Data is read, not run: what tests make of it is in what they select.
    functions: functions.filter(({ span }) => !isTestPath(span.file) && !isDataPath(span.file)),
    impacted: new Set(impact.functions.map(({ id }) => id)),
    description,
  });
}

/** What recorded tests call functions of the head with. */
export function recordedCalls({
  suite,
  head,
  since,
}: RecordedChange): (path: string, fn: number) => RecordedCalls | null {
  let calls: CallsOfTests | undefined;
  return (path, fn) => (calls ??= new CallsOfTests(suite, head, since(), (test) => testName(test).id)).of(path, fn);
}
