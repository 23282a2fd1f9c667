import { invariant } from '#core/diagnostics';
import { Digraph } from '#core/digraph';
import { reachableFrom } from '#core/reachability';
import type { ImpactTechnique } from './impact-technique';

/**
 * Which way a change is taken to spread along calls. Neither is safe: what runs after a function without calling it or being
 * called by it is in neither closure.
 */
export type CallDirection = 'callees' | 'callers' | 'both';

/** Functions each of which may call each of the others, without an edge for every two. */
export interface CommonCalls {
  readonly callers: readonly number[];
  readonly callees: readonly number[];
}

/** Transitive closure on the call graph, the baseline of PathImpact. `calls[f]` are the functions that `f` may call. */
export function callGraphClosure(
  calls: readonly Iterable<number>[],
  direction: CallDirection,
  common: CommonCalls = { callers: [], callees: [] },
): ImpactTechnique {
  // Calls in common meet in a vertex behind the functions.
  const meeting = calls.length;
  const callers: number[] = [...common.callers, ...common.callees.map(() => meeting)];
  const callees: number[] = [...common.callers.map(() => meeting), ...common.callees];
  calls.forEach((called, caller) => {
    for (const callee of called) {
      invariant(callee < calls.length, 'a callee is a function of the call graph');
      callers.push(caller);
      callees.push(callee);
    }
  });
  const graphs: Digraph[] = [];
  if (direction !== 'callers') graphs.push(Digraph.fromEdges(calls.length + 1, callers, callees));
  if (direction !== 'callees') graphs.push(Digraph.fromEdges(calls.length + 1, callees, callers));
  return {
    name: `call-graph-${direction}`,
    impact(changed) {
      const known = [...changed].filter((number) => number < calls.length);
      const impacted = new Set<number>();
      for (const graph of graphs) for (const reached of reachableFrom(graph, known)) impacted.add(reached);
      impacted.delete(meeting);
      return impacted;
    },
  };
}
