import { CallLog, type WriteCall } from './call-log';
import { Clock } from './clock';
import { Contexts, type Inside, type Stretch } from './contexts';
import type { EndEntry, Entry, EntrySink, Reader, SegmentEntry, TestName, VariableEntry } from './entry';
import { checked } from './fail-as-written';
import type { ModuleHandle } from './module-handle';
import { OpenSegment, type SuiteSegment, type TestOptions, type TestSegment } from './segment';

// Held here, as tests replace them.
const microtask = queueMicrotask;
const later = setTimeout;

/** Within this time the end of a test is written, in milliseconds. */
const soon = 50;

/** What runs in one process, and what for. Instrumented modules and adapters of runners tell it. */
export class Recorder {
  readonly #sink: EntrySink;
  readonly #clock: Clock;
  readonly #contexts: Contexts;
  readonly #outside = new OpenSegment({ kind: 'process' }, null);
  readonly #modules = new Map<string, ModuleHandle>();
  readonly #suites = new Map<string, SuiteSegment>();
  /** The test files that contexts are for. */
  readonly #files = new WeakMap<OpenSegment, string>();
  #functions = 0;
  #executions = 0;
  readonly #said = new Set<string>();
  readonly #imported = new Set<string>();
  readonly #variables = new Set<string>();
  readonly #calls: CallLog;
  /** Whether modules that are loaded for one test file stay for the next. */
  modulesStay = true;
  /** What is read then, the runner reads for itself. */
  #isResting = false;
  /** Paths that an import finds, where these are no modules, or could find, where nothing is there; paths as in `module`. */
  lookedFor: (from: string, specifier: string) => readonly string[] = () => [];
  /** Called when what was read last cannot be read for a compiler any more. */
  settleReads: () => void = () => {};
  /** For what may be ended at any time. */
  writesAtOnce = false;
  #isWritingSoon = false;

  constructor(sink: EntrySink, writeCall: WriteCall) {
    this.#sink = sink;
    this.#calls = new CallLog((entry) => sink.add(entry, true), writeCall);
    this.#clock = new Clock(this.#outside);
    this.#contexts = new Contexts(this.#clock);
    this.#contexts.onMixed = (segments) => this.#mixed(segments);
  }

  /** Called by every instrumented module; a module that is loaded again is the same one. */
  module(path: string, hash: string, table: string): ModuleHandle {
    const key = `${path}\n${hash}\n${table}`;
    const known = this.#modules.get(key);
    if (known !== undefined) return known;
    const base = this.#functions;
    const count = table.match(/[a-z]/g)?.length ?? 0;
    this.#functions += count;
    this.#sink.add({ t: 'module', path, hash, table, base }, true);
    this.#clock.makeRoom(this.#functions);
    const handle = this.#handle(base, { kind: 'load', path, hash });
    this.#modules.set(key, handle);
    return handle;
  }

  #handle(base: number, owner: SegmentEntry['owner']): ModuleHandle {
    const clock = this.#clock;
    const contexts = this.#contexts;
    const load = new OpenSegment(owner, null);
    return {
      event: (fn, outdated) => clock.event(base + fn, outdated),
      enter: (fn) => clock.enter(base + fn),
      leave: (fn) => void clock.current.events.push(-(base + fn + 1)),
      called: (fn, receiver, args) => this.#calls.add(base + fn, this.reader, receiver, args),
      checked,
      importing: (specifier) => {
        if (owner.kind === 'load' && typeof specifier === 'string') this.#lookFor(owner.path, specifier);
        return specifier;
      },
      begin: () => {
        // Nobody need import what a setup or a computed import has loaded: it is then there for the tests of the file.
        const file = contexts.loadDepth > 0 ? undefined : this.#files.get(contexts.context);
        if (file !== undefined && owner.kind === 'load' && file !== owner.path) this.imported(file, owner.path);
        this.#beginLoad(load);
      },
      end: () => {
        for (const segment of contexts.endLoad(load)) this.#write(segment);
        if (this.writesAtOnce) this.#sink.flush();
      },
      suspend: (value) => {
        contexts.endLoad(load);
        return value;
      },
      resume: (value) => {
        this.#beginLoad(load);
        clock.event(base, nothing);
        return value;
      },
    };
  }

  /**
   * The body of a module runs at a stretch, or says that it waits: what has not ended when the stretch has was ended by
   * an error, and must not be taken for what goes on.
   */
  #beginLoad(segment: OpenSegment): void {
    if (this.#contexts.loadDepth === 0) microtask(() => this.endLoadsFrom(0));
    this.#contexts.beginLoad(segment);
  }

  get loadDepth(): number {
    return this.#contexts.loadDepth;
  }

  /** Modules that are being loaded, but for the outermost so many, have ended, whether they said so or not. */
  endLoadsFrom(depth: number): void {
    for (const segment of this.#contexts.endLoadsFrom(depth)) this.#write(segment);
  }

  /** A test begins: a line that says so is written at once, so that a crash is seen. */
  beginTest(test: TestName, { within = null, attempt = 0 }: TestOptions = {}): TestSegment {
    const execution = this.#executions++;
    const { file, titles, project, ordinal } = test;
    const outer = within?.owner.execution ?? null;
    const counted = ordinal === undefined ? {} : { ordinal };
    this.#sink.add({ t: 'begin', execution, file, titles, project, ...counted, within: outer, attempt });
    const segment: TestSegment = new OpenSegment({ kind: 'test', execution }, within);
    this.#files.set(segment, file);
    return segment;
  }

  endTest(test: TestSegment, outcome: EndEntry['outcome'], ms: number): void {
    this.settleReads();
    this.leave(test);
    this.#write(test);
    this.#write(this.#outside);
    this.#sink.add({ t: 'end', execution: test.owner.execution, outcome, ms }, true);
    this.#writeSoon();
  }

  /** What began as a test is none, but has tests within it. */
  endGroup(test: TestSegment): void {
    this.leave(test);
    this.#write(test);
    this.#sink.add({ t: 'group', execution: test.owner.execution }, true);
    this.#writeSoon();
  }

  /** For runners whose tests overlap with what is around them. */
  separate(): void {
    this.#contexts.watch();
  }

  /** Hooks that run once for a group of tests. */
  suite(file: string, titles: readonly string[]): SuiteSegment {
    const key = JSON.stringify([file, titles]);
    const known = this.#suites.get(key);
    if (known !== undefined) return known;
    const suite = this.#suites.size;
    this.#sink.add({ t: 'suite', suite, file, titles }, true);
    const segment: SuiteSegment = new OpenSegment({ kind: 'suite', suite }, null);
    this.#suites.set(key, segment);
    this.#files.set(segment, file);
    return segment;
  }

  /**
   * What comes now, until `leave` or `endTest`, belongs to a test or suite. Tests that overlap are told apart when the
   * runner is `separable`: it runs all functions of tests by `inside`.
   */
  enter(segment: TestSegment | SuiteSegment, separable = false): void {
    this.#isResting = false;
    this.endLoadsFrom(0);
    this.#contexts.enter(segment, segment.within, separable);
  }

  /** For who runs a function of a test or suite that was entered. */
  inside(segment: TestSegment | SuiteSegment): Inside {
    return this.#contexts.inside(segment);
  }

  beginStretch(segment: TestSegment | SuiteSegment): Stretch {
    return this.#contexts.beginStretch(segment);
  }

  endStretch(stretch: Stretch): void {
    this.#contexts.endStretch(stretch);
  }

  /** The function of a test has returned to code that belongs to another. */
  goOnIn(segment: TestSegment): void {
    this.#contexts.goOnIn(segment);
  }

  leave(segment: TestSegment | SuiteSegment): void {
    this.#clock.flush();
    this.#contexts.leave(segment);
    if (segment.owner.kind === 'suite') this.#write(segment);
  }

  /** The test that runs now, if one does. */
  get currentTest(): number | null {
    const { owner } = this.#contexts.context;
    return owner.kind === 'test' ? owner.execution : null;
  }

  get hasBegunTests(): boolean {
    return this.#executions > 0;
  }

  /** Whether a test runs, or what tests have in common. */
  get isRunningTests(): boolean {
    return this.#contexts.context.owner.kind !== 'process';
  }

  /** What modules read that stay for other files counts for all. */
  get reader(): Reader {
    const { owner } = this.#contexts.context;
    const suite = owner.kind === 'suite' && (!this.modulesStay || this.#contexts.loadDepth === 0) ? owner.suite : null;
    return { execution: this.currentTest, suite };
  }

  /** Files that an import would have found, had they been there. */
  #lookFor(from: string, specifier: string): void {
    for (const path of this.lookedFor(from, specifier)) this.imported(from, path);
  }

  /** One module was seen to import another; paths as in `module`. */
  imported(from: string, to: string): void {
    this.#imported.add(to);
    this.#once({ t: 'import', from, to });
  }

  /** Whether a module of the project was seen to import what is at a path. */
  isImported(path: string): boolean {
    return this.#imported.has(path);
  }

  importedPackage(from: string, name: string): void {
    this.#once({ t: 'package', from, name });
  }

  /** A file that is no module was read or looked for. */
  read(path: string, { execution, suite } = this.reader): void {
    if (this.#isResting && execution === null) return;
    this.#once({ t: 'read', path, execution, suite });
  }

  readVariable(name: string): void {
    const entry = this.#variableEntry(name);
    this.#variables.add(variableKey(entry));
    this.#once(entry);
  }

  /** Whether it is known already that what runs now has read it. */
  hasReadVariable(name: string): boolean {
    return this.#variables.has(variableKey(this.#variableEntry(name)));
  }

  #variableEntry(name: string): VariableEntry {
    return { t: 'variable', name, ...this.#asker };
  }

  /** The text of a function that consists of these was asked for; by whom is looked up the first time. */
  readText(functions: readonly number[], isMeant: () => boolean): void {
    const entry: Entry = { t: 'text', functions, ...this.#asker };
    if (!this.#said.has(JSON.stringify(entry)) && isMeant()) this.#once(entry);
  }

  /** What is read while a module is loaded counts for all who load it. */
  get #asker(): Pick<VariableEntry, 'execution' | 'suite' | 'module'> {
    const { loading } = this.#contexts;
    if (loading?.owner.kind === 'load') return { execution: null, suite: null, module: loading.owner.path };
    const { execution, suite } = this.reader;
    return { execution, suite, module: null };
  }

  note(kind: 'not-instrumented', message: string): void {
    this.#once({ t: 'note', kind, message });
  }

  /** Writes all that is known; `close` says that the process ends in order. */
  flush(): void {
    this.#clock.flush();
    this.#write(this.#outside);
    for (const suite of this.#suites.values()) this.#write(suite);
    for (const segment of this.#contexts.open) this.#write(segment);
    this.#sink.flush();
  }

  /** Nothing runs until the runner has more to do, if ever. */
  rest(): void {
    this.settleReads();
    this.#isResting = true;
    this.flush();
    this.#sink.add({ t: 'rest' });
  }

  /** For what may be ended without a turn to write: each function is written when it first runs. */
  writeFirsts(): void {
    this.#clock.onFirst = () => this.flush();
  }

  close(code: number): void {
    this.flush();
    this.#sink.add({ t: 'exit', code });
  }

  #once(entry: Entry): void {
    const key = JSON.stringify(entry);
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#sink.add(entry, !this.writesAtOnce);
  }

  #mixed(segments: readonly OpenSegment[]): void {
    const executions = segments.flatMap(({ owner }) => (owner.kind === 'test' ? [owner.execution] : []));
    if (executions.length > 1) this.#sink.add({ t: 'together', executions }, true);
  }

  /** Mostly the next test begins at once, and both lines are written together. */
  #writeSoon(): void {
    if (this.writesAtOnce) this.#sink.flush();
    else if (!this.#isWritingSoon) {
      this.#isWritingSoon = true;
      later(() => {
        this.#isWritingSoon = false;
        this.#sink.flush();
      }, soon).unref();
    }
  }

  #write(segment: OpenSegment): void {
    const entry = segment.take();
    if (entry !== null) this.#sink.add(entry, true);
  }
}

/** For an event that nobody keeps in mind. */
function nothing(): void {}

function variableKey({ name, execution, suite, module }: VariableEntry): string {
  return `${name} ${execution} ${suite} ${module}`;
}
