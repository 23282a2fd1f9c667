import type { FunctionId } from '#core/ids';
import {
  bareClasses,
  type Execution,
  type RecordedBuild,
  type RecordedFunction,
  type RecordedModule,
  type Recording,
  type Segment,
} from '#trace/recording';
import { keyOf, orderOfTests } from './order-of-tests';
import type { RecordedSuite } from './recorded-suite';
import type { Version } from './versions';

/**
 * A recording after only some tests were run again: what is new of those, what was known of the others. Functions that both
 * know are found by the version that was run; those of kept tests did not change, or the tests would have been run again.
 */
export function mergeRecordings(
  suite: RecordedSuite,
  keptTests: readonly number[],
  head: Version,
  fresh: Recording,
): Recording {
  const old = suite.recording;
  const ranAgain = new Set(fresh.executions.map(({ test }) => keyOf(test)));
  const kept = keptTests.flatMap((test) => old.executions[test] ?? []).filter(({ test }) => !ranAgain.has(keyOf(test)));
  const lasting = new LastingSegments(old, kept, fresh);
  const table = new FunctionTable(fresh);
  const renumber = renumbering(suite, head, table, lasting.modules(suite));
  const segments: Segment[] = [...fresh.segments];
  // Processes of the two recordings have nothing to do with each other.
  const firstProcess = 1 + Math.max(-1, ...fresh.segments.map(({ process }) => process));
  const moved = new Map<number, number>();
  const move = (index: number): number => {
    const known = moved.get(index);
    if (known !== undefined) return known;
    const segment = old.segments[index];
    if (segment !== undefined) segments.push(renumbered(segment, renumber, firstProcess));
    moved.set(index, segments.length - 1);
    return segments.length - 1;
  };
  const executions: Execution[] = [...fresh.executions];
  const texts = ({ texts: asked }: Asking): Asking =>
    asked === undefined ? {} : { texts: asked.flatMap((fn) => (fn === bareClasses ? fn : (renumber.get(fn) ?? []))) };
  const firstGroup = 1 + Math.max(-1, ...fresh.executions.map(({ together }) => together ?? -1));
  for (const execution of kept) {
    const together = execution.together === null ? null : firstGroup + execution.together;
    const calls = execution.calls.flatMap((call) => {
      const fn = renumber.get(call.fn);
      return fn === undefined ? [] : [{ ...call, fn }];
    });
    executions.push({ ...execution, ...texts(execution), segments: execution.segments.map(move), calls, together });
  }
  // What ran in processes of the old recording is not comparable in time, but it ran.
  const loads = table.modules.map((module) => {
    const known = suite.moduleIndex(module.path);
    return [...module.loads, ...(known === undefined ? [] : lasting.loadsOf(known).map(move))];
  });
  const loadedAgain = new Set(fresh.modules.map(({ path }) => path));
  const hasKept = kept.length > 0;
  const modules = mergedModules(table.modules, loads, suite, loadedAgain, hasKept).map((module, m) => {
    const before = hasKept ? old.modules[suite.moduleIndex(module.path) ?? -1] : undefined;
    return Object.assign(module, bothTexts(table.modules[m] ?? {}, before === undefined ? noTexts : texts(before)));
  });
  const asked = bothTexts(fresh, hasKept ? texts(old) : noTexts);
  const merged = { runner: fresh.runner, modules, segments, executions, notes: fresh.notes, ...asked };
  if (!hasKept) return merged;
  const isShared = sharesProcesses(old) || sharesProcesses(fresh);
  const order = orderOfTests({ old, fresh, isShared });
  return {
    ...merged,
    parts: partsOfProcesses(merged, isShared),
    ...(order === null
      ? {}
      : { isInOrder: true, executions: executions.toSorted((a, b) => order(a.test) - order(b.test)) }),
  };
}

/** Who asked for which texts, as far as that was watched. */
type Asking = Pick<Recording, 'texts'>;

const noTexts: Asking = { texts: [] };

function bothTexts({ texts: a }: Asking, { texts: b }: Asking): Asking {
  return a === undefined || b === undefined ? {} : { texts: [...new Set([...a, ...b])] };
}

/** Does a process run tests of several files? */
function sharesProcesses(recording: Recording): boolean {
  const fileOf = new Map<number, string>();
  const wholes = new Map((recording.parts ?? []).flatMap((part) => part.map((p) => [p, part[0] ?? p] as const)));
  return recording.executions.some((execution) =>
    [...processesOf(recording, [execution])].some((process) => {
      const whole = wholes.get(process) ?? process;
      const { file } = execution.test;
      fileOf.set(whole, fileOf.get(whole) ?? file);
      return fileOf.get(whole) !== file;
    }),
  );
}

/**
 * Processes that are one when all tests are run: of tests of one file, and, where processes run tests of several files, of all
 * tests, since nobody knows then which of them would be together.
 */
function partsOfProcesses(recording: Recording, isShared: boolean): number[][] {
  const byFile = new Map<string, Set<number>>();
  for (const execution of recording.executions) {
    const name = isShared ? '' : execution.test.file;
    const known = byFile.get(name) ?? new Set();
    for (const process of processesOf(recording, [execution])) known.add(process);
    byFile.set(name, known);
  }
  return [...byFile.values()].filter(({ size }) => size > 1).map((part) => [...part].toSorted((x, y) => x - y));
}

/**
 * The segments of an old recording that still say something: those of tests that are kept, what was loaded in the processes of
 * these, and what was loaded outside of all tests and was not again. A process whose tests were all run again is
 * forgotten; else what it loaded would count as loaded outside of all tests.
 */
class LastingSegments {
  private readonly processes: ReadonlySet<number>;
  private readonly outside: ReadonlySet<number>;
  private readonly loadedAgain: ReadonlySet<string>;

  constructor(
    private readonly old: Recording,
    private readonly kept: readonly Execution[],
    fresh: Recording,
  ) {
    this.processes = processesOf(old, kept);
    this.outside = outsideOf(old);
    const outsideNow = outsideOf(fresh);
    const isOutside = (s: number): boolean => outsideNow.has(fresh.segments[s]?.process ?? -1);
    this.loadedAgain = new Set(fresh.modules.flatMap(({ path, loads }) => (loads.some(isOutside) ? [path] : [])));
  }

  loadsOf(module: number): number[] {
    const { path = '', loads = [] } = this.old.modules[module] ?? {};
    return loads.filter((s) => {
      const process = this.old.segments[s]?.process ?? -1;
      return this.processes.has(process) || (this.outside.has(process) && !this.loadedAgain.has(path));
    });
  }

  /** Modules with a function in one of the segments. */
  modules(suite: RecordedSuite): ReadonlySet<number> {
    const segments = new Set([
      ...this.kept.flatMap((execution) => execution.segments),
      ...this.old.modules.flatMap((_, m) => this.loadsOf(m)),
    ]);
    const found = new Set<number>();
    for (const s of segments)
      for (const fn of this.old.segments[s]?.functions ?? []) found.add(suite.moduleOfFunction(fn));
    return found;
  }
}

function processesOf({ segments }: Recording, executions: readonly Execution[]): Set<number> {
  return new Set(executions.flatMap((execution) => execution.segments.flatMap((s) => segments[s]?.process ?? [])));
}

/** Processes that no test belongs to. */
function outsideOf(recording: Recording): Set<number> {
  const ofTests = processesOf(recording, recording.executions);
  return new Set(recording.segments.flatMap(({ process }) => (ofTests.has(process) ? [] : [process])));
}

/** The functions of the fresh recording, and behind them those that only the old one knows. */
class FunctionTable {
  readonly modules: RecordedModule[];
  private readonly numbers = new Map<string, number>();
  private next: number;

  constructor(fresh: Recording) {
    this.modules = [...fresh.modules];
    this.next = fresh.modules.reduce((sum, m) => sum + m.functions.length, 0);
    for (const module of fresh.modules) this.index(module);
  }

  find(path: string, { start, kind }: RecordedFunction): number | undefined {
    return this.numbers.get(`${path}\0${kind}\0${start}`);
  }

  has(path: string): boolean {
    return this.modules.some((module) => module.path === path);
  }

  add(path: string, hash: string, functions: readonly RecordedFunction[]): void {
    const module = {
      path,
      hash,
      firstFunction: this.next,
      functions,
      loads: [],
      imports: [],
      packages: [],
      files: [],
      environment: [],
      texts: [],
    };
    this.next += functions.length;
    this.modules.push(module);
    this.index(module);
  }

  private index({ path, functions, firstFunction }: RecordedModule): void {
    functions.forEach(({ kind, start }, i) => this.numbers.set(`${path}\0${kind}\0${start}`, firstFunction + i));
  }
}

/** Old number → number in the table; undefined for functions that are gone. */
function renumbering(
  suite: RecordedSuite,
  head: Version,
  table: FunctionTable,
  needed: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const { program } = head.loaded;
  const numbers = new Map<number, number>();
  program.modules.forEach((module, m) => {
    const functions: { readonly old: number; readonly fn: RecordedFunction }[] = [];
    for (let i = 0; i < module.functions.count; i++) {
      const id: FunctionId = program.functionAt(m, i);
      const old = head.recorded(id);
      if (typeof old !== 'number') continue;
      functions.push({ old, fn: { start: module.functions.start[i] ?? 0, kind: program.functionKind(id) } });
    }
    if (functions.length === 0) return;
    if (!table.has(module.path)) {
      const hash = suite.recording.modules[suite.moduleIndex(module.path) ?? -1]?.hash ?? '';
      table.add(
        module.path,
        hash,
        functions.map(({ fn }) => fn),
      );
    }
    for (const { old, fn } of functions) {
      const number = table.find(module.path, fn);
      if (number !== undefined) numbers.set(old, number);
    }
  });
  // Built code and the like is no part of the program: it is as it was, or tests that load it were run again.
  for (const [m, { path, hash, functions, firstFunction }] of suite.recording.modules.entries()) {
    if (program.moduleIndex(path) !== undefined || !needed.has(m)) continue;
    if (!table.has(path)) table.add(path, hash, functions);
    functions.forEach((fn, i) => {
      const number = table.find(path, fn);
      if (number !== undefined) numbers.set(firstFunction + i, number);
    });
  }
  return numbers;
}

function renumbered(segment: Segment, numbers: ReadonlyMap<number, number>, firstProcess: number): Segment {
  const kept = [...segment.functions].flatMap((fn, i) => {
    const number = numbers.get(fn);
    return number === undefined ? [] : [{ number, i }];
  });
  kept.sort((a, b) => a.number - b.number);
  return {
    process: firstProcess + segment.process,
    functions: Uint32Array.from(kept, ({ number }) => number),
    first: Float64Array.from(kept, ({ i }) => segment.first[i] ?? 0),
    last: Float64Array.from(kept, ({ i }) => segment.last[i] ?? 0),
  };
}

/** What was seen of a module in the old recording goes on being known, but for imports that its source named: now it may name others. */
function mergedModules(
  modules: readonly RecordedModule[],
  loads: readonly (readonly number[])[],
  suite: RecordedSuite,
  loadedAgain: ReadonlySet<string>,
  hasKept: boolean,
): RecordedModule[] {
  const byPath = new Map(modules.map(({ path }, m) => [path, m]));
  const old = suite.recording.modules;
  return modules.map((module, m) => {
    const { path, hash, firstFunction, functions, imports, packages, files, environment, build, madeFrom } = module;
    const before = old[suite.moduleIndex(path) ?? -1];
    const named = new Set(before === undefined ? [] : suite.namedBy(path));
    const seen = before?.imports.flatMap((i) => {
      const to = old[i]?.path ?? '';
      return named.has(to) ? [] : (byPath.get(to) ?? []);
    });
    const madeOf = buildOf(build, before, loadedAgain.has(path), hasKept);
    return {
      path,
      hash,
      firstFunction,
      functions,
      ...(madeOf === undefined ? {} : { build: madeOf }),
      ...originOf(loadedAgain.has(path) ? madeFrom : before?.madeFrom),
      ...((module.isImportedByOthers ?? before?.isImportedByOthers) ? { isImportedByOthers: true } : {}),
      loads: loads[m] ?? [],
      imports: [...new Set([...imports, ...(seen ?? [])])],
      packages: [...new Set([...packages, ...(before?.packages ?? [])])],
      files: [...new Set([...files, ...(before?.files ?? [])])],
      environment: [...new Set([...environment, ...(before?.environment ?? [])])],
    };
  });
}

function originOf(madeFrom: readonly string[] | undefined): Pick<RecordedModule, 'madeFrom'> {
  return madeFrom === undefined ? {} : { madeFrom };
}

/**
 * Built code is known by its sources only where it is so in both recordings: of tests that are kept nobody knows which functions of a source
 * they ran, when the built file alone was known.
 */
function buildOf(
  build: RecordedBuild | undefined,
  before: RecordedModule | undefined,
  isLoadedAgain: boolean,
  hasKept: boolean,
): RecordedBuild | undefined {
  if (!isLoadedAgain) return before?.build;
  return before === undefined || before.build !== undefined || !hasKept ? build : undefined;
}
