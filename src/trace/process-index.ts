import type { SegmentOwner } from './collect-segments';
import type { ProcessJournal } from './read-journals';
import type { CallEntry, EndEntry, SuiteEntry } from './runtime/entry';
import { textReads } from './text-reads';

export interface IndexedSegment {
  readonly owner: SegmentOwner;
  readonly index: number;
}

/** A call of a function by its number in the recording. */
export type NumberedCall = Pick<CallEntry, 'fn' | 'input'>;

/** Processes with their segments, by what is asked of them for every test. */
export function indexProcesses(
  processes: readonly ProcessJournal[],
  owned: readonly (readonly IndexedSegment[])[],
  numbers: readonly ReadonlyMap<number, number>[],
): readonly ProcessIndex[] {
  const indexes = processes.map((process, p) => new ProcessIndex(process, owned[p] ?? [], numbers[p] ?? new Map()));
  const byId = new Map(processes.map(({ start }, p) => [start.id, indexes[p]]));
  processes.forEach(({ start: { parent }, entries }, p) => {
    const child = indexes[p];
    // Processes that have tests of their own are the runner's: they belong to no test of another.
    if (parent === null || child === undefined || entries.some((entry) => entry.t === 'begin')) return;
    byId.get(parent.process)?.addStarted(parent.execution, child);
  });
  return indexes;
}

/** An execution, or what belongs to none of them. */
type Starter = number | null;

export class ProcessIndex {
  readonly outside: readonly number[];
  readonly all: readonly number[];
  readonly #executions = new Map<number, number[]>();
  readonly #suites = new Map<number, number[]>();
  readonly #suitesOfFile = new Map<string, SuiteEntry[]>();
  readonly #within = new Map<number, number>();
  readonly #parts = new Map<number, number[]>();
  readonly #ends = new Map<number, EndEntry>();
  readonly #groups = new Set<number>();
  readonly #reads = new Map<Starter, string[]>();
  readonly #readsOfSuites = new Map<number, string[]>();
  readonly #variables = new Map<Starter, string[]>();
  readonly #variablesOfSuites = new Map<number, string[]>();
  readonly #texts = new Map<Starter, number[]>();
  readonly #textsOfSuites = new Map<number, number[]>();
  readonly #calls = new Map<Starter, NumberedCall[]>();
  readonly #callsOfSuites = new Map<number, NumberedCall[]>();
  readonly #started = new Map<Starter, ProcessIndex[]>();

  constructor(process: ProcessJournal, owned: readonly IndexedSegment[], numbers: ReadonlyMap<number, number>) {
    const { entries } = process;
    this.all = owned.map(({ index }) => index);
    this.outside = owned.filter(({ owner }) => owner.kind === 'process').map(({ index }) => index);
    for (const { owner, index } of owned) {
      if (owner.kind === 'test') append(this.#executions, owner.execution, index);
      if (owner.kind === 'suite') append(this.#suites, owner.suite, index);
    }
    for (const entry of entries) {
      if (entry.t === 'end') this.#ends.set(entry.execution, entry);
      if (entry.t === 'group') this.#groups.add(entry.execution);
      if (entry.t === 'read' && entry.suite !== null) append(this.#readsOfSuites, entry.suite, entry.path);
      else if (entry.t === 'read') append(this.#reads, entry.execution, entry.path);
      if (entry.t === 'variable' && entry.module === null) {
        if (entry.suite === null) append(this.#variables, entry.execution, entry.name);
        else append(this.#variablesOfSuites, entry.suite, entry.name);
      }
      if (entry.t === 'call') this.#addCall(entry, numbers);
      if (entry.t === 'suite') append(this.#suitesOfFile, entry.file, entry);
      if (entry.t === 'begin' && entry.within !== null) {
        this.#within.set(entry.execution, entry.within);
        append(this.#parts, entry.within, entry.execution);
      }
    }
    this.#addTexts(process, numbers);
  }

  #addTexts(process: ProcessJournal, numbers: ReadonlyMap<number, number>): void {
    for (const { execution, suite, module, functions } of textReads(process, numbers)) {
      if (module !== null) continue;
      for (const fn of functions) {
        if (suite === null) append(this.#texts, execution, fn);
        else append(this.#textsOfSuites, suite, fn);
      }
    }
  }

  #addCall({ fn, execution, suite, input }: CallEntry, numbers: ReadonlyMap<number, number>): void {
    const number = numbers.get(fn);
    if (number === undefined) return;
    if (suite === null) append(this.#calls, execution, { fn: number, input });
    else append(this.#callsOfSuites, suite, { fn: number, input });
  }

  addStarted(starter: Starter, child: ProcessIndex): void {
    append(this.#started, starter, child);
  }

  endOf(execution: number): EndEntry | undefined {
    return this.#ends.get(execution);
  }

  /** Did it begin as a test, and turned out to be none? */
  isGroup(execution: number): boolean {
    return this.#groups.has(execution);
  }

  ofExecution(execution: number): readonly number[] {
    return this.#executions.get(execution) ?? [];
  }

  /** Segments of hooks that run for a test: those of suites around it. Suites of no file are around all. */
  ofSuitesAround(file: string, titles: readonly string[]): readonly number[] {
    return this.#suitesAround(file, titles).flatMap((suite) => this.#suites.get(suite) ?? []);
  }

  readsOfSuitesAround(file: string, titles: readonly string[]): readonly string[] {
    return this.#suitesAround(file, titles).flatMap((suite) => this.#readsOfSuites.get(suite) ?? []);
  }

  variablesOfSuitesAround(file: string, titles: readonly string[]): readonly string[] {
    return this.#suitesAround(file, titles).flatMap((suite) => this.#variablesOfSuites.get(suite) ?? []);
  }

  variablesOf(reader: Starter | 'any'): readonly string[] {
    if (reader !== 'any') return this.#variables.get(reader) ?? [];
    return [...this.#variables.values(), ...this.#variablesOfSuites.values()].flat();
  }

  textsOfSuitesAround(file: string, titles: readonly string[]): readonly number[] {
    return this.#suitesAround(file, titles).flatMap((suite) => this.#textsOfSuites.get(suite) ?? []);
  }

  textsOf(asker: Starter | 'any'): readonly number[] {
    if (asker !== 'any') return this.#texts.get(asker) ?? [];
    return [...this.#texts.values(), ...this.#textsOfSuites.values()].flat();
  }

  callsOfSuitesAround(file: string, titles: readonly string[]): readonly NumberedCall[] {
    return this.#suitesAround(file, titles).flatMap((suite) => this.#callsOfSuites.get(suite) ?? []);
  }

  callsOf(caller: Starter | 'any'): readonly NumberedCall[] {
    if (caller !== 'any') return this.#calls.get(caller) ?? [];
    return [...this.#calls.values(), ...this.#callsOfSuites.values()].flat();
  }

  #suitesAround(file: string, titles: readonly string[]): readonly number[] {
    const suites = [
      ...(this.#suitesOfFile.get(file) ?? []),
      ...(file === '' ? [] : (this.#suitesOfFile.get('') ?? [])),
    ];
    const around = suites.filter(({ titles: outer }) => outer.every((title, i) => title === titles[i]));
    return around.map(({ suite }) => suite);
  }

  /** A test with those that it is a part of, and those that are a part of it. */
  familyOf(execution: number): readonly number[] {
    const family = [execution];
    for (let outer = this.#within.get(execution); outer !== undefined; outer = this.#within.get(outer))
      family.push(outer);
    const parts = [...(this.#parts.get(execution) ?? [])];
    for (const part of parts) parts.push(...(this.#parts.get(part) ?? []));
    return [...family, ...parts];
  }

  startedBy(starter: Starter | 'any'): readonly ProcessIndex[] {
    return starter === 'any' ? [...this.#started.values()].flat() : (this.#started.get(starter) ?? []);
  }

  readsOf(reader: Starter | 'any'): readonly string[] {
    if (reader !== 'any') return this.#reads.get(reader) ?? [];
    return [...this.#reads.values(), ...this.#readsOfSuites.values()].flat();
  }
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
