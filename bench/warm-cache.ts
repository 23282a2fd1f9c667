import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { both, middle, stageTable, typeCheck, type Timing } from './cold';
import { typescript6 } from './compilers';
import { markdownTable, ratio } from './markdown-table';
import { repositoryRoot } from './repository-root';
import { runProcess } from './run-process';
import type { Stage } from './stopwatch';
import type { Workspace } from './workspace';

interface Scripts {
  readonly cli: string;
  readonly change: string;
}

/** One line of a file, and what it becomes. */
interface Edit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** A package with its sources, and edits of three of its files. */
interface Subject {
  readonly name: string;
  readonly first: Edit;
  /** Arithmetic or a condition: what pointer analysis sees stays the same. */
  readonly plain: Edit;
  /** New functions and calls: pointers are solved anew. */
  readonly pointers: Edit;
}

const subjects: readonly Subject[] = [
  {
    name: 'rxjs',
    first: {
      path: 'src/internal/operators/map.ts',
      from: 'project.call(thisArg, value, index++)',
      to: 'project.call(thisArg, value, ++index)',
    },
    plain: {
      path: 'src/internal/operators/filter.ts',
      from: 'predicate.call(thisArg, value, index++)',
      to: 'predicate.call(thisArg, value, ++index)',
    },
    pointers: {
      path: 'src/internal/operators/skipWhile.ts',
      from: 'return operate((source, subscriber) => {',
      to: 'const more = (x: unknown) => [x]; more(predicate); return operate((source, subscriber) => {',
    },
  },
  {
    name: 'zod',
    first: {
      path: 'src/v4/core/util.ts',
      from: 'if (Math.abs(ratio - roundedRatio) < tolerance) return 0;',
      to: 'if (Math.abs(ratio - roundedRatio) <= tolerance) return 0;',
    },
    plain: {
      path: 'src/v4/core/parse.ts',
      from: 'if (validator.definite === true && _ctx === undefined) return false;',
      to: 'if (validator.definite === true && _ctx !== undefined) return false;',
    },
    pointers: {
      path: 'src/v4/core/regexes.ts',
      from: 'export function nanoidOfLength(length: number): RegExp {',
      to: 'export function nanoidOfLength(length: number): RegExp { const same = (x: object) => [x]; same({ length });',
    },
  },
  {
    name: 'effect',
    first: {
      path: 'src/Duration.ts',
      from: '(absolute % denominator * bigint2 >= denominator ?',
      to: '(absolute % denominator * bigint2 > denominator ?',
    },
    plain: {
      path: 'src/Number.ts',
      from: 'return Math.max(nextPow < n ? nextPow * 2 : nextPow, 2)',
      to: 'return Math.max(nextPow <= n ? nextPow * 2 : nextPow, 2)',
    },
    pointers: {
      path: 'src/Cron.ts',
      from: 'const formatSegment = (values: ReadonlySet<number>): string => {',
      to: 'const formatSegment = (values: ReadonlySet<number>): string => { const same = (x: object) => [x]; same(values);',
    },
  },
];

type Measured = 'cold' | 'plain' | 'pointers' | 'compiler' | 'compilerAgain';

/** The main job from its command line: the first time in a repository, and again after an edit of one more file. */
export function measureWarmCache(
  workspace: Workspace,
  scripts: Scripts,
  packages: readonly string[],
  runs: number,
): string {
  const wanted = subjects.filter(({ name }) => packages.includes(name));
  return wanted.map((subject) => measureSubject(workspace, scripts, subject, runs)).join('\n\n');
}

function measureSubject(workspace: Workspace, scripts: Scripts, subject: Subject, runs: number): string {
  const project = repositoryOf(workspace, subject.name);
  const times: Record<Measured, Timing[]> = { cold: [], plain: [], pointers: [], compiler: [], compilerAgain: [] };
  for (let run = 0; run < runs; run++) {
    process.stderr.write(`cache, ${subject.name}, run ${run + 1} of ${runs} …\n`);
    reset(project);
    const cache = mkdtempSync(join(workspace.root, 'cache-'));
    const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'tsbuildinfo')];
    edit(project, subject.first);
    times.cold.push(wingbeat(scripts.cli, project, cache));
    times.compiler.push(typeCheck(typescript6, project, incremental));
    edit(project, subject.plain);
    times.plain.push(wingbeat(scripts.cli, project, cache));
    times.compilerAgain.push(typeCheck(typescript6, project, incremental));
    edit(project, subject.pointers);
    times.pointers.push(wingbeat(scripts.cli, project, cache));
    rmSync(cache, { recursive: true });
  }
  const cold = middle(times.cold);
  const compiler = middle(times.compiler);
  const row = (name: string, timing: Timing): string[] => [
    name,
    both(timing),
    ratio(timing.cpuMs / cold.cpuMs),
    ratio(timing.cpuMs / compiler.cpuMs),
  ];
  const table = markdownTable(
    [`${subject.name}, one file edited`, 'seconds#', 'to our first run#', `to ${typescript6.name}#`],
    [
      row('wingbeat, first run', cold),
      row('wingbeat, again, arithmetic of one more file edited', middle(times.plain)),
      row('wingbeat, again, a function and a call added to one more file', middle(times.pointers)),
      row(`${typescript6.name} --incremental, first run`, compiler),
      row(`${typescript6.name} --incremental, again, one more file edited`, middle(times.compilerAgain)),
    ],
  );
  return [table, stagesOf(workspace, scripts.change, project, subject)].join('\n\n');
}

function repositoryOf(workspace: Workspace, name: string): string {
  const project = workspace.copyOf(`history-${name}`, join(repositoryRoot, 'node_modules', name, 'src'));
  rmSync(join(project, 'node_modules')); // the cache belongs to this project, and the sources import no package
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: project, stdio: 'ignore' });
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', name);
  return project;
}

function reset(project: string): void {
  execFileSync('git', ['checkout', '--quiet', '--', '.'], { cwd: project });
}

function edit(project: string, { path, from, to }: Edit): void {
  const file = join(project, path);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not hold "${from}"`);
  writeFileSync(file, text.replace(from, to));
}

function wingbeat(cli: string, project: string, cache: string): Timing {
  // Comparing what both versions do takes as long as it is given, with and without a cache.
  const run = runProcess([process.execPath, cli, '--format', 'json', '--quiet', '--no-behaviour'], {
    cwd: project,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  if (run.exitCode !== 0) throw new Error(`wingbeat exited with ${run.exitCode}:\n${run.stderr}`);
  const changed = (JSON.parse(run.stdout) as { functions: readonly unknown[] }).functions.length;
  if (changed === 0) throw new Error('wingbeat saw no changed function');
  return { wallMs: run.wallMs, cpuMs: run.cpuMs };
}

function stagesOf(workspace: Workspace, script: string, project: string, subject: Subject): string {
  const cache = mkdtempSync(join(workspace.root, 'cache-'));
  const stages = (): readonly Stage[] => {
    const run = runProcess([process.execPath, script, project], { env: { ...process.env, XDG_CACHE_HOME: cache } });
    if (run.exitCode !== 0) throw new Error(run.stderr);
    return (JSON.parse(run.stdout) as { stages: readonly Stage[] }).stages;
  };
  reset(project);
  edit(project, subject.first);
  const first = stages();
  edit(project, subject.plain);
  const plain = stages();
  edit(project, subject.pointers);
  return stageTable([
    { name: 'first run', stages: first },
    { name: 'again, arithmetic', stages: plain },
    { name: 'again, a call', stages: stages() },
  ]);
}
