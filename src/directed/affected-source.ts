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
  return new ImpactedSource(sets, calls);
}

class ImpactedSource implements AffectedSource {
  readonly #sets: ImpactSets;
  readonly #calls: CallGraph;
  readonly #known = new Map<string, AffectedCall>();
  #everywhere: ReadonlySet<NodeId> | null = null;
  #reached: ReadonlySet<NodeId> | null = null;

  constructor(sets: ImpactSets, calls: CallGraph) {
    this.#sets = sets;
    this.#calls = calls;
  }

  // Where every path is affected in a way of its own, nobody asks.
  get everywhere(): ReadonlySet<NodeId> {
    return (this.#everywhere ??= impactEverywhere(this.#sets));
  }

  get reached(): ReadonlySet<NodeId> {
    return (this.#reached ??= impactEverywhere(this.#sets, 'forward'));
  }

  entry(fn: FunctionId): AffectedCall {
    return this.#invoked(entryImpact(this.#sets, fn));
  }

  anywhere(fn: FunctionId): AffectedCall {
    return this.#invoked(unknownCallImpact(this.#sets, fn));
  }

  entered(impact: CallImpact, site: NodeId, callee: FunctionId): AffectedCall {
    const [edge, ...others] = this.#calls.callsAt(site).filter((candidate) => candidate.callee === callee);
    if (edge === undefined) return this.anywhere(callee);
    return this.#invoked(callImpactAt(this.#sets, impact, [edge, ...others]));
  }

  /** Most calls of a function hand it the same impact: what is found out about one is true of the others. */
  #invoked(impact: CallImpact): AffectedCall {
    const key = impactKey(impact);
    const made = this.#known.get(key) ?? new ImpactedCall(impact, this);
    this.#known.set(key, made);
    return made;
  }
}

class ImpactedCall implements AffectedCall {
  readonly #impact: CallImpact;
  readonly #source: ImpactedSource;
  /** By the node that calls. */
  readonly #known = new Map<NodeId, { readonly callee: FunctionId; readonly call: AffectedCall }[]>();

  constructor(impact: CallImpact, source: ImpactedSource) {
    this.#impact = impact;
    this.#source = source;
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
    const call = this.#source.entered(this.#impact, site, callee);
    here.push({ callee, call });
    return call;
  }
}
