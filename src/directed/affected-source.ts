import type { FunctionId, NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { AffectedSets } from './affected-sets';
import { callImpactAt, entryImpact, impactEverywhere, unknownCallImpact, type CallImpact } from './call-impact';
import type { ImpactSets } from './impact-sets';

/** What a change affects, by calling context. */
export interface AffectedSource {
  /** Affected in any context. */
  readonly everywhere: ReadonlySet<NodeId>;
  /** Those among them that the change can reach; the others are there because these depend on them. */
  readonly reached: ReadonlySet<NodeId>;
  /** The function is called from outside. */
  entry(fn: FunctionId): AffectedCall;
  /** The function is called by nobody knows whom. */
  anywhere(fn: FunctionId): AffectedCall;
}

/** The affected nodes of one invocation of a function. */
export interface AffectedCall {
  readonly nodes: ReadonlySet<NodeId>;
  readonly reached: ReadonlySet<NodeId>;
  /** Those of a function that is called on its way. */
  called(site: NodeId, callee: FunctionId): AffectedCall;
}

/** DiSE: the affected nodes of one function, whoever calls it; in other functions nothing is affected. */
export function affectedInFunction(fn: FunctionId, sets: AffectedSets): AffectedSource {
  const everywhere = new Set([...sets.ACN, ...sets.AWN, ...sets.other]);
  const callOf = (nodes: ReadonlySet<NodeId>): AffectedCall => ({
    nodes,
    reached: nodes,
    called: (_, callee) => invoked(callee),
  });
  const [own, other] = [callOf(everywhere), callOf(new Set())];
  const invoked = (callee: FunctionId): AffectedCall => (callee === fn ? own : other);
  return { everywhere, reached: everywhere, entry: invoked, anywhere: invoked };
}

/** iDiSE: the impact sets, refined by the calls that led to a function (III-B.2). */
export function impactedByContext(sets: ImpactSets, calls: CallGraph): AffectedSource {
  const invoked = (impact: CallImpact): AffectedCall => ({
    nodes: impact.nodes,
    reached: impact.forward,
    called(site, callee) {
      const [edge, ...others] = calls.callsAt(site).filter((candidate) => candidate.callee === callee);
      const known = edge === undefined ? null : callImpactAt(sets, impact, [edge, ...others]);
      return invoked(known ?? unknownCallImpact(sets, callee));
    },
  });
  return {
    everywhere: impactEverywhere(sets),
    reached: impactEverywhere(sets, 'forward'),
    entry: (fn) => invoked(entryImpact(sets, fn)),
    anywhere: (fn) => invoked(unknownCallImpact(sets, fn)),
  };
}
