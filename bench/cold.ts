import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { analyzeInProcess } from './analyze-in-process';
import { typescript6, typescript7, type Compiler } from './compilers';
import { versionOf } from './corpus-packages';
import { count, markdownTable, ratio, seconds } from './markdown-table';
import { medianBy } from './median';
import { repositoryRoot } from './repository-root';
import { runProcess } from './run-process';
import type { Stage } from './stopwatch';
import type { Workspace } from './workspace';

export interface Timing {
  readonly wallMs: number;
  readonly cpuMs: number;
}

export interface ColdRun extends Timing {
  readonly files: number;
  readonly lines: number;
  readonly nodes: number;
  readonly stages: readonly Stage[];
}

interface Compared {
  readonly name: string;
  readonly ours: ColdRun;
  readonly six: Timing;
  readonly seven: Timing;
}

export interface ComparedSources {
  /** Installed packages that bring their TypeScript sources. */
  readonly packages: readonly string[];
  /** Folders of repositories. */
  readonly repositories: readonly string[];
}

/** Whole processes on the same sources: everything up to the dependence graph against a type check. */
export function compareCold(workspace: Workspace, script: string, sources: ComparedSources, runs: number): string {
  const packages = sources.packages.map((name) => {
    const folder = join(repositoryRoot, 'node_modules', name);
    return { name: `${name} ${versionOf(folder)}`, project: workspace.copyOf(name, join(folder, 'src')) };
  });
  const checkouts = sources.repositories.map((path) => {
    const project = workspace.checkoutOf(`repository-${basename(path)}`, path);
    removeUnparsable(project);
    return { name: `${basename(path)} (repository)`, project };
  });
  const compared = [...packages, ...checkouts].map(({ name, project }) => compareOne(name, script, project, runs));
  return [timeTable(compared), stageTable(compared.map(({ name, ours }) => ({ name, stages: ours.stages })))].join(
    '\n\n',
  );
}

/** Contenders take turns, so that a burst of other work on the machine does not hit one of them alone. */
function compareOne(name: string, script: string, project: string, runs: number): Compared {
  const ours: ColdRun[] = [];
  const six: Timing[] = [];
  const seven: Timing[] = [];
  for (let run = 0; run < runs; run++) {
    process.stderr.write(`${name}, run ${run + 1} of ${runs} …\n`);
    ours.push(coldRun(script, project));
    six.push(typeCheck(typescript6, project));
    seven.push(typeCheck(typescript7, project));
  }
  return { name, ours: middle(ours), six: middle(six), seven: middle(seven) };
}

export function middle<T extends Timing>(timings: readonly T[]): T {
  return medianBy(timings, (timing) => timing.cpuMs);
}

export function coldRun(script: string, project: string): ColdRun {
  const found = analyzeInProcess(script, join(project, 'src'), { verify: false, dependences: true });
  if (found.kind === 'crashed') throw new Error(`the analysis crashed:\n${found.stderr}`);
  const { analysis, wallMs, cpuMs } = found;
  const [failure] = analysis.failures;
  if (failure !== undefined) throw new Error(`${failure.file}: ${failure.message}`);
  if (analysis.files === 0) throw new Error(`no sources in ${project}`);
  return {
    wallMs,
    cpuMs,
    files: analysis.files,
    lines: analysis.lines,
    nodes: analysis.nodes,
    stages: analysis.stages,
  };
}

/** Type errors do not matter here, only that all was checked. */
export function typeCheck({ name, command }: Compiler, project: string, more: readonly string[] = []): Timing {
  const run = runProcess([...command, '-p', project, '--pretty', 'false', ...more]);
  const codes = [...run.stdout.matchAll(/error TS(\d+):/g)].map(([, code]) => Number(code));
  const isAboutOptions = codes.some((code) => code >= 5000 && code < 6000);
  // A compiler that finds errors of syntax does not look at types.
  const isSyntaxOnly = codes.length > 0 && codes.every((code) => code < 2000);
  if (run.exitCode === null || run.exitCode > 2 || isAboutOptions || isSyntaxOnly) {
    throw new Error(`${name} did not check ${project}:\n${run.stdout.slice(0, 2000)}${run.stderr.slice(0, 2000)}`);
  }
  return { wallMs: run.wallMs, cpuMs: run.cpuMs };
}

/** Templates and fixtures of broken code would keep the compilers from checking anything. */
function removeUnparsable(project: string): void {
  const run = runProcess([...typescript6.command, '-p', '.', '--noCheck', '--pretty', 'false'], { cwd: project });
  for (const [, file = ''] of run.stdout.matchAll(/^(.+)\(\d+,\d+\): error TS1\d{3}:/gm)) {
    rmSync(join(project, file), { force: true });
  }
}

function timeTable(compared: readonly Compared[]): string {
  const rows = compared.map(({ name, ours, six, seven }) => [
    name,
    count(ours.files),
    count(ours.lines),
    both(ours),
    both(six),
    both(seven),
    `${ratio(ours.cpuMs / six.cpuMs)} / ${ratio(ours.wallMs / six.wallMs)}`,
    `${ratio(ours.cpuMs / seven.cpuMs)} / ${ratio(ours.wallMs / seven.wallMs)}`,
  ]);
  return markdownTable(
    ['sources', 'files#', 'lines#', 'wingbeat#', `${typescript6.name}#`, `${typescript7.name}#`, 'to 6#', 'to 7#'],
    rows,
  );
}

/** Processor time, then wall time. */
export function both(timing: Timing): string {
  return `${seconds(timing.cpuMs)} / ${seconds(timing.wallMs)}`;
}

export function stageTable(parts: readonly { readonly name: string; readonly stages: readonly Stage[] }[]): string {
  const names = [...new Set(parts.flatMap(({ stages }) => stages.map((stage) => stage.name)))];
  const rows = parts.map(({ name, stages }) => [
    name,
    ...names.map((wanted) => {
      const stage = stages.find((s) => s.name === wanted);
      return stage === undefined ? '' : (stage.cpuMs / 1000).toFixed(2);
    }),
  ]);
  return markdownTable(['processor seconds by stage', ...names.map((name) => `${name}#`)], rows);
}
