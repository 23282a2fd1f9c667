import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Result } from '../src/result/result';
import type { Verdict } from '../src/result/verdict';
import { machineLine } from './machine';
import { count, markdownTable, seconds } from './markdown-table';
import { repositoryRoot } from './repository-root';
import { runProcess } from './run-process';

type Kind = Verdict['kind'];

interface Tally {
  commits: number;
  whole: number;
  late: number;
  readonly wallMs: number[];
  readonly functions: Record<Kind, number>;
  readonly entryPoints: Record<Kind, number>;
}

/**
 * `npm run bench:histories -- <repository>… -- <path>…`: the newest commits that touch the paths (the whole repository without
 * any), each by a command of its own. Prints a line of JSON for each, then how many functions differ, are the same and are
 * unknown, and why. Needs `npm run build`.
 */
function main(): void {
  const { values, positionals, tokens } = parseArgs({
    allowPositionals: true,
    tokens: true,
    options: { commits: { type: 'string', default: '30' }, budget: { type: 'string', default: '60s' } },
  });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? Infinity;
  const isPath = new Set(
    tokens.flatMap((token) => (token.kind === 'positional' && token.index > end ? [token.value] : [])),
  );
  const repositories = positionals.filter((each) => !isPath.has(each));
  const reasons = new Map<string, number>();
  const rows = repositories.map((repository) => {
    const root = resolve(repository);
    const tally = emptyTally();
    for (const commit of commitsOf(root, Number(values.commits), [...isPath])) {
      judge(root, commit, values.budget, tally, reasons);
    }
    return rowOf(basename(root), tally);
  });
  const columns = ['package', 'commits#', 'whole result#', 'late#', 'longest, s#', 'functions#', 'entry points#'];
  const why = [...reasons].toSorted((a, b) => b[1] - a[1]).map(([reason, times]) => [reason, count(times)]);
  process.stdout.write(
    `${machineLine()}\n\n${markdownTable(columns, rows)}\n\n${markdownTable(['reason', 'times#'], why)}\n`,
  );
}

function commitsOf(root: string, most: number, paths: readonly string[]): string[] {
  const args = ['log', '--no-merges', '-n', String(most), '--format=%h', '--', ...paths];
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    .stdout.split('\n')
    .filter((hash) => hash !== '');
}

function judge(root: string, commit: string, budget: string, tally: Tally, reasons: Map<string, number>): void {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-histories-'));
  const output = join(folder, 'result.json');
  const cli = join(repositoryRoot, 'dist', 'cli.js');
  const range = [`${commit}~1`, commit, '--budget', budget, '--no-cache', '--format', 'json', '--output', output];
  const { wallMs, cpuMs, exitCode, stderr } = runProcess([process.execPath, cli, ...range], { cwd: root });
  const own = { functions: noVerdicts(), entryPoints: noVerdicts() };
  if (exitCode === 0) {
    const result = JSON.parse(readFileSync(output, 'utf8')) as Result;
    for (const part of ['functions', 'entryPoints'] as const) {
      for (const { verdict } of result[part]) {
        if (verdict.kind === 'unknown' && nothingToCompare.test(verdict.reason)) continue;
        own[part][verdict.kind]++;
        tally[part][verdict.kind]++;
        if (verdict.kind === 'unknown')
          reasons.set(kindOf(verdict.reason), (reasons.get(kindOf(verdict.reason)) ?? 0) + 1);
      }
    }
    if (result.complete) tally.whole++;
  } else process.stderr.write(`${commit}: exit code ${exitCode}\n${stderr}\n`);
  tally.commits++;
  tally.wallMs.push(wallMs);
  if (wallMs > 1000 * Number.parseFloat(budget)) tally.late++;
  process.stdout.write(
    `${JSON.stringify({ commit, exitCode, seconds: seconds(wallMs), cpu: seconds(cpuMs), ...own })}\n`,
  );
  rmSync(folder, { recursive: true, force: true });
}

const nothingToCompare = /^(?:it is new|it is gone|it is part of a test|the base has no such function)/;

/** Without the place. */
function kindOf(reason: string): string {
  return reason.replace(/ at \S+:\d+$/, '').replace(/: .*$/, '');
}

function noVerdicts(): Record<Kind, number> {
  return { differs: 0, same: 0, unknown: 0 };
}

function emptyTally(): Tally {
  return { commits: 0, whole: 0, late: 0, wallMs: [], functions: noVerdicts(), entryPoints: noVerdicts() };
}

function rowOf(name: string, { commits, whole, late, wallMs, functions, entryPoints }: Tally): string[] {
  const figures = [commits, whole, late].map(count);
  return [name, ...figures, seconds(Math.max(0, ...wallMs)), verdicts(functions), verdicts(entryPoints)];
}

function verdicts({ differs, same, unknown }: Record<Kind, number>): string {
  return `${differs} / ${same} / ${unknown}`;
}

main();
