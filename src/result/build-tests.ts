import type { CallChains } from '#suite/call-chains';
import type { RecordedSuite } from '#suite/recorded-suite';
import type { Reason } from '#suite/cause';
import type { Selection } from '#suite/select-tests';
import type { TestCase } from '#trace/recording';
import type { NewTestsResult, SelectedTestResult, SelectionReason, TestName } from './tests-result';

/** The parts of a result that a selection makes. */
export function buildTests(suite: RecordedSuite, { selected, fresh, gone }: Selection, chains: CallChains) {
  const { executions } = suite.recording;
  const isGone = new Set(gone);
  const present = executions.filter((_, test) => !isGone.has(test));
  const chosen = selected.flatMap(({ test, because }): SelectedTestResult[] => {
    const execution = executions[test];
    if (execution === undefined) return [];
    return [
      {
        ...testName(execution.test),
        milliseconds: execution.milliseconds,
        because: firstOfEach(because).map((reason) => reasonResult(reason, test, chains)),
      },
    ];
  });
  return {
    total: present.length,
    selected: chosen,
    fresh: fresh.map(({ file, titles, isGroup, why }): NewTestsResult => ({
      file,
      name: titles === null ? null : titles.join(' > '),
      ...(isGroup === true ? { isGroup } : {}),
      why,
    })),
    gone: gone.flatMap((test) => (executions[test] === undefined ? [] : [testName(executions[test].test)])),
    milliseconds: {
      total: sum(present.map((e) => e.milliseconds)),
      selected: sum(chosen.map((t) => t.milliseconds)),
    },
    files: {
      total: new Set(present.map((e) => e.test.file)).size,
      selected: new Set([...chosen.map((t) => t.file), ...fresh.map((t) => t.file)]).size,
    },
  };
}

export function testName({ file, titles, ordinal, project }: TestCase): TestName {
  const count = ordinal === 0 ? '' : ` #${ordinal + 1}`;
  const name = `${titles.join(' > ')}${count}`;
  // A file may be a test itself.
  const path = titles.length === 0 ? file : `${file} > ${name}`;
  return { id: `${project === null ? '' : `[${project}] `}${path}`, file, name };
}

/** A few are enough to see why. */
const mostReasons = 5;

function firstOfEach(because: readonly Reason[]): Reason[] {
  const subjects = new Map<string, Reason>();
  for (const reason of because) if (!subjects.has(reason.cause.subject)) subjects.set(reason.cause.subject, reason);
  return [...subjects.values()].slice(0, mostReasons);
}

function reasonResult({ cause, by }: Reason, test: number, chains: CallChains): SelectionReason {
  const path = by !== null && 'function' in by ? chains.to(test, by.function) : [];
  return { kind: cause.kind, subject: cause.subject, effect: cause.effect, path };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
