import { byFunction } from './calls-by-function';
import { indexProcesses, type IndexedSegment, type NumberedCall, type ProcessIndex } from './process-index';
import type { ProcessJournal } from './read-journals';
import type { Execution } from './recording';
import type { BeginEntry } from './runtime/entry';
import { ascending } from './text-reads';

/**
 * Test cases of all processes, each with all that ran for it. `owned` are the segments of each process, `numbers` those of its
 * functions in the recording.
 */
export function collectExecutions(
  processes: readonly ProcessJournal[],
  owned: readonly (readonly IndexedSegment[])[],
  numbers: readonly ReadonlyMap<number, number>[],
): readonly Execution[] {
  const indexes = indexProcesses(processes, owned, numbers);
  const ordinals = new Map<string, number>();
  const executions: Execution[] = [];
  let groups = 0;
  processes.forEach((process, p) => {
    const index = indexes[p];
    if (index === undefined) return;
    const begun = process.entries
      .filter((entry) => entry.t === 'begin')
      .filter((begin) => !index.isGroup(begin.execution));
    const together = togetherOf(process, () => groups++);
    for (const attempts of byTest(begun)) {
      const first = attempts[0];
      const last = attempts.at(-1);
      if (first === undefined || last === undefined) continue;
      const { file, titles, project } = first;
      const name = JSON.stringify([file, titles, project]);
      const ordinal = first.ordinal ?? ordinals.get(name) ?? 0;
      ordinals.set(name, ordinal + 1);
      const group = together.get(last.execution) ?? null;
      const mixed = begun.filter(({ execution }) => group !== null && together.get(execution) === group);
      // A program that has no tests is one, whole: what it does, it does while it is loaded.
      const isProgram = begun.length === 1 && titles.length === 0;
      const parts = isProgram ? [allOf(index)] : [...attempts, ...mixed].map((begin) => partsOf(index, begin));
      executions.push({
        test: { file, titles, ordinal, project },
        runner: process.start.runner ?? '',
        outcome: index.endOf(last.execution)?.outcome ?? 'crashed',
        milliseconds: attempts.reduce((sum, { execution }) => sum + (index.endOf(execution)?.ms ?? 0), 0),
        segments: ascending(parts.flatMap(({ segments }) => segments)),
        reads: [...new Set(parts.flatMap(({ reads }) => reads))].toSorted(),
        environment: [...new Set(parts.flatMap(({ variables }) => variables))].toSorted(),
        texts: ascending(parts.flatMap(({ texts }) => texts)),
        calls: byFunction(parts.flatMap(({ calls }) => calls)),
        together: group,
      });
    }
  });
  return executions;
}

interface Parts {
  readonly segments: readonly number[];
  readonly reads: readonly string[];
  readonly variables: readonly string[];
  readonly texts: readonly number[];
  readonly calls: readonly NumberedCall[];
}

/** What ran in a test, in those that it is a part of and that are a part of it, in hooks, and in processes of it. */
function partsOf(process: ProcessIndex, { execution, file, titles }: BeginEntry): Parts {
  const family = process.familyOf(execution);
  const started = [null, ...family].flatMap((starter) => process.startedBy(starter).map((child) => allOf(child)));
  return {
    segments: [
      ...process.outside,
      ...family.flatMap((member) => process.ofExecution(member)),
      ...process.ofSuitesAround(file, titles),
      ...started.flatMap(({ segments }) => segments),
    ],
    reads: [
      ...[null, ...family].flatMap((reader) => process.readsOf(reader)),
      ...process.readsOfSuitesAround(file, titles),
      ...started.flatMap(({ reads }) => reads),
    ],
    variables: [
      ...[null, ...family].flatMap((reader) => process.variablesOf(reader)),
      ...process.variablesOfSuitesAround(file, titles),
      ...started.flatMap(({ variables }) => variables),
    ],
    texts: [
      ...[null, ...family].flatMap((asker) => process.textsOf(asker)),
      ...process.textsOfSuitesAround(file, titles),
      ...started.flatMap(({ texts }) => texts),
    ],
    calls: [
      ...[null, ...family].flatMap((caller) => process.callsOf(caller)),
      ...process.callsOfSuitesAround(file, titles),
      ...started.flatMap(({ calls }) => calls),
    ],
  };
}

/** A process that a test started belongs to it whole, with what it loaded and with its own processes. */
function allOf(process: ProcessIndex): Parts {
  const started = process.startedBy('any').map((child) => allOf(child));
  return {
    segments: [...process.all, ...started.flatMap(({ segments }) => segments)],
    reads: [...process.readsOf('any'), ...started.flatMap(({ reads }) => reads)],
    variables: [...process.variablesOf('any'), ...started.flatMap(({ variables }) => variables)],
    texts: [...process.textsOf('any'), ...started.flatMap(({ texts }) => texts)],
    calls: [...process.callsOf('any'), ...started.flatMap(({ calls }) => calls)],
  };
}

/** Attempts of one test follow each other. */
function byTest(begun: readonly BeginEntry[]): BeginEntry[][] {
  const tests: BeginEntry[][] = [];
  const open = new Map<string, BeginEntry[]>();
  for (const begin of begun) {
    const name = JSON.stringify([begin.file, begin.titles, begin.project, begin.ordinal ?? null]);
    const earlier = open.get(name);
    if (begin.attempt > 0 && earlier !== undefined) {
      earlier.push(begin);
      continue;
    }
    const attempts = [begin];
    tests.push(attempts);
    open.set(name, attempts);
  }
  return tests;
}

/** Executions that could not be told apart have a number in common, also over others. */
function togetherOf({ entries }: ProcessJournal, next: () => number): ReadonlyMap<number, number> {
  const groups = new Map<number, number>();
  for (const entry of entries) {
    if (entry.t !== 'together') continue;
    const known = new Set(entry.executions.flatMap((execution) => groups.get(execution) ?? []));
    const [group = next()] = known;
    for (const [execution, other] of groups) if (known.has(other)) groups.set(execution, group);
    for (const execution of entry.executions) groups.set(execution, group);
  }
  return groups;
}
