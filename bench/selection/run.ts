import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isTestPath } from '#project/test-path';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { record, selectAffectedTests } from '#pipeline';
import { readableRecording } from '#suite/recordings';
import { runSuite } from '#trace/run-suite';
import { didFail } from '../../src/record-job';
import { testName } from '#result/build-tests';
import { medianBy } from '../median';
import { apply, mutantsOf, type Mutant } from './mutants';

/**
 * Is a test left out that a change makes fail? Mutates a checked-out project, asks for the affected tests, runs all, and compares:
 * `npm run bench:selection -- <folder> [mutants]`. The folder must be a clean git checkout with its packages installed.
 */
const [folder = '.', wanted = '50', skipped = '0'] = process.argv.slice(2);
const root = resolve(folder);

const dirty = execFileSync('git', ['-C', root, 'status', '--porcelain', '-uno']).toString();
if (dirty !== '') throw new Error('the folder has changes that are not committed');

await record({ cwd: root, everything: true });
const kept = await readableRecording(root);
if (kept === null) throw new Error('nothing was recorded');
const passing = new Set(
  kept.recording.executions.flatMap(({ test, outcome }) => (outcome === 'passed' ? [testName(test).id] : [])),
);
const loaded = new Set(kept.recording.modules.map(({ path }) => path));
const tested = new Set(kept.recording.executions.map(({ test }) => test.file));
const sources = openWorkingTree(root).paths.filter(
  (path) => loaded.has(path) && !tested.has(path) && !isTestPath(path),
);
const all = sources.flatMap((path) => mutantsOf(path, readFileSync(join(root, path), 'utf8')));
const chosen = spread(all, Number(wanted)).slice(Number(skipped));
console.log(`${all.length} mutants of ${sources.length} files, ${chosen.length} tried; ${passing.size} tests pass`);

const killed = 137;
/** Mutants may never end. */
const longest = 10_000 + 10 * kept.recording.executions.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

const shares: number[] = [];
let caught = 0;
let misses = 0;
for (const mutant of chosen) {
  const path = join(root, mutant.path);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, apply(mutant, before));
  try {
    const { selected, fresh, total } = await selectAffectedTests({ cwd: root });
    const ids = new Set(selected.map(({ id }) => id));
    const whole = new Set(fresh.flatMap(({ file, name }) => (name === null ? [file] : [])));
    const { recording, exitCode } = await runSuite({
      root,
      command: kept.command,
      only: null,
      mode: 'after',
      onOutput: () => {},
      mostMs: longest,
    });
    const isEnded = exitCode === killed;
    const ended = new Map(recording.executions.map(({ test, outcome }) => [testName(test).id, outcome]));
    const failed = [...passing].filter((id) => {
      const outcome = ended.get(id);
      // When the run was ended, tests that had not begun say nothing.
      return outcome === undefined ? !isEnded : didFail(outcome);
    });
    const missed = failed.filter((id) => !ids.has(id) && ![...whole].some((file) => id.startsWith(`${file} > `)));
    shares.push(selected.length / total);
    if (failed.length > 0) caught++;
    if (missed.length > 0) {
      misses++;
      console.log(`MISS ${describe(mutant, before)}: ${missed.length} of ${failed.length} failing, e.g. ${missed[0]}`);
    } else console.log(`ok   ${describe(mutant, before)}: ${failed.length} failing, ${selected.length} selected`);
  } finally {
    writeFileSync(path, before);
  }
}
const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
console.log(
  `${chosen.length} mutants, ${caught} make tests fail, ${misses} with a failing test that was not selected; ` +
    `selected on average ${percent(mean)}, in the median ${percent(medianBy(shares, (share) => share))}`,
);

function describe({ path, kind, start }: Mutant, text: string): string {
  return `${path}:${text.slice(0, start).split('\n').length} ${kind}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Evenly over all files and places: the same ones every time. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return Array.from({ length: Math.min(count, items.length) }, (_, i) => items[Math.floor(i * step)]).filter(
    (item): item is T => item !== undefined,
  );
}
