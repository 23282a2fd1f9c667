import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTestPath } from '#project/test-path';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { record } from '#pipeline';
import { readableRecording } from '#suite/recordings';
import { percent } from '../markdown-table';
import { benchArguments } from './arguments';
import { chooseMutants, mutantName } from './choose-mutants';
import { apply, mutantsOf } from './mutants';
import { RunLog } from './run-log';
import { summary } from './summary';
import { runBuild, tryChange, type TriedChange } from './tried-change';

/**
 * Is a test left out that a change makes fail? Mutates a checked-out project, asks for the affected tests, runs all, and compares:
 * `npm run bench:selection -- <folder> [mutants] [--log file] [--build command] [-- test command]`. The folder must be a clean git
 * checkout with its packages installed. Where tests load built code, it is built anew between the question and the run.
 */
const { root, count, log: path, command, build } = benchArguments(process.argv.slice(2), 50);
const log = new RunLog<TriedChange & { key: string }>(path);

const dirty = execFileSync('git', ['-C', root, 'status', '--porcelain', '-uno']).toString();
if (dirty !== '') throw new Error('the folder has changes that are not committed');

runBuild(root, build);
await record({ cwd: root, everything: true, ...(command === null ? {} : { command }) });
const kept = await readableRecording(root);
if (kept === null) throw new Error('nothing was recorded');
const { modules, executions } = kept.recording;
const loaded = new Set(modules.map((module) => module.path));
const tested = new Set(executions.map(({ test }) => test.file));
const sources = openWorkingTree(root).paths.filter(
  (source) => loaded.has(source) && !tested.has(source) && !isTestPath(source),
);
const all = sources.flatMap((source) => mutantsOf(source, readFileSync(join(root, source), 'utf8')));
const chosen = chooseMutants(all, count);
console.log(`${all.length} mutants of ${sources.length} files, ${chosen.length} tried; ${executions.length} tests`);

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
    const tried = await tryChange({ root, kept, base: 'HEAD', changed: [mutant.path], isGoneFailing: true, build });
    log.add({ key, ...tried });
    const { failing, missed, ours } = tried;
    const [example] = missed;
    const said = `${failing} failing, ${percent(ours.tests)} selected`;
    console.log(`${example === undefined ? 'ok  ' : 'MISS'} ${key}: ${said}${example ? `, without ${example}` : ''}`);
  } finally {
    restore();
    runBuild(root, build);
  }
}
console.log(summary(log.entries));
