import type { Io } from '#cli/io';
import type { PipelinePort } from '#cli/pipeline-port';
import { run } from '#cli/run';
import { explainedCost } from '../report/sample-explanations';
import { wheelBrake } from '../report/sample-graphs';
import { costPaths } from '../report/sample-paths';
import { impactOfLine, shop } from '../report/sample-results';
import { affectedTests, collected, recorded, selectedCalls, sideBySide } from '../report/sample-tests';

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the pipeline was asked, without callbacks, signal and clock. */
  readonly asked: readonly { readonly job: keyof PipelinePort; readonly options: Readonly<Record<string, unknown>> }[];
}

export interface World {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** Times that the clock shows, one after the other; the last one stays. */
  readonly clock?: readonly number[];
  readonly pipeline?: Partial<PipelinePort>;
}

/** Not asked for by the caller. */
const ofTheRun: ReadonlySet<string> = new Set(['signal', 'clock']);

/** Runs the command line in this process, with a pipeline that answers from the samples. */
export async function runFake(argv: readonly string[], world: World = {}): Promise<Ran> {
  const asked: { job: keyof PipelinePort; options: Record<string, unknown> }[] = [];
  let stdout = '';
  let stderr = '';
  let tick = 0;
  const clock = world.clock ?? [0];
  const { isTerminal = false, columns = 80 } = world;
  const io: Io = {
    cwd: world.cwd ?? '/nowhere',
    env: world.env ?? {},
    stdout: {
      isTerminal,
      columns,
      write: async (text) => {
        stdout += text;
      },
    },
    stderr: {
      isTerminal,
      columns,
      write: async (text) => {
        stderr += text;
      },
    },
    now: () => clock[Math.min(tick++, clock.length - 1)] ?? 0,
    begun: 0,
  };
  const answers: PipelinePort = {
    analyzeChange: () => shop,
    compare: async () => shop,
    analyzeImpact: () => impactOfLine,
    compareTechniques: async () => sideBySide,
    record: async () => recorded,
    selectAffectedTests: async () => affectedTests,
    collectGarbage: async () => collected,
    explain: async () => explainedCost,
    explorePaths: async () => costPaths,
    selectInputs: async () => selectedCalls,
    buildGraph: async () => wheelBrake,
    ...world.pipeline,
  };
  const noting =
    <Options extends object, Answer>(job: keyof PipelinePort, answer: (options: Options) => Answer) =>
    (options: Options): Answer => {
      const plain = Object.entries(options).filter(([key, value]) => typeof value !== 'function' && !ofTheRun.has(key));
      asked.push({ job, options: Object.fromEntries(plain) });
      return answer(options);
    };
  const exitCode = await run(argv, io, {
    analyzeChange: noting('analyzeChange', answers.analyzeChange),
    compare: noting('compare', answers.compare),
    analyzeImpact: noting('analyzeImpact', answers.analyzeImpact),
    compareTechniques: noting('compareTechniques', answers.compareTechniques),
    record: noting('record', answers.record),
    selectAffectedTests: noting('selectAffectedTests', answers.selectAffectedTests),
    collectGarbage: noting('collectGarbage', answers.collectGarbage),
    explain: noting('explain', answers.explain),
    explorePaths: noting('explorePaths', answers.explorePaths),
    selectInputs: noting('selectInputs', answers.selectInputs),
    buildGraph: noting('buildGraph', answers.buildGraph),
  });
  return { exitCode, stdout, stderr, asked };
}
