import { tmpdir } from 'node:os';
import { resolve, sep } from 'node:path';
import { threadId } from 'node:worker_threads';
import { watchReads } from './files-read';
import { handDown } from './hand-down';
import { handToThreads } from './hand-to-threads';
import { Journal } from './journal';
import { watchMocha } from './mocha';
import { watchNodeTest } from './node-test';
import { isPackage, ownPath } from './own-path';
import { Recorder } from './recorder';
import type { TraceSettings } from './settings';

const temporary = tmpdir() + sep;

const runtimeName = '__wingbeat__';

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
}

/** Starts recording in this process, before anything of the user's is loaded. */
export function install(settings: TraceSettings): Installed {
  const id = `${process.pid}-${threadId}-${Date.now().toString(36)}`;
  const journal = new Journal(settings.folder, id);
  const recorder = new Recorder(journal);
  const { runner, parent } = settings;
  journal.add({ t: 'process', id, pid: process.pid, runner, parent });
  const own = (path: string): string | null => ownPath(settings.root, path);
  const shown = (path: string): string => own(path) ?? path;
  const mocha = (made: unknown): void => watchMocha(made, recorder, shown);
  Object.defineProperty(globalThis, runtimeName, { value: Object.assign(recorder, { mocha }), configurable: true });
  watchNodeTest(recorder, (test) => shown(test.entryFile ?? process.argv[1] ?? test.loc?.file ?? ''));
  const reads = new PendingRead((path) => {
    const { reader } = recorder;
    return () => recorder.read(shown(path), reader);
  });
  let quiet = 0;
  watchReads((path) => {
    if (quiet > 0) return;
    const absolute = resolve(path);
    // What lies in the folder for temporary files is made by the run itself.
    const isMade = absolute.startsWith(settings.folder) || (absolute.startsWith(temporary) && own(absolute) === null);
    if (!isPackage(absolute) && !isMade) reads.add(absolute);
  });
  const handed = (): TraceSettings => ({ ...settings, parent: { process: id, execution: recorder.currentTest } });
  handDown(handed);
  handToThreads(handed);
  process.on('exit', (code) => {
    reads.settle();
    recorder.close(code);
  });
  const quietly = <T>(body: () => T): T => {
    quiet++;
    try {
      return body();
    } finally {
      quiet--;
    }
  };
  return { recorder, id, own, compiled: (file) => reads.drop(file), quietly };
}

/** A module's file is read right before it is compiled: only the next step tells that it was not read for itself. */
class PendingRead {
  readonly #teller: (path: string) => () => void;
  #pending: { readonly path: string; tell(): void } | null = null;

  /** `teller` is asked at the time of the read, and what it returns called when it is known to be one. */
  constructor(teller: (path: string) => () => void) {
    this.#teller = teller;
  }

  add(path: string): void {
    this.settle();
    const tell = this.#teller(path);
    if (/\.[cm]?[jt]sx?$/.test(path)) this.#pending = { path, tell };
    else tell();
  }

  drop(path: string): void {
    if (this.#pending?.path === path) this.#pending = null;
  }

  settle(): void {
    this.#pending?.tell();
    this.#pending = null;
  }
}
