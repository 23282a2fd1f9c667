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

/** One line of a file of rxjs, and what it becomes. */
interface Edit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

const firstEdit: Edit = {
  path: 'src/internal/operators/map.ts',
  from: 'project.call(thisArg, value, index++)',
  to: 'project.call(thisArg, value, ++index)',
};
const secondEdit: Edit = {
  path: 'src/internal/operators/filter.ts',
  from: 'predicate.call(thisArg, value, index++)',
  to: 'predicate.call(thisArg, value, ++index)',
};

/** The main job from its command line: the first time in a repository, and again after an edit of one more file. */
export function measureWarmCache(workspace: Workspace, scripts: Scripts, runs: number): string {
  const project = repositoryOfRxjs(workspace);
  const times: Record<'cold' | 'warm' | 'compiler' | 'compilerAgain', Timing[]> = {
    cold: [],
    warm: [],
    compiler: [],
    compilerAgain: [],
  };
  for (let run = 0; run < runs; run++) {
    process.stderr.write(`cache, run ${run + 1} of ${runs} …\n`);
    reset(project);
    const cache = mkdtempSync(join(workspace.root, 'cache-'));
    const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'tsbuildinfo')];
    edit(project, firstEdit);
    times.cold.push(wingbeat(scripts.cli, project, cache));
    times.compiler.push(typeCheck(typescript6, project, incremental));
    edit(project, secondEdit);
    times.warm.push(wingbeat(scripts.cli, project, cache));
    times.compilerAgain.push(typeCheck(typescript6, project, incremental));
    rmSync(cache, { recursive: true });
  }
  const cold = middle(times.cold);
  const warm = middle(times.warm);
  const compiler = middle(times.compiler);
  const again = middle(times.compilerAgain);
  const row = (name: string, timing: Timing): string[] => [
    name,
    both(timing),
    ratio(timing.cpuMs / cold.cpuMs),
    ratio(timing.cpuMs / compiler.cpuMs),
  ];
  const table = markdownTable(
    ['rxjs, one file edited', 'seconds#', 'to our first run#', `to ${typescript6.name}#`],
    [
      row('wingbeat, first run', cold),
      row('wingbeat, second run, one more file edited', warm),
      row(`${typescript6.name} --incremental, first run`, compiler),
      row(`${typescript6.name} --incremental, second run, one more file edited`, again),
    ],
  );
  return [table, stagesOf(workspace, scripts.change, project)].join('\n\n');
}

function repositoryOfRxjs(workspace: Workspace): string {
  const project = workspace.copyOf('history', join(repositoryRoot, 'node_modules', 'rxjs', 'src'));
  rmSync(join(project, 'node_modules')); // the cache belongs to this project, and rxjs imports no package
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@localhost', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...identity, ...args], { cwd: project, stdio: 'ignore' });
  };
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'rxjs');
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
  const run = runProcess([process.execPath, cli, '--format', 'json', '--quiet'], {
    cwd: project,
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  if (run.exitCode !== 0) throw new Error(`wingbeat exited with ${run.exitCode}:\n${run.stderr}`);
  const changed = (JSON.parse(run.stdout) as { functions: readonly unknown[] }).functions.length;
  if (changed === 0) throw new Error('wingbeat saw no changed function');
  return { wallMs: run.wallMs, cpuMs: run.cpuMs };
}

function stagesOf(workspace: Workspace, script: string, project: string): string {
  const cache = mkdtempSync(join(workspace.root, 'cache-'));
  const stages = (): readonly Stage[] => {
    const run = runProcess([process.execPath, script, project], { env: { ...process.env, XDG_CACHE_HOME: cache } });
    if (run.exitCode !== 0) throw new Error(run.stderr);
    return (JSON.parse(run.stdout) as { stages: readonly Stage[] }).stages;
  };
  reset(project);
  edit(project, firstEdit);
  const first = stages();
  edit(project, secondEdit);
  return stageTable([
    { name: 'first run', stages: first },
    { name: 'second run', stages: stages() },
  ]);
}
