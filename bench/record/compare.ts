import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect } from '../../src/trace/collect';
import { planRuns } from '../../src/trace/runners/plan-runs';
import { environmentFor, settingsVariable, type TraceSettings } from '../../src/trace/runtime/settings';
import { runProcess } from '../run-process';
import { describeRecording, type DescribedRecording } from './describe-recording';

/**
 * Whether two builds of the recorder record the same of the suite of a project: outcomes of tests, pairs of functions that
 * execute after each other, files and variables that they read, modules. Each records twice, the second time with code from its cache.
 *
 *     tsx bench/record/compare.ts <dist> <other dist> <folder> [command of the tests]
 */
const [one = 'dist', other = 'dist', folder = '.', ...command] = process.argv.slice(2);
const root = resolve(folder);

const [first, ...others] = [one, other].flatMap((dist) => recordTwice(resolve(dist)));
if (first === undefined) throw new Error('nothing was recorded');
const { facts, tests, pairs } = first.described;
let differences = 0;
for (const { name, described } of others) {
  for (const key of new Set([...facts.keys(), ...described.facts.keys()])) {
    const [before, now] = [facts.get(key), described.facts.get(key)];
    if (before === now) continue;
    if (differences++ < 20) process.stdout.write(`${name}: ${key}\n  ${short(before)}\n  ${short(now)}\n`);
  }
}
process.stdout.write(
  `${tests} tests, ${pairs} pairs, ${facts.size} facts; ${differences} differences in ${others.length} other recordings\n`,
);
process.exitCode = differences === 0 ? 0 : 1;

interface Run {
  readonly name: string;
  readonly described: DescribedRecording;
}

function recordTwice(dist: string): readonly Run[] {
  const work = mkdtempSync(join(tmpdir(), 'wingbeat-compare-'));
  try {
    return ['first', 'again'].map((time) => {
      const journals = join(work, time);
      const asked = command.length === 0 ? null : command;
      for (const { plan } of planRuns({ root, folder: journals, command: asked, only: null, mode: 'after' })) {
        const settings: TraceSettings = {
          ...(JSON.parse(plan.env[settingsVariable] ?? '{}') as TraceSettings),
          preload: pathToFileURL(join(dist, 'trace-register.cjs')).href,
          cache: join(work, 'cache'),
        };
        const env = { ...process.env, ...plan.env, ...environmentFor(settings, undefined) };
        runProcess(plan.command, { cwd: plan.cwd, env });
      }
      return { name: `${dist}, ${time}`, described: describeRecording(collect(journals)) };
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function short(text: string | undefined): string {
  return text === undefined ? 'nothing' : text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
