import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { planRuns, type PlannedRun } from '../../src/trace/runners/plan-runs';
import { environmentFor, settingsVariable, type TraceSettings } from '../../src/trace/runtime/settings';
import { machineLine } from '../machine';
import { markdownTable, ratio, seconds } from '../markdown-table';
import { repositoryRoot } from '../repository-root';
import { runProcess } from '../run-process';

/**
 * What recording costs on the suite of a project that is checked out, in processor time of all its processes, against
 * running it plain, with V8's block coverage, and with istanbul where its runner has that. Variants run in turns, of each the
 * least counts. The first recording instruments all, later ones find it in the cache. Needs a build.
 *
 *     tsx bench/record/suites.ts <rounds> <folder> [command of the tests]
 */
const [rounds = '3', folder = '.', ...command] = process.argv.slice(2);
const root = resolve(folder);
const built = join(repositoryRoot, 'dist', 'trace-register.cjs');
if (!existsSync(built)) throw new Error('run `npm run build` first');

const work = mkdtempSync(join(tmpdir(), 'wingbeat-suite-'));
try {
  const runs = planRuns({
    root,
    folder: join(work, 'journals'),
    command: command.length === 0 ? null : command,
    only: null,
    mode: 'after',
  });
  const variants = variantsOf(runs);
  const first = measure(runs, variants.recorded);
  const least = new Map<string, number>();
  for (let round = 0; round < Number(rounds); round++) {
    for (const [name, variant] of Object.entries(variants)) {
      least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, measure(runs, variant)));
    }
  }
  const plain = least.get('plain') ?? Number.NaN;
  const rows = [...least, ['recorded, first time', first] as const].map(([name, ms]) => [
    name,
    seconds(ms),
    ratio(ms / plain),
  ]);
  process.stdout.write(
    `${machineLine()}\n\n${markdownTable([`${basename(root)}, ${runs[0]?.runner ?? ''}`, 'seconds#', 'ratio#'], rows)}\n`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}

interface Variant {
  readonly env: (run: PlannedRun) => Readonly<Record<string, string>>;
  /** More arguments of the runner. */
  readonly words: readonly string[];
}

function variantsOf(planned: readonly PlannedRun[]): { plain: Variant; recorded: Variant } & Record<string, Variant> {
  const isJest = planned.every(({ runner }) => runner === 'jest');
  const istanbul: Variant = {
    env: plainEnv,
    words: ['--coverage', '--coverageProvider=babel', `--coverageDirectory=${join(work, 'istanbul')}`],
  };
  return {
    plain: { env: plainEnv, words: [] },
    recorded: { env: recordedEnv, words: [] },
    'V8 block coverage': { env: (run) => ({ ...plainEnv(run), NODE_V8_COVERAGE: join(work, 'v8') }), words: [] },
    ...(isJest ? { istanbul } : {}),
  };
}

function plainEnv({ plan }: PlannedRun): Record<string, string> {
  const { [settingsVariable]: _, NODE_OPTIONS: __, ...rest } = plan.env;
  return rest;
}

function recordedEnv({ plan }: PlannedRun): Record<string, string> {
  const settings: TraceSettings = {
    ...(JSON.parse(plan.env[settingsVariable] ?? '{}') as TraceSettings),
    preload: pathToFileURL(built).href,
    cache: join(work, 'cache'),
  };
  return { ...plan.env, ...environmentFor(settings, undefined) };
}

function measure(planned: readonly PlannedRun[], { env, words }: Variant): number {
  let ms = 0;
  for (const run of planned) {
    const done = runProcess([...run.plan.command, ...words], {
      cwd: run.plan.cwd,
      env: { ...process.env, ...env(run) },
    });
    if (done.exitCode !== 0) throw new Error(`the tests fail:\n${done.stdout}${done.stderr}`);
    ms += done.cpuMs;
  }
  return ms;
}
