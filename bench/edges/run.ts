import { resolve } from 'node:path';
import { openWorkingTree } from '#project/working-tree-snapshot';
import { runSuite } from '#trace/run-suite';
import { dependences, load } from '../../src/job';
import { count, markdownTable } from '../markdown-table';
import { checkEdges, type MissingEdge } from './check-edges';

/**
 * Is every call and every order of functions that a suite shows in the static graphs? Records the tests of a checked-out project with
 * whole paths: `npm run bench:edges -- <folder> [-- <test command>]`. Prints what is missing, by the construct to blame.
 */
const separator = process.argv.indexOf('--');
const [folder = '.'] = process.argv.slice(2);
const command = separator < 0 ? null : process.argv.slice(separator + 1);
const root = resolve(folder);

const { recording, exitCode } = await runSuite({ root, command, only: null, mode: 'paths', onOutput: () => {} });
const job = { options: { cwd: root }, store: null, expired: () => false, timeLeft: () => Infinity, now: () => 0 };
const loaded = load(openWorkingTree(root), 'head', job, new Map());
const { functions, events, calls, after } = checkEdges(recording, loaded, dependences(loaded, job));

const rows = [
  ['calls', count(calls.observed), count(calls.missing.length), `${count(calls.resumed)} resumed`],
  [
    'execute-after',
    count(after.observed),
    count(after.missing.length),
    `${count(after.implied)} through missing calls`,
  ],
];
process.stdout.write(
  `${root}: ${recording.executions.length} tests, exit code ${exitCode}, ${count(functions)} functions, ${count(events)} events\n\n` +
    `${markdownTable(['edges', 'observed#', 'missing#', 'besides'], rows)}\n`,
);
for (const blame of new Set(calls.missing.map((edge) => edge.blame))) {
  const edges = calls.missing.filter((edge) => edge.blame === blame);
  process.stdout.write(`\n${blame}: ${edges.length}\n${edges.map((edge) => shown(edge)).join('')}`);
}
if (after.missing.length > 0)
  process.stdout.write(`\nexecute-after: ${after.missing.length}\n${after.missing.slice(0, 50).join('\n')}\n`);

function shown({ from, to, sites, times }: MissingEdge): string {
  return `  ${from} → ${to}, ${times}×\n${sites.map((site) => `      ${site}\n`).join('')}`;
}
