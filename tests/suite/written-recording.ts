import { createHash } from 'node:crypto';
import { loadProgram } from '#ir/load-program';
import { openTexts } from '#project/text-snapshot';
import type { KeptRecording } from '#suite/kept-recording';
import type { Execution, RecordedModule, Segment } from '#trace/recording';

/** What one test runs: names of functions, `src/a.ts#f`; module bodies run with what imports them. */
export interface WrittenTestRun {
  readonly file: string;
  readonly titles: readonly string[];
  readonly runs: readonly string[];
  /** What ran once for the group that it is in; tests with the same list share it. */
  readonly around?: readonly string[];
  readonly reads?: readonly string[];
  readonly outcome?: Execution['outcome'];
  readonly runner?: string;
  /** Functions whose text it asks for; where one test says so, that is known of all. */
  readonly texts?: readonly string[];
}

/**
 * A recording written down by hand; every module runs its body, and the functions listed under its path, when it is loaded. Those of the folder
 * `unused`, which must come last, are not loaded.
 */
export function writtenRecording(
  texts: Readonly<Record<string, string>>,
  tests: readonly WrittenTestRun[],
  atLoad: Readonly<Record<string, readonly string[]>> = {},
  textsAtLoad: Readonly<Record<string, readonly string[]>> = {},
): KeptRecording {
  const { program } = loadProgram(openTexts('/project', texts));
  const segments: Segment[] = [];
  const numbers = new Map<string, number>();
  let next = 0;
  const firsts = program.modules.map((module, m) => {
    const first = next;
    // A class without a constructor has none that a probe could be in.
    for (let i = 0; i < module.functions.count; i++) numbers.set(program.nameOf(program.functionAt(m, i)), next++);
    return first;
  });
  const segment = (names: readonly string[]): number => {
    const functions = Uint32Array.from(names.map((name) => numbers.get(name) ?? missing(name))).toSorted();
    const times = Float64Array.from(functions, (_, i) => i + 1);
    segments.push({ process: 0, functions, first: times, last: times });
    return segments.length - 1;
  };
  const isWatched = tests.some((run) => run.texts !== undefined);
  const askedFor = (names: readonly string[] = []): Pick<Execution, 'texts'> =>
    isWatched ? { texts: names.map((name) => numbers.get(name) ?? missing(name)) } : {};
  const loaded = program.modules.filter(({ path }) => !path.startsWith('unused/'));
  const modules = loaded.map((module, m): RecordedModule =>
    Object.assign(askedFor(textsAtLoad[module.path]), {
      path: module.path,
      hash: createHash('sha256')
        .update(texts[module.path] ?? '')
        .digest('hex'),
      firstFunction: firsts[m] ?? 0,
      functions: Array.from({ length: module.functions.count }, (_, i) => ({
        start: module.functions.start[i] ?? 0,
        kind: program.functionKind(program.functionAt(m, i)),
      })),
      loads: [segment([program.nameOf(program.functionAt(m, 0)), ...(atLoad[module.path] ?? [])])],
      imports: [],
      packages: [],
      files: [],
      environment: [],
    }),
  );
  const groups = new Map<readonly string[], number>();
  const around = (names: readonly string[]): number => {
    const made = groups.get(names) ?? segment(names);
    groups.set(names, made);
    return made;
  };
  const executions = tests.map((run): Execution => {
    const { file, titles, runs, around: outer, reads = [], outcome = 'passed', texts: asked, runner = 'vitest' } = run;
    return Object.assign(askedFor(asked), {
      test: { file, titles, ordinal: 0, project: null },
      runner,
      outcome,
      milliseconds: 1,
      segments: [...(outer === undefined ? [] : [around(outer)]), segment(runs)],
      reads,
      environment: [],
      calls: [],
      together: null,
    });
  });
  return {
    recording: { runner: 'vitest', modules, segments, executions, notes: [], ...askedFor() },
    texts: new Map(Object.entries(texts)),
    surroundings: {
      node: process.version,
      read: new Map(),
      configuration: new Map(),
      packages: new Map(),
      tools: new Map(),
      environment: new Map(),
    },
    description: 'a recording',
    branch: 'main',
    commit: null,
    madeAt: 0,
    paths: null,
    command: null,
  };
}

function missing(name: string): never {
  throw new Error(`there is no function ${name}`);
}
