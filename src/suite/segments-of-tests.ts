import type { Segment } from '#trace/recording';
import type { RecordedSuite } from './recorded-suite';

/** Of each test: its own segments, and those of loading the modules that it uses. */
export function* segmentsOfTests(suite: RecordedSuite): Iterable<readonly Segment[]> {
  const { executions, segments, modules } = suite.recording;
  for (const [test, execution] of executions.entries()) {
    const own = execution.segments.flatMap((s) => segments[s] ?? []);
    const processes = new Set(own.map(({ process }) => process));
    const loads = [...suite.modulesOf(test)].flatMap((m) => modules[m]?.loads.flatMap((s) => segments[s] ?? []) ?? []);
    yield [...own, ...loads.filter(({ process }) => processes.has(process))];
  }
}
