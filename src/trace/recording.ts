/**
 * What the tests of a project executed, as `record` saw it. Functions are numbered through the recording: function
 * `i` of `modules[m]` is `modules[m].firstFunction + i`. All paths are relative to the root, with `/`.
 */
export interface Recording {
  readonly runner: string;
  readonly modules: readonly RecordedModule[];
  readonly segments: readonly Segment[];
  readonly executions: readonly Execution[];
  readonly notes: readonly RecordingNote[];
  /** Processes that are one when all tests are run, where some tests were run again by themselves. */
  readonly parts?: readonly (readonly number[])[];
  /** With `parts`: tests stand in the order that they have when all are run. */
  readonly isInOrder?: true;
  /** As of executions: what was asked for in processes that no test belongs to. */
  readonly texts?: readonly number[];
}

/** One file of the project that was loaded, as it was written by its author: positions are those of `hash`'s text. */
export interface RecordedModule {
  readonly path: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
  readonly firstFunction: number;
  readonly functions: readonly RecordedFunction[];
  /** Segments of what ran while the module was loaded, one for each time that a process loaded it. */
  readonly loads: readonly number[];
  /** Indexes of modules that it was seen to import. */
  readonly imports: readonly number[];
  /** Names of packages that it was seen to import. */
  readonly packages: readonly string[];
  /** Files that it was seen to import, or to look for, and that are no modules of the recording. */
  readonly files: readonly string[];
  /** Variables of the environment that were read while it was loaded; `*` stands for all. */
  readonly environment: readonly string[];
  /** As of executions: what was asked for while it was loaded. */
  readonly texts?: readonly number[];
  /** Of built code whose functions are recorded as those of its sources. */
  readonly build?: RecordedBuild;
  /** It was seen to be imported by what is no module of the recording, such as a text that Node was given to run. */
  readonly isImportedByOthers?: true;
  /** Of other code that no author wrote: the sources that it was made from, as far as anything tells. */
  readonly madeFrom?: readonly string[];
}

export interface RecordedBuild {
  /** The source whose exports are those of the built file; null where other built files import it, and nothing else. */
  readonly entry: string | null;
  /** All that it was built from, with what that imports. */
  readonly inputs: readonly string[];
}

/**
 * Start and kind find the function of `ir` that this is. The first of a module is its body. A function of `ir` that is
 * not listed could not be watched (constructors that are not written, fields without a value, functions that a
 * compiler left no trace of): it can have run wherever the function that it is written in has run before.
 */
export interface RecordedFunction {
  readonly start: number;
  readonly kind:
    | 'module'
    | 'function'
    | 'arrow'
    | 'method'
    | 'getter'
    | 'setter'
    | 'constructor'
    | 'fields'
    | 'static'
    | 'namespace';
}

/**
 * A stretch of execution: for each function that ran, when it first and last did (EAT's F and L). Times count the
 * events of one process, so segments of one process can be put together by the least first and the greatest last.
 */
export interface Segment {
  readonly process: number;
  /** Ascending. */
  readonly functions: Uint32Array;
  readonly first: Float64Array;
  readonly last: Float64Array;
  /** When paths are recorded, all events in order: `function + 1` for an entry, `-(function + 1)` for a return. */
  readonly trace?: Int32Array;
}

/** One test case that ran, or was passed over. */
export interface Execution {
  readonly test: TestCase;
  /** Who ran it. */
  readonly runner: string;
  readonly outcome: TestOutcome;
  readonly milliseconds: number;
  /** What ran in the test and in its hooks, and in processes that it started. Loading is found through `modules`. */
  readonly segments: readonly number[];
  /** Files other than modules that were read, or looked for: relative to the root where they lie in it. */
  readonly reads: readonly string[];
  /** Variables that it read; `*` stands for all. */
  readonly environment: readonly string[];
  /**
   * Functions whose text may have been asked for, by themselves or with a function that they are written in: of each text it is known which
   * functions of a module it consists of, and not of which module. Absent where nobody watched.
   */
  readonly texts?: readonly number[];
  /** Of functions that were asked about. One that ran, and is not here, was not asked about. */
  readonly calls: readonly FunctionCalls[];
  /** Tests that ran at the same time and could not be told apart have this in common. */
  readonly together: number | null;
}

/** Stands, among functions whose text was asked for, for all classes without a probe in their text. */
export const bareClasses = -1;

/** What a function was called with in a test. */
export interface FunctionCalls {
  readonly fn: number;
  /** Those that are different, as `encodeCall` writes them. */
  readonly inputs: readonly string[];
  /** Whether these are all. */
  readonly complete: boolean;
}

export type TestOutcome = 'passed' | 'failed' | 'skipped' | 'todo' | 'timed-out' | 'crashed';

export interface TestCase {
  readonly file: string;
  /** Titles from the outermost suite to the test. */
  readonly titles: readonly string[];
  /** Counts tests of one file with the same titles, as rows of a parameterised test may have. */
  readonly ordinal: number;
  /** The project of a workspace that ran it, where the runner has such. */
  readonly project: string | null;
}

export interface RecordingNote {
  readonly kind: 'together' | 'not-instrumented' | 'lost-process' | 'unreadable';
  readonly message: string;
}
