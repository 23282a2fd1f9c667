import { bothCalls } from './calls-by-function';
import type { Execution, Recording, TestOutcome } from './recording';
import { ascending } from './text-reads';

/** A script may run its tests several times, as in several time zones: what one test ran in any of them is one execution. */
export function uniteExecutions(recording: Recording): Recording {
  const united = new Map<string, Execution>();
  for (const execution of recording.executions) {
    const { file, titles, ordinal, project } = execution.test;
    const key = JSON.stringify([file, titles, ordinal, project]);
    const known = united.get(key);
    united.set(key, known === undefined ? execution : both(known, execution));
  }
  return united.size === recording.executions.length ? recording : { ...recording, executions: [...united.values()] };
}

function both(a: Execution, b: Execution): Execution {
  return {
    test: a.test,
    runner: a.runner,
    outcome: worst.find((outcome) => outcome === a.outcome || outcome === b.outcome) ?? a.outcome,
    milliseconds: a.milliseconds + b.milliseconds,
    segments: [...a.segments, ...b.segments],
    reads: [...new Set([...a.reads, ...b.reads])].toSorted(),
    environment: [...new Set([...a.environment, ...b.environment])].toSorted(),
    ...(a.texts === undefined || b.texts === undefined ? {} : { texts: ascending([...a.texts, ...b.texts]) }),
    calls: bothCalls(a.calls, b.calls),
    together: a.together ?? b.together,
  };
}

const worst: readonly TestOutcome[] = ['crashed', 'timed-out', 'failed', 'passed', 'todo', 'skipped'];
