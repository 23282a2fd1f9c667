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
  const isTest = program.modules.map(({ path }) => isTestPath(path));
  const isOwnCall = (node: NodeId): boolean =>
    program.kindOf(node) === 'call' && isTest[program.moduleOfNode(node)] !== true;
  const unknown = [...new Set(reached.filter(isOwnCall))]
    .toSorted((a, b) => a - b)
    .flatMap((site) => callGraph.unresolvedAt(site) ?? [])
    .filter(({ reason }) => reason === 'unknown' || reason === 'too-many-targets');
  return { count: unknown.length, samples: unknown.slice(0, 20).map((call) => nodes.ref(call.site)) };
}
