import { collectExecutions } from './collect-executions';
import { collectSegments } from './collect-segments';
import { readJournals, type ProcessJournal } from './read-journals';
import { numberModules, type ModuleNumbers } from './recorded-modules';
import type { RecordedModule, Recording, RecordingNote, Segment } from './recording';
import { ascending, textReads } from './text-reads';

/** What the processes of a run wrote into its folder → the recording. */
export function collect(folder: string): Recording {
  const { processes, unreadable } = readJournals(folder);
  const numbers = numberModules(processes);
  const segments: Segment[] = [];
  const owned = processes.map((process, i) =>
    collectSegments(process, i, numbers.functions[i] ?? new Map()).map(({ owner, segment }) => ({
      owner,
      index: segments.push(segment) - 1,
    })),
  );
  const executions = collectExecutions(processes, owned, numbers.functions);
  const loads = numbers.modules.map((): number[] => []);
  for (const { owner, index } of owned.flat()) {
    const module = owner.kind === 'load' ? numbers.indexOf(owner.path, owner.hash) : undefined;
    if (module !== undefined) loads[module]?.push(index);
  }
  return {
    // All of them: what holds for one runner does not hold for a script that calls several.
    runner: [...new Set(processes.flatMap(({ start }) => start.runner ?? []))].join(', '),
    modules: recordedModules(numbers, loads, processes),
    segments,
    executions,
    texts: textsOutside(processes, numbers),
    notes: [
      ...unreadable.map((name): RecordingNote => ({ kind: 'unreadable', message: name })),
      ...processes.flatMap((process) => notesOf(process)),
    ],
  };
}

function recordedModules(
  numbers: ModuleNumbers,
  loads: readonly (readonly number[])[],
  processes: readonly ProcessJournal[],
): RecordedModule[] {
  const imports = new Map<string, Set<string>>();
  const packages = new Map<string, Set<string>>();
  const variables = new Map<string, Set<string>>();
  const texts = new Map<string, Set<number>>();
  for (const [p, process] of processes.entries()) {
    for (const { module, functions } of textReads(process, numbers.functions[p] ?? new Map()))
      if (module !== null) for (const fn of functions) setOf(texts, module).add(fn);
    for (const entry of process.entries) {
      if (entry.t === 'import') setOf(imports, entry.from).add(entry.to);
      if (entry.t === 'variable' && entry.module !== null) setOf(variables, entry.module).add(entry.name);
      if (entry.t === 'package') setOf(packages, entry.from).add(entry.name);
    }
  }
  const byOthers = new Set<string>();
  for (const [from, to] of imports) if (numbers.ofPath(from).length === 0) for (const path of to) byOthers.add(path);
  return numbers.modules.map(({ path, hash, firstFunction, functions }, i) => ({
    ...(byOthers.has(path) ? { isImportedByOthers: true } : {}),
    path,
    hash,
    firstFunction,
    functions,
    loads: loads[i] ?? [],
    imports: [...(imports.get(path) ?? [])].flatMap((to) => numbers.ofPath(to)).toSorted((a, b) => a - b),
    packages: [...(packages.get(path) ?? [])].toSorted(),
    files: [...(imports.get(path) ?? [])].filter((to) => numbers.ofPath(to).length === 0).toSorted(),
    environment: [...(variables.get(path) ?? [])].toSorted(),
    texts: ascending(texts.get(path) ?? []),
  }));
}

/** In processes that run no tests, and that no test has started. */
function textsOutside(processes: readonly ProcessJournal[], numbers: ModuleNumbers): number[] {
  const ofTests = new Set<string>();
  const byId = new Map(processes.map((process) => [process.start.id, process]));
  for (const process of processes) {
    const above: string[] = [];
    for (let at: ProcessJournal | undefined = process; at !== undefined;) {
      above.push(at.start.id);
      if (at.entries.some(({ t }) => t === 'begin')) for (const id of above) ofTests.add(id);
      at = at.start.parent === null ? undefined : byId.get(at.start.parent.process);
    }
  }
  return ascending(
    processes.flatMap((process, p) => {
      if (ofTests.has(process.start.id)) return [];
      const reads = textReads(process, numbers.functions[p] ?? new Map());
      return reads.flatMap(({ module, functions }) => (module === null ? functions : []));
    }),
  );
}

function setOf<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const set = sets.get(key) ?? new Set<T>();
  sets.set(key, set);
  return set;
}

function notesOf({ start, entries, complete }: ProcessJournal): RecordingNote[] {
  // A thread may be ended at any time, and a process by the test that started it; they write what they see.
  const notes: RecordingNote[] =
    complete || start.thread > 0 || start.parent?.ofTests === true
      ? []
      : [{ kind: 'lost-process', message: `process ${start.pid} ended without saying so` }];
  for (const entry of entries) {
    if (entry.t === 'note') notes.push({ kind: entry.kind, message: entry.message });
    if (entry.t === 'together')
      notes.push({ kind: 'together', message: `${entry.executions.length} tests ran at the same time` });
  }
  return notes;
}
