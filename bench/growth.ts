import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coldRun, middle, type ColdRun } from './cold';
import { firstLines, importedSources, standalonePart } from './imported-sources';
import { count, markdownTable, seconds } from './markdown-table';
import { repositoryRoot } from './repository-root';
import type { Workspace } from './workspace';

const sizes = [10_000, 25_000, 50_000, 100_000, 200_000];
/** Divides all sizes. */
const unitLines = 5_000;

const stages = ['lower', 'facts', 'pointers and calls', 'graph'];

/** How time grows with the program: by copies of the same code, and by ever larger parts of one real code base. */
export function measureGrowth(workspace: Workspace, script: string, runs: number): string {
  return [
    growthTable('copies of a part of rxjs', script, runs, (lines) => copies(workspace, lines)),
    growthTable('parts of effect', script, runs, (lines) => part(workspace, lines)),
  ].join('\n\n');
}

function growthTable(name: string, script: string, runs: number, make: (lines: number) => string): string {
  const rows = sizes.map((lines) => {
    process.stderr.write(`${name}, ${count(lines)} lines …\n`);
    const project = make(lines);
    return growthRow(middle(Array.from({ length: runs }, () => coldRun(script, project))));
  });
  const columns = ['nodes', 'seconds', 's per 1,000 lines', 's per 1,000 nodes', ...stages];
  return markdownTable([name, ...columns.map((column) => `${column}#`)], rows);
}

function growthRow({ lines, nodes, cpuMs, stages: measured }: ColdRun): string[] {
  return [
    count(lines),
    count(nodes),
    seconds(cpuMs),
    (cpuMs / lines).toFixed(3),
    (cpuMs / nodes).toFixed(3),
    ...stages.map((name) => seconds(measured.find((stage) => stage.name === name)?.cpuMs ?? 0)),
  ];
}

/** Every copy imports its own files; one module imports all copies. */
function copies(workspace: Workspace, lines: number): string {
  const root = join(repositoryRoot, 'node_modules', 'rxjs', 'src');
  const operators = readdirSync(join(root, 'internal/operators')).toSorted();
  const entries = operators.map((name) => `internal/operators/${name}`);
  const unit = standalonePart(root, entries, unitLines);
  const exported = unit.filter(({ path }) => entries.includes(path)).map(({ path }) => path.replace(/\.ts$/, ''));
  const project = workspace.project(`copies-${lines}`);
  const numbers = Array.from({ length: lines / unitLines }, (_, i) => i + 1);
  for (const n of numbers) {
    for (const { path, text } of unit) workspace.write(project, `copy-${n}/${path}`, text);
    workspace.write(project, `copy-${n}/index.ts`, exported.map((path) => `export * from './${path}';\n`).join(''));
  }
  const all = numbers.map((n) => `export * as copy${n} from './copy-${n}/index';\n`);
  workspace.write(project, 'index.ts', all.join(''));
  return project;
}

/** What its main module imports, up to so many lines; imports of what is left out lead outside. */
function part(workspace: Workspace, lines: number): string {
  const root = join(repositoryRoot, 'node_modules', 'effect', 'src');
  const project = workspace.project(`part-${lines}`);
  const sources = firstLines(importedSources(root, 'Effect.ts'), lines);
  for (const { path, text } of sources) workspace.write(project, path, text);
  return project;
}
