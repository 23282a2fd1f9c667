import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, MessagePort, parentPort, threadId } from 'node:worker_threads';
import type { WriteCall } from './call-log';
import type { Reader } from './entry';
import { callingFiles } from './files-on-stack';
import { watchReads } from './files-read';
import { handDown, type Told } from './hand-down';
import { Journal } from './journal';
import { missingFiles } from './missing-files';
import { watchMocha } from './mocha';
import { allVariables } from './watched-environment';
import { watchEnvironment, type EnvironmentWatch, type Readers } from './watch-environment';
import { runsFileOfTests, watchNodeTest } from './node-test';
import { isPackage, ownPath } from './own-path';
import { hasEnding, isSource, PendingReads } from './pending-reads';
import { Recorder } from './recorder';
import { replaceMethod } from './replace-method';
import type { TraceSettings } from './settings';
import { watchTexts } from './watch-texts';
import { writeWhenStopped } from './write-when-stopped';

// Held here, as it is replaced by one that tells of being asked.
const exists = existsSync;

const temporary = tmpdir() + sep;

/** Looks up and reads modules long before they are compiled: compilers read other files meanwhile. */
const nodesLoader = 'node:internal/modules/';

const runtimeName = '__wingbeat__';

const mostPlaces = 10_000;

/** Those of the recorder, and who asks it. */
const nearFrames = 8;

/** Of runners that make texts of the functions of tests and hooks: to show them, or to find what they want handed in. */
const runnersFiles = /[\\/]node_modules[\\/](?:mocha|vitest|@vitest[\\/]runner|jest-circus)[\\/]/;

/** What the global variable of instrumented modules holds. */
export interface Installed {
  readonly recorder: Recorder;
  /** Name of this process, or of this thread of it, among the journals. */
  readonly id: string;
  /** Path relative to the root with `/`, or null for what is not the project's own. */
  own(path: string): string | null;
  /** A file that was just read is a module. */
  compiled(file: string): void;
  /** Does something for the runner: files that it reads now are not read by a test. */
  quietly<T>(body: () => T): T;
  /** Does something when the process ends, after all is written. */
  atEnd(body: () => void): void;
  readonly environment: EnvironmentWatch;
  readonly known: KnownOfRunner;
}

/** What adapters find out about the runner. */
export interface KnownOfRunner {
  /** As in the settings, for processes and threads that this one starts from now on. */
  vitest(): string | null;
  /** Whether code reads files for the runner itself. */
  readsForItself(file: string): boolean;
  /** Whether nothing of the project has run in this process, for one that runs no tests. */
  isAlone(): boolean;
  /** Whether tests of a file are to be run, where the runner is given more files than were asked for. */
  runsTestsOf(file: string): boolean;
  /** Whether one of them is. */
  runsTest(file: string, titles: readonly string[]): boolean;
  /** Vitest is about to load tests. */
  begins(): void;
  /** Vitest will have Node load modules that may be the project's, or that are to be put something in the place of. */
  loadsModules(): void;
}

/** Starts recording in this process, before anything of the user's is loaded. */
export function install(settings: TraceSettings, writeCall: WriteCall): Installed {
  const id = `${process.pid}-${threadId}-${Date.now().toString(36)}`;
  const journal = new Journal(settings.folder, id);
  const recorder = new Recorder(journal, writeCall);
  const { runner, parent } = settings;
  journal.add({ t: 'process', id, pid: process.pid, thread: threadId, runner, parent });
  const places = new Map<string, string | null>();
  const own = (path: string): string | null => {
    const known = places.get(path);
    if (known !== undefined) return known;
    const place = ownPath(settings.root, path);
    // What a path that is not absolute means can change.
    if (isAbsolute(path) && places.size < mostPlaces) places.set(path, place);
    return place;
  };
  const shown = (path: string): string => own(path) ?? path;
  const isRun = (file: string): boolean => file === '' || known.runsTestsOf(file);
  const isTestRun = (file: string, titles: readonly string[]): boolean => file === '' || known.runsTest(file, titles);
  const mocha = (made: unknown, main: unknown): void =>
    watchMocha({ runner: made, main }, recorder, { relative: shown, isRun, isTestRun });
  Object.defineProperty(globalThis, runtimeName, { value: Object.assign(recorder, { mocha }), configurable: true });
  const isOfFile = runsFileOfTests(process.env);
  const [, main] = process.argv;
  watchNodeTest({
    recorder,
    program: isMainThread && isOfFile && parent?.ofTests !== true && main !== undefined ? shown(main) : null,
    fileOf: (test) => shown(test.entryFile ?? main ?? test.loc?.file ?? ''),
  });
  const cwd = process.cwd();
  recorder.lookedFor = (from, specifier) => {
    const request = specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier;
    const atPath = missingFiles(resolve(settings.root, from), request);
    // Vite takes such paths for those from its root on.
    const files = request.startsWith('/') ? [...atPath, ...missingFiles(join(cwd, 'any'), `.${request}`)] : atPath;
    const found = files.find((file) => exists(file));
    // Who loads modules tells of them; of data, not all do, and only when it is imported for the first time.
    const told = found === undefined ? files : isSource(found) || !hasEnding(found) ? [] : [found];
    return told.flatMap((file) => own(file) ?? []);
  };
  const reads = new PendingReads(
    () => recorder.reader,
    (path, reader) => recorder.read(shown(path), reader),
  );
  recorder.settleReads = () => reads.settle();
  const known: KnownOfRunner = {
    vitest: () => null,
    readsForItself: never,
    isAlone: () => false,
    runsTestsOf: () => true,
    runsTest: () => true,
    begins: nothing,
    loadsModules: nothing,
  };
  const isRunnersOwn = (by: CallableFunction): boolean => {
    if (known.readsForItself === never) return false;
    const caller = readersOnStack(recorders, 1, by)[0] ?? readersOnStack(recorders, nearFrames)[0];
    return caller !== undefined && known.readsForItself(caller);
  };
  const recorders = dirname(fileURLToPath(settings.preload));
  const modules = new Set<string>();
  const ours = settings.cache === null ? [settings.folder] : [settings.folder, settings.cache];
  const isOfTest = parent !== null && parent.execution !== null;
  let quiet = 0;
  let hasOwnCode = false;
  const isAlone = (): boolean => !hasOwnCode && known.isAlone();
  watchReads(({ path, asked, isNative }, by) => {
    if (quiet > 0 || (isPackage(path) && !path.includes('..')) || isAlone()) return;
    const absolute = resolve(path);
    // A module that is loaded already is looked up again by everyone who requires it.
    if (asked === 'place' && modules.has(absolute)) return;
    // That folders around the project are there is no news.
    if (asked === 'place' && settings.root.startsWith(absolute.endsWith(sep) ? absolute : absolute + sep)) return;
    // What lies in the folder for temporary files is made by the run itself, and maps of code in the cache by us.
    const isMade = ours.some((folder) => absolute.startsWith(folder));
    if (isPackage(absolute) || isMade || (absolute.startsWith(temporary) && own(absolute) === null)) return;
    // Runners look for files of their own accord; outside of tests a read counts only when the project's code asks for it.
    // A program that a test starts may read the project for it without any code of the project: a compiler, a package manager.
    const isForTest = isOfTest && own(absolute) !== null;
    const isMeant = isForTest || recorder.isRunningTests || recorder.loadDepth > 0 || isAskedByOwn(own);
    if (!isMeant || isRunnersOwn(by)) return;
    if (isNative && own(readersOnStack(recorders, 1, by)[0] ?? '') === null) return;
    const isData = absolute.endsWith('.json');
    const isOfLoader = (isOfTest || isData) && readersOnStack(recorders, 1, by)[0]?.startsWith(nodesLoader) === true;
    // Data that a module imports counts for those who load the module, and not for all who share its process. Where it lies is asked before.
    const isImport = isData && isOfLoader && (asked === 'place' || recorder.isImported(shown(absolute)));
    if (isImport && isOfNobody(recorder.reader)) return;
    reads.add(absolute, isOfLoader);
  });
  // Runners look at functions that they are given to run; who edits one of these edits what runs.
  watchTexts((functions, by) => {
    recorder.readText(functions, () => {
      const asking = readersOnStack(recorders, nearFrames, by)[0];
      return asking === undefined || !runnersFiles.test(asking);
    });
  });
  const spawnedWith: Told = {
    file(path) {
      const shownPath = own(path);
      if (shownPath !== null && recorder.isRunningTests) recorder.read(shownPath);
    },
    unwatched: (env) => environment.unwatched(env),
    variables() {
      if (recorder.isRunningTests) recorder.readVariable(allVariables);
    },
  };
  const readers: Readers = (most, below) => (!isOfTest && isAlone() ? [] : readersOnStack(recorders, most, below));
  const environment = watchEnvironment(recorder, own, readers, isOfTest);
  const handed = (program: string | null): TraceSettings => {
    const { currentTest: execution } = recorder;
    const ofTests = execution !== null || isOfFile || parent?.ofTests === true;
    return { ...settings, vitest: known.vitest(), program, parent: { process: id, execution, ofTests } };
  };
  handDown(handed, spawnedWith);
  flushBeforeMessages(recorder);
  const last: (() => void)[] = [];
  process.on('exit', (code) => {
    reads.settleAll();
    recorder.close(code);
    for (const body of last) body();
  });
  if (parent !== null) writeOften(recorder, settings);
  const compiled = (file: string): void => {
    hasOwnCode ||= own(file) !== null;
    modules.add(file);
    reads.drop(file);
  };
  const quietly = <T>(body: () => T): T => {
    quiet++;
    try {
      return body();
    } finally {
      quiet--;
    }
  };
  const atEnd = (body: () => void): void => void last.push(body);
  return { recorder, id, own, compiled, quietly, atEnd, environment, known };
}

function nothing(): void {}

function never(): boolean {
  return false;
}

/** Who gets the message of a thread may end it at once. */
function flushBeforeMessages(recorder: Recorder): void {
  if (isMainThread || parentPort === null) return;
  const post: unknown = Reflect.get(MessagePort.prototype, 'postMessage');
  if (typeof post !== 'function') return;
  replaceMethod(MessagePort.prototype, 'postMessage', function (this: unknown, ...args: unknown[]) {
    if (this === parentPort) recorder.flush();
    return Reflect.apply(post, this, args) as unknown;
  });
}

/** Files of the code on the stack, nearest first, but for the recorder's, which lie in a folder; Node's own begin with `node:`. */
function readersOnStack(folder: string, most: number, below?: CallableFunction): readonly string[] {
  const files = callingFiles(most, below) ?? [];
  const first = files.findIndex((file) => !file.startsWith(folder));
  return first < 0 ? [] : files.slice(first);
}

function isOfNobody({ execution, suite }: Reader): boolean {
  return execution === null && suite === null;
}

/** Does code of the project stand on the stack? */
function isAskedByOwn(own: (path: string) => string | null): boolean {
  return callingFiles()?.some((file) => !file.startsWith('node:') && own(file) !== null) ?? true;
}

/** Processes that tests start are often stopped from outside, threads always are: what they saw must be written by then. */
function writeOften(recorder: Recorder, { parent }: TraceSettings): void {
  recorder.writesAtOnce = true;
  setInterval(() => recorder.flush(), 50).unref();
  if (threadId !== 0) return;
  // Signals are handled when the program lets go: one that a test stops for not letting go would never end.
  if (parent?.ofTests === true) recorder.writeFirsts();
  else writeWhenStopped(recorder);
}
