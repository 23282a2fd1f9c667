import { BitSet } from '#core/bit-set';
import type { RecordedFunction, Recording } from '#trace/recording';

/** Modules that a module imports, as far as the source shows it. */
export type ImportsOf = (path: string) => readonly string[];

/** Whether the source of a module may import what it does not name. */
export type Computes = (path: string) => boolean;

/**
 * A recording from the side of its tests. What runs when a module is loaded belongs to every test that executes a function of
 * it, or whose file leads to it by imports: runners load a module once, whichever test comes first.
 */
export class RecordedSuite {
  readonly functionCount: number;
  /** Functions that ran while a module was loaded, and all module bodies. */
  readonly atLoad: BitSet;
  private readonly byPath = new Map<string, number>();
  private readonly byStart: ReadonlyMap<string, number>[];
  private ranAtAll: BitSet | undefined;
  private wholes: ReadonlyMap<number, number> | undefined;
  private files: ReadonlyMap<number, string | null> | undefined;
  private imported: ReadonlySet<string> | undefined;
  private ranOutside: { functions: BitSet; modules: BitSet } | undefined;
  private ledTo: BitSet | undefined;
  private readonly moduleOf: Int32Array;
  private readonly reached: (BitSet | undefined)[] = [];
  private readonly known: ({ functions: BitSet; modules: BitSet } | undefined)[] = [];

  constructor(
    readonly recording: Recording,
    private readonly importsOf: ImportsOf,
    private readonly computes: Computes,
  ) {
    const { modules } = recording;
    this.functionCount = modules.reduce((sum, m) => sum + m.functions.length, 0);
    this.moduleOf = new Int32Array(this.functionCount);
    this.atLoad = new BitSet(this.functionCount);
    this.byStart = modules.map((module, m) => {
      this.byPath.set(module.path, m);
      this.moduleOf.fill(m, module.firstFunction, module.firstFunction + module.functions.length);
      if (module.functions.length > 0) this.atLoad.add(module.firstFunction);
      for (const s of module.loads) for (const fn of this.segment(s)) this.atLoad.add(fn);
      return new Map(module.functions.map((f, i) => [keyOf(f), module.firstFunction + i]));
    });
  }

  /** Functions that some test executed, or that ran while a module was loaded. */
  get executed(): BitSet {
    if (this.ranAtAll === undefined) {
      this.ranAtAll = this.atLoad.clone();
      for (const { functions } of this.recording.segments) for (const fn of functions) this.ranAtAll.add(fn);
    }
    return this.ranAtAll;
  }

  /** What ran in processes that no test belongs to: the runner's, with what is set up there for all. */
  get outside(): { readonly functions: BitSet; readonly modules: BitSet } {
    return (this.ranOutside ??= this.findOutside());
  }

  /** Is a module imported by someone whose source does not name it? Nobody knows then who reads what it exports. */
  isUnnamed(path: string): boolean {
    return (this.imported ??= this.findUnnamed()).has(path);
  }

  /** Modules that the source of a module names. */
  namedBy(path: string): readonly string[] {
    return this.importsOf(path);
  }

  get testCount(): number {
    return this.recording.executions.length;
  }

  runnerOf(test: number): string {
    return this.recording.executions[test]?.runner ?? this.recording.runner;
  }

  moduleIndex(path: string): number | undefined {
    return this.byPath.get(path);
  }

  moduleOfFunction(fn: number): number {
    return this.moduleOf[fn] ?? -1;
  }

  /** The number of a function of the recorded source; undefined where no probe can tell that it ran. */
  functionAt(path: string, fn: RecordedFunction): number | undefined {
    const m = this.byPath.get(path);
    return m === undefined ? undefined : this.byStart[m]?.get(keyOf(fn));
  }

  functionsOf(test: number): BitSet {
    return this.of(test).functions;
  }

  modulesOf(test: number): BitSet {
    return this.of(test).modules;
  }

  /**
   * Could a module have been loaded when a test ran? By its imports, or, as most runners keep modules from one file to the next,
   * by another file in the same process; outside of all tests, for all of them.
   */
  mayHaveLoaded(test: number, module: number): boolean {
    if (this.modulesOf(test).has(module) || this.outside.modules.has(module)) return true;
    const { modules, executions } = this.recording;
    if (!this.keepsModules(test)) return false;
    const processes = new Set(executions[test]?.segments.map((s) => this.processOf(s)));
    return modules[module]?.loads.some((s) => processes.has(this.processOf(s))) === true;
  }

  /**
   * Functions that run while files are loaded where some of these tests run: those of modules that they lead to, of modules that no test leads
   * to, and of all that was loaded in their process, where that keeps modules.
   */
  atLoadWith(tests: readonly number[]): BitSet {
    const { modules, segments, executions } = this.recording;
    const own = new BitSet(modules.length);
    for (const test of tests) own.unionWith(this.modulesOf(test));
    const keeping = tests.filter((test) => this.keepsModules(test));
    const processes = new Set(
      keeping.flatMap((test) => executions[test]?.segments.map((s) => this.processOf(s)) ?? []),
    );
    const found = new BitSet(this.functionCount);
    modules.forEach(({ loads }, m) => {
      const isMeant = own.has(m) || !this.ofTests.has(m);
      for (const s of loads) {
        if (!isMeant && !processes.has(this.processOf(s))) continue;
        for (const fn of segments[s]?.functions ?? []) found.add(fn);
      }
    });
    return found;
  }

  /** Modules that tests lead to. */
  private get ofTests(): BitSet {
    if (this.ledTo === undefined) {
      this.ledTo = new BitSet(this.recording.modules.length);
      for (let test = 0; test < this.testCount; test++) this.ledTo.unionWith(this.modulesOf(test));
    }
    return this.ledTo;
  }

  /** Names what tests share that can see what another left behind: their process, or with jest their file. */
  sharedBy(test: number): string {
    const execution = this.recording.executions[test];
    const process = this.processOf(execution?.segments[0] ?? -1);
    return this.keepsModules(test) ? `${process}` : `${process} ${execution?.test.file ?? ''}`;
  }

  /** Is the order of tests lost, as some were run again by themselves? */
  get isOrderLost(): boolean {
    return (this.recording.parts ?? []).length > 0 && this.recording.isInOrder !== true;
  }

  /** Stands for the process of a segment and all that are one with it when all tests are run. */
  private processOf(segment: number): number {
    const process = this.recording.segments[segment]?.process ?? -1;
    this.wholes ??= new Map(
      (this.recording.parts ?? []).flatMap((part) => part.map((p) => [p, part[0] ?? p] as const)),
    );
    return this.wholes.get(process) ?? process;
  }

  /** Jest loads modules anew for every file. */
  private keepsModules(test: number): boolean {
    return this.runnerOf(test) !== 'jest';
  }

  /** Functions of the test's own part: of the test, its hooks, and processes that it started. */
  *ownFunctions(test: number): Iterable<number> {
    for (const s of this.recording.executions[test]?.segments ?? []) yield* this.segment(s);
  }

  /** The same without what ran once for tests of several files: no test has a part in how that went. */
  *functionsByItself(test: number): Iterable<number> {
    this.files ??= this.findFiles();
    for (const s of this.recording.executions[test]?.segments ?? []) {
      if (this.files.get(s) !== null) yield* this.segment(s);
    }
  }

  /** A module and all that it leads to. */
  closure(module: number): BitSet {
    const known = this.reached[module];
    if (known !== undefined) return known;
    const { modules } = this.recording;
    const found = new BitSet(modules.length);
    const stack = [module];
    found.add(module);
    for (let m = stack.pop(); m !== undefined; m = stack.pop()) {
      for (const next of this.importedBy(m)) if (found.add(next)) stack.push(next);
    }
    return (this.reached[module] = found);
  }

  /** The file whose tests a segment belongs to; null where there are several. */
  private findFiles(): ReadonlyMap<number, string | null> {
    const files = new Map<number, string | null>();
    for (const { test, segments } of this.recording.executions) {
      for (const s of segments)
        files.set(s, (files.get(s) ?? test.file) === test.file && files.get(s) !== null ? test.file : null);
    }
    return files;
  }

  private findUnnamed(): ReadonlySet<string> {
    const { modules, executions } = this.recording;
    const files = new Set(executions.map(({ test }) => test.file));
    const named = new Set(modules.flatMap(({ path }) => this.importsOf(path)));
    const found = new Set<string>();
    for (const module of modules) {
      const { path: from, imports } = module;
      if (module.isImportedByOthers === true) found.add(from);
      const known = new Set(this.importsOf(from));
      // Built code names what it was built from; whoever imports it names the source that has its exports.
      if (module.build !== undefined) continue;
      // What runs first in a file of tests counts as imported by it, whoever imports it in fact.
      const isSure = !files.has(from) || this.computes(from);
      for (const to of imports.flatMap((m) => modules[m] ?? [])) {
        if (to.build !== undefined) {
          const { entry, inputs } = to.build;
          if (entry === null ? !inputs.includes(from) : !known.has(entry) && !inputs.includes(from))
            for (const input of inputs) found.add(input);
        } else if (!known.has(to.path) && (isSure || !named.has(to.path))) found.add(to.path);
      }
    }
    return found;
  }

  private findOutside(): { functions: BitSet; modules: BitSet } {
    const { executions, segments, modules } = this.recording;
    const ofTests = new Set(executions.flatMap((e) => e.segments.map((s) => segments[s]?.process)));
    const functions = new BitSet(this.functionCount);
    for (const segment of segments) {
      if (!ofTests.has(segment.process)) for (const fn of segment.functions) functions.add(fn);
    }
    const isOutside = (s: number): boolean => !ofTests.has(segments[s]?.process);
    const loaded = modules.flatMap(({ loads }, m) => (loads.some(isOutside) ? [m] : []));
    return { functions, modules: BitSet.of(modules.length, loaded) };
  }

  private of(test: number): { functions: BitSet; modules: BitSet } {
    const known = this.known[test];
    if (known !== undefined) return known;
    const { modules, executions } = this.recording;
    const functions = BitSet.of(this.functionCount, this.ownFunctions(test));
    const loaded = new BitSet(modules.length);
    const file = this.byPath.get(executions[test]?.test.file ?? '');
    if (file !== undefined) loaded.unionWith(this.closure(file));
    const roots = new Set([...functions].map((fn) => this.moduleOf[fn] ?? 0));
    for (const m of roots) if (!loaded.has(m)) loaded.unionWith(this.closure(m));
    for (const m of loaded) {
      const module = modules[m];
      if (module === undefined) continue;
      if (module.functions.length > 0) functions.add(module.firstFunction);
      for (const s of module.loads) for (const fn of this.segment(s)) functions.add(fn);
    }
    return (this.known[test] = { functions, modules: loaded });
  }

  private *importedBy(m: number): Iterable<number> {
    const module = this.recording.modules[m];
    if (module === undefined) return;
    yield* module.imports;
    for (const path of this.importsOf(module.path)) {
      const target = this.byPath.get(path);
      if (target !== undefined) yield target;
    }
  }

  private segment(index: number): Iterable<number> {
    return this.recording.segments[index]?.functions ?? [];
  }
}

function keyOf({ start, kind }: RecordedFunction): string {
  return `${kind}@${start}`;
}
