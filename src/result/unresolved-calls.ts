import type { NodeId } from '#core/ids';
import type { UnresolvedCall } from '#dependence/call-graph';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { isTestPath } from '#project/test-path';
import type { NodeDescriber } from './describe-node';
import type { UnresolvedCalls } from './result';

/**
 * Calls that no target was found for and that may matter to a change: those in reached code, where the change may go on unseen,
 * and those of methods that are called like a reached one, where it may come from unseen.
 */
export function unresolvedCalls(
  graph: DependenceGraph,
  nodes: Pick<NodeDescriber, 'ref'>,
  reached: readonly NodeId[],
): UnresolvedCalls {
  const { program, callGraph } = graph;
  const isTest = program.modules.map(({ path }) => isTestPath(path));
  const isOwn = (node: NodeId): boolean => isTest[program.moduleOfNode(node)] !== true;
  const calls = new Set(reached.filter((node) => program.kindOf(node) === 'call' && isOwn(node)));
  const inside = [...calls].flatMap((site) => callGraph.unresolvedAt(site) ?? []);
  const names = reachedNames(graph, reached);
  const outside =
    names.size === 0 ? [] : callGraph.unresolved.filter((call) => !calls.has(call.site) && names.has(call.name));
  const unknown = [...inside, ...outside]
    .filter((call) => isUnknown(call) && isOwn(call.site))
    .toSorted((a, b) => a.site - b.site);
  return { count: unknown.length, samples: unknown.slice(0, 20).map((call) => nodes.ref(call.site)) };
}

function isUnknown({ reason }: UnresolvedCall): boolean {
  return reason === 'unknown' || reason === 'too-many-targets';
}

/** What calls of the reached methods look like: `.value`. */
function reachedNames({ program }: DependenceGraph, reached: readonly NodeId[]): Set<string> {
  const functions = new Set(reached.map((node) => program.functionOf(node)));
  const methods = [...functions].filter((fn) => program.functionKind(fn) === 'method');
  return new Set(methods.map((fn) => `.${program.shortName(fn).split('.').at(-1) ?? ''}`));
}
