import type { Execution, Recording, TestCase } from '#trace/recording';

export interface MergedTests {
  readonly old: Recording;
  readonly fresh: Recording;
  /** Whether processes run tests of several files. */
  readonly isShared: boolean;
}

/**
 * Where tests stand that were run apart, when all are run together: those of `old` where they stood, those that are new behind the test, or before
 * the test, that they ran beside. Null where that is not known: processes of `old` ran at the same time, tests that ran again
 * did so in another order, or nothing tells where a new one belongs.
 */
export function orderOfTests({ old, fresh, isShared }: MergedTests): ((test: TestCase) => number) | null {
  if (!runsInOrder(old, isShared)) return null;
  const places = new Map(old.executions.map(({ test }, i) => [keyOf(test), i]));
  for (const executions of byProcess(fresh)) if (!place(executions, places)) return null;
  return (test) => places.get(keyOf(test)) ?? Infinity;
}

export function keyOf({ file, titles, ordinal, project }: TestCase): string {
  return JSON.stringify([file, titles, ordinal, project]);
}

/** Tests that can see what others leave behind have run one after the other. */
function runsInOrder(recording: Recording, isShared: boolean): boolean {
  if ((recording.parts ?? []).length > 0) return recording.isInOrder === true;
  const processOf = new Map<string, number>();
  return recording.executions.every((execution) => {
    const process = processIn(recording, execution);
    if (process === null) return true;
    const group = isShared ? '' : execution.test.file;
    const known = processOf.get(group) ?? process;
    processOf.set(group, known);
    return known === process;
  });
}

/** Gives places to tests that ran one after the other. */
function place(executions: readonly Execution[], places: Map<string, number>): boolean {
  const unplaced: string[] = [];
  let last: number | null = null;
  let behind = 0;
  for (const { test } of executions) {
    const key = keyOf(test);
    const known = places.get(key);
    if (known === undefined) {
      if (last === null) unplaced.push(key);
      else places.set(key, last + ++behind * step);
      continue;
    }
    if (last !== null && known <= last) return false;
    unplaced.splice(0).forEach((before, i, all) => places.set(before, known - (all.length - i) * step));
    last = known;
    behind = 0;
  }
  return unplaced.length === 0;
}

/** Places between two that are known. */
const step = 2 ** -20;

function byProcess(recording: Recording): Iterable<readonly Execution[]> {
  const groups = new Map<number | null, Execution[]>();
  let last: number | null = null;
  for (const execution of recording.executions) {
    last = processIn(recording, execution) ?? last;
    const group = groups.get(last);
    if (group === undefined) groups.set(last, [execution]);
    else group.push(execution);
  }
  return groups.values();
}

/** Null where nothing of the project ran in a test, as in one that is skipped. */
function processIn({ segments }: Recording, execution: Execution): number | null {
  return segments[execution.segments[0] ?? -1]?.process ?? null;
}
