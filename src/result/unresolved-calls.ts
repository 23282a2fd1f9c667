import type { NodeId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { isTestPath } from '#project/test-path';
import type { NodeDescriber } from './describe-node';
import type { UnresolvedCalls } from './result';

/** Calls in reached code that no target was found for: the change may go on there unseen. */
export function unresolvedCalls(
  graph: DependenceGraph,
  nodes: NodeDescriber,
  reached: readonly NodeId[],
): UnresolvedCalls {
  const { program, callGraph } = graph;
  const calls = new Set(reached.filter((node) => program.kindOf(node) === 'call'));
  const unknown = [...calls]
    .toSorted((a, b) => a - b)
    .flatMap((site) => callGraph.unresolvedAt(site) ?? [])
    .filter(({ reason }) => reason === 'unknown' || reason === 'too-many-targets')
    .filter(({ site }) => !isTestPath(program.spanOf(site).file));
  return { count: unknown.length, samples: unknown.slice(0, 20).map((call) => nodes.ref(call.site)) };
}
