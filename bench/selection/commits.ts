import { record } from '#pipeline';
import { readableRecording } from '#suite/recordings';
import { percent } from '../markdown-table';
import { benchArguments } from './arguments';
import { Checkout } from './checkout';
import { RunLog } from './run-log';
import { summary } from './summary';
import { runBuild, tryChange, type TriedChange } from './tried-change';

/**
 * What is selected for commits that people made? For each of the last commits that touch code, the tests are recorded at its parent,
 * going on from the recording before, and then the affected tests are asked for and all are run at the commit:
 * `npm run bench:commits -- <folder> [commits] [--log file] [--keep-packages] [--build command] [-- test command]`. The
 * folder is a git clone of its own: other commits are checked out in it, and packages are installed anew where `package.json` asks for others, unless
 * it is told to keep them.
 */
type Seen = { readonly key: string; readonly subject: string } & (
  | ({ readonly kind: 'tried'; readonly recordMs: number; readonly recorded: number } & TriedChange)
  | { readonly kind: 'left-out'; readonly why: string }
);

const { root, count, log: path, command, build, flags } = benchArguments(process.argv.slice(2), 50);
const log = new RunLog<Seen>(path);
const checkout = new Checkout(root, flags.has('--keep-packages'));
const commits = checkout.lastCommits(count);
console.log(`${commits.length} commits`);

try {
  for (const { hash, subject } of commits) {
    if (log.has(hash)) continue;
    const seen = await attempt(hash, subject);
    log.add(seen);
    console.log(`${hash} ${subject.slice(0, 60)}: ${describe(seen)}`);
  }
} finally {
  checkout.leave();
}
const tried = log.entries.filter((seen) => seen.kind === 'tried');
console.log(summary(tried));
const left = log.entries.filter((seen) => seen.kind === 'left-out');
for (const { key, subject, why } of left) console.log(`left out: ${key} ${subject}: ${why}`);

async function attempt(hash: string, subject: string): Promise<Seen> {
  try {
    checkout.goTo(`${hash}^`);
    if (!runBuild(root, build)) return { key: hash, subject, kind: 'left-out', why: 'it cannot be built' };
    const recorded = await record({ cwd: root, ...(command === null ? {} : { command }) });
    const kept = await readableRecording(root);
    if (kept === null) return { key: hash, subject, kind: 'left-out', why: 'nothing was recorded' };
    checkout.goTo(hash);
    const change = await tryChange({
      root,
      kept,
      base: `${hash}^`,
      changed: checkout.changedIn(hash),
      isGoneFailing: false,
      build,
    });
    if (change.tests === 0) return { key: hash, subject, kind: 'left-out', why: 'no test ran' };
    return {
      key: hash,
      subject,
      kind: 'tried',
      recordMs: recorded.milliseconds,
      recorded: recorded.ran,
      ...change,
    };
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { key: hash, subject, kind: 'left-out', why };
  }
}

function describe(seen: Seen): string {
  if (seen.kind === 'left-out') return `left out, ${seen.why}`;
  const { tests, failing, missed, unlisted, ours, own, recorded } = seen;
  const said = [
    `${percent(ours.tests)} of ${tests} selected`,
    own === null ? 'the runner: not asked' : `the runner: ${percent(own.tests)}`,
    `${failing} failing`,
    `${recorded} recorded anew at the parent`,
    ...(missed.length === 0 ? [] : [`MISSED ${missed.length}: ${missed[0]}`]),
    ...(unlisted.length === 0 ? [] : [`NOT ANNOUNCED ${unlisted.length}: ${unlisted[0]}`]),
  ];
  return said.join(', ');
}
