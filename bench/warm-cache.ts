import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { both, middle, stageTable, typeCheck, type Timing } from './cold';
import { typescript6 } from './compilers';
import { markdownTable, ratio } from './markdown-table';
import { repositoryRoot } from './repository-root';
import { runProcess, type Run } from './run-process';
import type { Stage } from './stopwatch';
import { editKinds, warmSubjects, type Edit, type EditKind, type WarmSubject } from './warm-subjects';
import type { Workspace } from './workspace';

interface Scripts {
  readonly cli: string;
  readonly graph: string;
}

/** From the sources to the dependence graph, and the whole command with its result. */
interface Measured {
  readonly graph: GraphRun[];
  readonly command: Timing[];
}

interface GraphRun extends Timing {
  readonly stages: readonly Stage[];
}

const kinds = Object.keys(editKinds) as EditKind[];

/**
 * The first run in a repository, with an empty cache that it fills, and a second run after an edit of one more file. Each is
 * a process of its own, and every edit is made to the sources and the cache that the first run saw and left.
 */
export function measureWarmCache(
  workspace: Workspace,
  scripts: Scripts,
  packages: readonly string[],
  { runs, check }: { readonly runs: number; readonly check: boolean },
): string {
  const wanted = warmSubjects.filter(({ name }) => packages.includes(name));
  return wanted.map((subject) => measureSubject(workspace, scripts, subject, runs, check)).join('\n\n');
}

function measureSubject(
  workspace: Workspace,
  scripts: Scripts,
  subject: WarmSubject,
  runs: number,
  check: boolean,
): string {
  const project = repositoryOf(workspace, subject.name);
  const first: Measured = { graph: [], command: [] };
  const again = new Map<EditKind, Measured>(kinds.map((kind) => [kind, { graph: [], command: [] }]));
  for (let run = 0; run < runs; run++) {
    process.stderr.write(`cache, ${subject.name}, run ${run + 1} of ${runs} …\n`);
    const caches = { graph: newCache(workspace), command: newCache(workspace) };
    reset(project);
    edit(project, subject.first);
    first.graph.push(graphRun(scripts.graph, project, caches.graph));
    first.command.push(commandRun(scripts.cli, project, caches.command));
    for (const [kind, { graph, command }] of again) {
      reset(project);
      edit(project, subject.first);
      edit(project, subject.edits[kind]);
      graph.push(onCopy(workspace, caches.graph, (cache) => graphRun(scripts.graph, project, cache)));
      command.push(onCopy(workspace, caches.command, (cache) => commandRun(scripts.cli, project, cache)));
      if (check && run === 0) onCopy(workspace, caches.command, (cache) => compareResults(scripts.cli, project, cache));
    }
    for (const cache of Object.values(caches)) rmSync(cache, { recursive: true });
  }
  return [
    timeTable(subject, first, again),
    stageTable([
      { name: 'first run, graph', stages: middle(first.graph).stages },
      ...kinds.map((kind) => ({ name: editKinds[kind], stages: middle(again.get(kind)?.graph ?? []).stages })),
    ]),
    compilerTable(workspace, project, subject),
  ].join('\n\n');
}

function timeTable(subject: WarmSubject, first: Measured, again: ReadonlyMap<EditKind, Measured>): string {
  const [graph, command] = [middle(first.graph), middle(first.command)];
  const row = (name: string, found: Measured): string[] => {
    const [ofGraph, ofCommand] = [middle(found.graph), middle(found.command)];
    return [
      name,
      both(ofGraph),
      ratio(ofGraph.cpuMs / graph.cpuMs),
      both(ofCommand),
      ratio(ofCommand.cpuMs / command.cpuMs),
    ];
  };
  return markdownTable(
    [subject.name, 'sources to graph#', 'to the first run#', 'whole command#', 'to the first run#'],
    [
      row('first run', first),
      ...[...again].map(([kind, found]) => row(`one more file edited: ${editKinds[kind]}`, found)),
    ],
  );
}

/** What an incremental compiler does on the same machine. */
function compilerTable(workspace: Workspace, project: string, subject: WarmSubject): string {
  const cache = newCache(workspace);
  const incremental = ['--incremental', '--tsBuildInfoFile', join(cache, 'tsbuildinfo')];
  reset(project);
  const first = typeCheck(typescript6, project, incremental);
  edit(project, subject.edits.condition);
  const again = typeCheck(typescript6, project, incremental);
  rmSync(cache, { recursive: true });
  return markdownTable(
    [`${typescript6.name} --incremental`, 'seconds#', 'to its first run#'],
    [
      ['first run', both(first), ratio(1)],
      [`one more file edited: ${editKinds.condition}`, both(again), ratio(again.cpuMs / first.cpuMs)],
    ],
  );
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

function edit(project: string, { path, from, to, first }: Edit): void {
  const file = join(project, path);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not hold "${from}"`);
  const changed = text.replace(from, () => to);
  writeFileSync(file, first === undefined ? changed : `${first}\n${changed}`);
}

function newCache(workspace: Workspace): string {
  return mkdtempSync(join(workspace.root, 'cache-'));
}

function onCopy<T>(workspace: Workspace, cache: string, measure: (copy: string) => T): T {
  const copy = newCache(workspace);
  cpSync(cache, copy, { recursive: true });
  const measured = measure(copy);
  rmSync(copy, { recursive: true });
  return measured;
}

function graphRun(script: string, project: string, cache: string): GraphRun {
  const { wallMs, cpuMs, stdout } = runWith(cache, project, [script, project]);
  const { edges, stages } = JSON.parse(stdout) as { edges: number; stages: readonly Stage[] };
  if (edges === 0) throw new Error('the graph is empty');
  return { wallMs, cpuMs, stages };
}

function commandRun(cli: string, project: string, cache: string): Timing {
  // Comparing what both versions do takes as long as it is given, with and without a cache.
  const { wallMs, cpuMs } = runWith(cache, project, [cli, 'HEAD', '--format', 'json', '--quiet', '--no-behaviour']);
  return { wallMs, cpuMs };
}

/** What a run with a cache says is, byte for byte, what one without says. */
function compareResults(cli: string, project: string, cache: string): void {
  const command = [cli, 'HEAD', '--format', 'json', '--quiet', '--no-behaviour'];
  const withCache = runWith(cache, project, command).stdout;
  const without = runWith(cache, project, [...command, '--no-cache']).stdout;
  if (withCache !== without) throw new Error(`${project}: the result with a cache is another one`);
}

function runWith(cache: string, project: string, command: readonly string[]): Run {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const run = runProcess([process.execPath, ...command], { cwd: project, env });
  if (run.exitCode !== 0) throw new Error(`${command.join(' ')} exited with ${run.exitCode}:\n${run.stderr}`);
  return run;
}
