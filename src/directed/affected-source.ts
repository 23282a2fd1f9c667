import type { FunctionId, NodeId } from '#core/ids';
import type { CallGraph } from '#dependence/call-graph';
import type { AffectedSets } from './affected-sets';
import {
  callImpactAt,
  entryImpact,
  impactEverywhere,
  impactKey,
  unknownCallImpact,
  type CallImpact,
} from './call-impact';
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
  const known = new Map<string, AffectedCall>();
  // Most calls of a function hand it the same impact: what is found out about one is true of the others.
  const invoked = (impact: CallImpact): AffectedCall => {
    const key = impactKey(impact);
    const made = known.get(key) ?? new ImpactedCall(impact, enter);
    known.set(key, made);
    return made;
  };
  const enter = (impact: CallImpact, site: NodeId, callee: FunctionId): AffectedCall => {
    const [edge, ...others] = calls.callsAt(site).filter((candidate) => candidate.callee === callee);
    return invoked(
      edge === undefined ? unknownCallImpact(sets, callee) : callImpactAt(sets, impact, [edge, ...others]),
    );
  };
  let everywhere: ReadonlySet<NodeId> | undefined;
  let reached: ReadonlySet<NodeId> | undefined;
  return {
    // Where every path is affected in a way of its own, nobody asks.
    get everywhere() {
      return (everywhere ??= impactEverywhere(sets));
    },
    get reached() {
      return (reached ??= impactEverywhere(sets, 'forward'));
    },
    entry: (fn) => invoked(entryImpact(sets, fn)),
    anywhere: (fn) => invoked(unknownCallImpact(sets, fn)),
  };
}

class ImpactedCall implements AffectedCall {
  readonly #impact: CallImpact;
  readonly #enter: (impact: CallImpact, site: NodeId, callee: FunctionId) => AffectedCall;
  /** By the node that calls. */
  readonly #known = new Map<NodeId, { readonly callee: FunctionId; readonly call: AffectedCall }[]>();

  constructor(impact: CallImpact, enter: (impact: CallImpact, site: NodeId, callee: FunctionId) => AffectedCall) {
    this.#impact = impact;
    this.#enter = enter;
  }

  get nodes(): ReadonlySet<NodeId> {
    return this.#impact.nodes;
  }

  get reached(): ReadonlySet<NodeId> {
    return this.#impact.forward;
  }

  called(site: NodeId, callee: FunctionId): AffectedCall {
    let here = this.#known.get(site);
    if (here === undefined) this.#known.set(site, (here = []));
    for (const known of here) if (known.callee === callee) return known.call;
    const call = this.#enter(this.#impact, site, callee);
    here.push({ callee, call });
    return call;
  }
}
