import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isTestPath } from '#project/test-path';
import { openWorkingTree } from '#project/working-tree-snapshot';
import type { Result } from '#result/result';
import { machineLine } from '../machine';
import { count as figure, markdownTable } from '../markdown-table';
import { repositoryRoot } from '../repository-root';
import { runProcess } from '../run-process';
import { benchArguments } from '../selection/arguments';
import { chooseMutants, mutantName } from '../selection/choose-mutants';
import { apply, mutantsOf } from '../selection/mutants';
import { RunLog } from '../selection/run-log';
import { judge, type Judged } from './judged';

/**
 * Is a change called the same that the project's own tests tell apart? Mutates a checked-out project, asks what each mutant does, and
 * runs the tests: `npm run bench:verdicts -- <folder> [mutants] [--in=src/] [--budget=20s] [--log file] -- <test command>`. The folder
 * must be a clean git checkout with its packages installed; its tests must pass. Needs `npm run build`.
 */
const { root, count, log: path, command, flags } = benchArguments(process.argv.slice(2), 50);
if (command === null) throw new Error('name the test command after --');
const log = new RunLog<Judged>(path);
const within = option('in') ?? '';
const budget = option('budget') ?? '20s';

const dirty = execFileSync('git', ['-C', root, 'status', '--porcelain', '-uno']).toString();
if (dirty !== '') throw new Error('the folder has changes that are not committed');
if (doTestsFail(command)) throw new Error('the tests fail without a mutant');

const sources = openWorkingTree(root).paths.filter((source) => source.startsWith(within) && !isTestPath(source));
const all = sources.flatMap((source) => mutantsOf(source, readFileSync(join(root, source), 'utf8')));
const chosen = chooseMutants(all, count);
console.log(`${all.length} mutants of ${sources.length} files, ${chosen.length} tried`);

let restore = (): void => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    restore();
    process.exit(1);
  });
}

for (const mutant of chosen) {
  const file = join(root, mutant.path);
  const before = readFileSync(file, 'utf8');
  const key = mutantName(mutant, before);
  if (log.has(key)) continue;
  restore = () => writeFileSync(file, before);
  writeFileSync(file, apply(mutant, before));
  try {
    const judged = judge(key, resultOf(), doTestsFail(command));
    log.add(judged);
    console.log(
      `${judged.isWrong ? 'WRONG' : 'ok   '} ${key}: ${judged.verdict}, tests ${judged.doTestsFail ? 'fail' : 'pass'}`,
    );
  } finally {
    restore();
  }
}
console.log(`${machineLine()}\n\n${table()}`);

function option(name: string): string | null {
  const flag = [...flags].find((each) => each.startsWith(`--${name}=`));
  return flag === undefined ? null : flag.slice(name.length + 3);
}

function doTestsFail(words: readonly string[]): boolean {
  return runProcess(['timeout', '300', ...words], { cwd: root, env: { ...process.env, CI: 'true' } }).exitCode !== 0;
}

function resultOf(): Result {
  const folder = mkdtempSync(join(tmpdir(), 'wingbeat-verdicts-'));
  const output = join(folder, 'result.json');
  const cli = join(repositoryRoot, 'dist', 'cli.js');
  const ask = [cli, 'HEAD', '--budget', budget, '--format', 'json', '--output', output];
  try {
    const { exitCode, stderr } = runProcess([process.execPath, ...ask], { cwd: root });
    if (exitCode !== 0) throw new Error(`exit code ${exitCode}\n${stderr}`);
    return JSON.parse(readFileSync(output, 'utf8')) as Result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function table(): string {
  const columns = ['package', 'mutants#', 'tests', 'differs#', 'unknown#', 'same#', 'wrong#'];
  const rows = [rowOf(true), rowOf(false)];
  return markdownTable(columns, rows);
}

function rowOf(fails: boolean): string[] {
  const those = log.entries.filter((entry) => entry.doTestsFail === fails);
  const verdicts = (['differs', 'unknown', 'same'] as const).map((kind) =>
    those.filter(({ verdict }) => verdict === kind),
  );
  const wrong = those.filter(({ isWrong }) => isWrong);
  const figures = [...verdicts, wrong].map(({ length }) => figure(length));
  return [basename(root), figure(those.length), fails ? 'fail' : 'pass', ...figures];
}
