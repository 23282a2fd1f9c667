import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collect } from '#trace/collect';
import { bareClasses, type Execution, type Recording, type TestCase } from '#trace/recording';
import type { Runner, TraceMode, WatchedFunctions } from '#trace/runner';

export interface RecordedRun {
  readonly recording: Recording;
  readonly status: number | null;
  readonly output: string;
  /** Of processes and threads that ran the project's code, how many let their modules pass hooks; and how many did not. */
  readonly hooked: number;
  readonly unhooked: number;
  /** How many of all let their modules pass hooks. */
  readonly hooks: number;
  /** Functions that ran for a test, as `path:name` with the name that stands in the source, loading left out. */
  functionsOf(title: string): string[];
  loadedFunctionsOf(path: string): string[];
  /** Functions whose text may have been asked for in a test, of the module of a path: which module it was is not known. */
  textsOf(title: string, path: string): string[];
  loadedTextsOf(loading: string, path: string): string[];
  test(title: string): Execution;
}

/** Makes a project of some files, runs its tests recorded, and removes it. */
export function recordProject(
  runner: Runner,
  files: Readonly<Record<string, string>>,
  options: {
    readonly command?: readonly string[];
    readonly only?: readonly TestCase[];
    readonly mode?: TraceMode;
    readonly watched?: WatchedFunctions;
    readonly knownTests?: (file: string) => readonly TestCase[];
    /** The folder of installed packages; that of this repository when not said. */
    readonly packages?: string;
  } = {},
): RecordedRun {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'wingbeat-trace-project-')));
  try {
    for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const installed = fileURLToPath(new URL('../../node_modules', import.meta.url));
    symlinkSync(options.packages ?? installed, join(root, 'node_modules'));
    return record(runner, root, files, options);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function record(
  runner: Runner,
  root: string,
  files: Readonly<Record<string, string>>,
  { command, only, mode, watched, knownTests }: Parameters<typeof recordProject>[2] & object,
): RecordedRun {
  const folder = join(root, '.journals');
  const plan = runner.plan({
    root,
    folder,
    command: command ?? null,
    only: only ?? null,
    mode: mode ?? 'after',
    ...(watched === undefined ? {} : { watched }),
    ...(knownTests === undefined ? {} : { knownTests }),
  });
  const [program = '', ...args] = plan.command;
  const settings = JSON.parse(plan.env['WINGBEAT_TRACE'] ?? '{}') as Record<string, unknown>;
  // Runners write no snapshots where they think that nobody looks at them.
  const { NODE_TEST_CONTEXT: _, VITEST: __, CI: ___, ...inherited } = process.env;
  const env = {
    ...inherited,
    ...plan.env,
    WINGBEAT_TRACE: JSON.stringify({ ...settings, cache: join(root, '.cache') }),
  };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: plan.cwd, env, encoding: 'utf8' });
  const hooks = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-loader.jsonl')) : [];
  const ran = existsSync(folder) ? withModules(folder) : [];
  const hooked = ran.filter((id) => hooks.includes(`${id}-loader.jsonl`)).length;
  const recording = collect(folder);
  const test = (title: string): Execution => {
    const found = recording.executions.find((e) => e.test.titles.join(' > ') === title);
    if (found === undefined) throw new Error(`no test ${title} in:\n${stdout}${stderr}`);
    return found;
  };
  const names = (segments: readonly number[]): string[] =>
    [...new Set(segments.flatMap((i) => [...(recording.segments[i]?.functions ?? [])]))]
      .map((fn) => nameOf(recording, files, fn))
      .toSorted();
  const texts = (numbers: readonly number[] | undefined, path: string): string[] =>
    (numbers ?? [])
      .filter((fn) => fn !== bareClasses)
      .map((fn) => nameOf(recording, files, fn))
      .filter((name) => name.startsWith(`${path}:`))
      .map((name) => name.slice(path.length + 1))
      .toSorted();
  return {
    recording,
    status,
    output: stdout + stderr,
    hooked,
    unhooked: ran.length - hooked,
    hooks: hooks.length,
    test,
    functionsOf: (title) => names(test(title).segments),
    textsOf: (title, path) => texts(test(title).texts, path),
    loadedTextsOf: (loading, path) => texts(recording.modules.find((m) => m.path === loading)?.texts, path),
    loadedFunctionsOf: (path) => names(recording.modules.flatMap((m) => (m.path === path ? m.loads : []))),
  };
}

/** Processes and threads that ran code with probes. */
function withModules(folder: string): string[] {
  const journals = readdirSync(folder).filter((name) => name.endsWith('.jsonl') && !name.endsWith('-loader.jsonl'));
  return journals
    .filter((name) => readFileSync(join(folder, name), 'utf8').includes('{"t":"module"'))
    .map((name) => name.replace(/\.jsonl$/, ''));
}

function nameOf({ modules }: Recording, files: Readonly<Record<string, string>>, fn: number): string {
  const module = modules.findLast(({ firstFunction }) => firstFunction <= fn);
  const found = module?.functions[fn - module.firstFunction];
  if (module === undefined || found === undefined) throw new Error(`no function ${fn}`);
  const text = files[module.path] ?? '';
  const before = text.slice(0, found.start);
  const declared = /^(?:async )?function\*? ?(\w*)/.exec(text.slice(found.start))?.[1];
  const assigned = /(\w+)(?: = |\(['"][^'"]*['"], (?:\{.*\}, )?)?(?:async )?$/.exec(before)?.[1];
  const name = found.kind === 'module' || found.kind === 'fields' ? `<${found.kind}>` : (declared ?? assigned ?? '?');
  return `${module.path}:${name}`;
}
