import { callGraphClosure } from '#dynamic/call-graph-closure';
import { collectFromTrace } from '#dynamic/collect-ea';
import { coverageImpact, coverageOf } from '#dynamic/coverage-impact';
import { dagPathImpact } from '#dynamic/dag-walk';
import { type ExecutionTrace, RETURN } from '#dynamic/events';
import { executeAfter, segmentOf } from '#dynamic/execute-after';
import { freezeGrammar } from '#dynamic/freeze-grammar';
import { encodeGrammar } from '#dynamic/grammar-bytes';
import type { ImpactTechnique } from '#dynamic/impact-technique';
import { OnlineImpact } from '#dynamic/online-impact';
import { pathImpact } from '#dynamic/path-impact';
import { WholePathDag } from '#dynamic/whole-path-dag';
import { count, markdownTable } from '../markdown-table';
import { buildGrammar } from './compression';
import { eventsOf, functionsOf, type Subject } from './subjects';
import { timed } from './timed';

interface Contender {
  readonly technique: ImpactTechnique;
  readonly prepareMs: number;
  /** What is kept of the executions. */
  readonly bytes: number;
}

/** Every technique on the same executions: how much it claims for a change of each single function, and at what cost. */
export function techniquesTable({ traces }: Subject): string {
  const functions = functionsOf(traces);
  const exact = pathImpact(traces);
  const rows = contenders(traces, functions).map(({ technique, prepareMs, bytes }) => {
    let claimed = 0;
    let missed = 0;
    let extra = 0;
    let queryMs = 0;
    for (const changed of functions) {
      const found = timed(() => technique.impact([changed]));
      const expected = exact.impact([changed]);
      queryMs += found.ms;
      claimed += found.value.size;
      missed += countWithout(expected, found.value);
      extra += countWithout(found.value, expected);
    }
    const share = (sum: number): string => `${((100 * sum) / functions.length ** 2).toFixed(1)} %`;
    return [
      technique.name,
      share(claimed),
      share(missed),
      share(extra),
      prepareMs.toFixed(0),
      (queryMs / functions.length).toFixed(2),
      count(bytes),
    ];
  });
  return markdownTable(
    ['technique', 'claimed#', 'missed#', 'beyond#', 'prepare, ms#', 'query, ms#', 'bytes kept#'],
    rows,
  );
}

function countWithout(members: ReadonlySet<number>, others: ReadonlySet<number>): number {
  let without = 0;
  for (const member of members) if (!others.has(member)) without++;
  return without;
}

function contenders(traces: readonly ExecutionTrace[], functions: readonly number[]): Contender[] {
  const functionCount = (functions.at(-1) ?? 0) + 1;
  const executions = timed(() => traces.map(({ events }, process) => [segmentOf(collectFromTrace(events), process)]));
  const dag = timed(() => new WholePathDag(freezeGrammar(buildGrammar(traces))));
  const coverage = timed(() =>
    traces.map(({ events }) => coverageOf(new Set(events.filter((event) => event >= 0)), functionCount)),
  );
  const calls = timed(() => observedCalls(traces, functionCount));
  const after = timed(() => onlineOf('after', traces));
  const stack = timed(() => onlineOf('stack', traces));
  const pairs = executions.value.reduce((sum, [segment]) => sum + (segment?.functions.length ?? 0), 0);
  const edges = calls.value.reduce((sum, { size }) => sum + size, 0);
  return [
    { technique: pathImpact(traces), prepareMs: 0, bytes: eventsOf(traces) * 4 },
    { technique: dagPathImpact(dag.value), prepareMs: dag.ms, bytes: encodeGrammar(dag.value.grammar).length },
    { technique: executeAfter(executions.value), prepareMs: executions.ms, bytes: pairs * 20 },
    { technique: after.value, prepareMs: after.ms, bytes: after.value.members * 4 },
    { technique: stack.value, prepareMs: stack.ms, bytes: stack.value.members * 4 },
    {
      technique: coverageImpact(coverage.value, functionCount, () => functions),
      prepareMs: coverage.ms,
      bytes: (traces.length * functionCount) >> 3,
    },
    { technique: callGraphClosure(calls.value, 'callees'), prepareMs: calls.ms, bytes: edges * 4 },
    { technique: callGraphClosure(calls.value, 'both'), prepareMs: calls.ms, bytes: edges * 4 },
  ];
}

function onlineOf(rule: 'after' | 'stack', traces: readonly ExecutionTrace[]): OnlineImpact {
  const online = new OnlineImpact(rule);
  for (const { events } of traces) online.execution(events);
  return online;
}

/** The smallest call graph there can be: the calls that took place. */
function observedCalls(traces: readonly ExecutionTrace[], functionCount: number): Set<number>[] {
  const calls = Array.from({ length: functionCount }, () => new Set<number>());
  for (const { events } of traces) {
    const stack: number[] = [];
    for (const event of events) {
      if (event === RETURN) stack.pop();
      else if (event >= 0) {
        calls[stack.at(-1) ?? -1]?.add(event);
        stack.push(event);
      }
    }
  }
  return calls;
}
