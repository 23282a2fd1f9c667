import { BitSet } from '#core/bit-set';
import type { FunctionId } from '#core/ids';
import { executeAfterImpact } from '#dynamic/execute-after';
import type { CallChains } from '#suite/call-chains';
import type { RecordedSuite } from '#suite/recorded-suite';
import { segmentsOfTests } from '#suite/segments-of-tests';
import type { Selection } from '#suite/select-tests';
import type { Version } from '#suite/versions';
import { buildTests, testName } from './build-tests';
import type { FunctionResult } from './function-result';
import type { Agreement, ReachedByTests, RecordedTests, UntestedBehaviour } from './recorded-tests';

export interface RecordedTestsInput {
  readonly suite: RecordedSuite;
  readonly selection: Selection;
  readonly chains: CallChains;
  readonly head: Version;
  /** Files of which nobody knows which of their functions ran. */
  readonly knownAsWhole: ReadonlySet<string>;
  /** Changed functions outside of tests. */
  readonly functions: readonly FunctionResult[];
  /** Ids of functions that dependences reach. */
  readonly impacted: ReadonlySet<string>;
  readonly description: string;
}

/** What the recorded tests saw of a change. */
export function buildRecordedTests(input: RecordedTestsInput): RecordedTests {
  const { suite, selection, chains, description } = input;
  const { total, selected } = buildTests(suite, selection, chains);
  const numbers = numbersOf(input.head);
  const reached: ReachedByTests[] = [];
  const unreached: string[] = [];
  const unwatched: string[] = [];
  const changed: number[] = [];
  for (const { id, status, span } of input.functions) {
    if (status === 'removed') continue;
    const number = numbers.get(id);
    const tests = number === undefined ? [] : testsRunning(suite, number);
    if (number !== undefined) changed.push(number);
    if (tests.length === 0) (input.knownAsWhole.has(span.file) ? unwatched : unreached).push(id);
    else reached.push({ function: id, tests: tests.length, examples: tests.slice(0, mostExamples) });
  }
  return {
    total,
    selected,
    unreached,
    unwatched,
    untested: untestedIn(input.functions),
    reached,
    agreement: changed.length === 0 ? null : agreement(input, numbers, changed),
    recording: description,
  };
}

/** Of functions that some test runs: of the others it is said as it is. */
function untestedIn(functions: readonly FunctionResult[]): UntestedBehaviour[] {
  return functions.flatMap(({ id, behaviours }) =>
    behaviours.flatMap(({ when, witness, tests }) =>
      tests !== undefined && tests.running > 0 && tests.reaching.length === 0 && tests.open.length === 0
        ? [{ function: id, when, call: witness.call }]
        : [],
    ),
  );
}

const mostExamples = 5;

/** Ids of the head's functions → their numbers in the recording. */
function numbersOf(head: Version): Map<string, number> {
  const { program } = head.loaded;
  const numbers = new Map<string, number>();
  for (let fn = 0; fn < program.functionCount; fn++) {
    const number = head.recorded(fn as FunctionId);
    if (typeof number === 'number') numbers.set(program.nameOf(fn as FunctionId), number);
  }
  return numbers;
}

function testsRunning(suite: RecordedSuite, fn: number): string[] {
  return suite.recording.executions.flatMap(({ test }, i) => (suite.functionsOf(i).has(fn) ? [testName(test).id] : []));
}

function agreement(
  { suite, impacted }: RecordedTestsInput,
  numbers: ReadonlyMap<string, number>,
  changed: readonly number[],
): Agreement | null {
  const after = executeAfterImpact(segmentsOfTests(suite), changed);
  if (after.size === 0) return null;
  const executed = new BitSet(suite.functionCount);
  suite.recording.executions.forEach((_, test) => executed.unionWith(suite.functionsOf(test)));
  let both = 0;
  let onlyStatic = 0;
  let onlyRecorded = 0;
  const own = new Set(changed);
  for (const [id, number] of numbers) {
    if (own.has(number) || !executed.has(number)) continue;
    const isStatic = impacted.has(id);
    const isRecorded = after.has(number);
    if (isStatic && isRecorded) both++;
    else if (isStatic) onlyStatic++;
    else if (isRecorded) onlyRecorded++;
  }
  return { both, onlyStatic, onlyRecorded };
}
