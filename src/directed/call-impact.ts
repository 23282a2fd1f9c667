import type { FunctionId, NodeId } from '#core/ids';
import type { CallEdge } from '#dependence/call-graph';
import type { CallAnnotation } from './call-annotations';
import { formalKey, type Formal } from './formals';
import type { ImpactSets } from './impact-sets';

/** The impact set of one invocation of a function (iDiSE III-B.2, the sets I0, I1, … of Fig. 2(c)). */
export interface CallImpact {
  readonly fn: FunctionId;
  /** Formals that carry an impact in this calling context. */
  readonly formals: readonly Formal[];
  /** Imp(m) ∪ the Imp(m(p)) of those formals. */
  readonly nodes: ReadonlySet<NodeId>;
  /** Those among them that the change can reach. */
  readonly forward: ReadonlySet<NodeId>;
}

/** A function that is called from outside: nothing is impacted but what the change itself impacts. */
export function entryImpact(sets: ImpactSets, fn: FunctionId): CallImpact {
  return withFormals(sets, fn, []);
}

/** A function of whose callers nothing is known: everything it is handed may be impacted. */
export function unknownCallImpact(sets: ImpactSets, fn: FunctionId): CallImpact {
  return withFormals(sets, fn, sets.formalsOf(fn));
}

/** The callee's set, in the context of its caller's. */
export function callImpact(sets: ImpactSets, caller: CallImpact, edge: CallEdge): CallImpact {
  return callImpactAt(sets, caller, [edge]);
}

/** The same where one node reaches one callee in several ways. */
export function callImpactAt(
  sets: ImpactSets,
  caller: CallImpact,
  edges: readonly [CallEdge, ...CallEdge[]],
): CallImpact {
  const formals = annotationsIn(sets, caller)
    .filter((annotation) => edges.some((edge) => isSameEdge(annotation.edge, edge)))
    .map(({ formal }) => formal);
  return withFormals(sets, edges[0].callee, distinct(formals));
}

/** All that is impacted in any calling context: in the functions themselves, and through the formals that impact flows to. */
export function impactEverywhere(sets: ImpactSets, which: 'nodes' | 'forward' = 'nodes'): Set<NodeId> {
  const nodes = new Set([...sets.own.values()].flatMap((set) => set[which]));
  const annotations = [...sets.own.values()].flatMap((set) => set.annotations);
  const seen = new Set<string>();
  for (const { edge, formal } of annotations) {
    const key = `${edge.callee} ${formalKey(formal)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const set = sets.ofFormal(edge.callee, formal);
    for (const node of set[which]) nodes.add(node);
    for (const annotation of set.annotations) annotations.push(annotation);
  }
  return nodes;
}

/** Equal for the same function with the same impact on what it is handed. */
export function impactKey({ fn, formals }: CallImpact): string {
  return `${fn} ${formals.map(formalKey).toSorted().join(' ')}`;
}

function withFormals(sets: ImpactSets, fn: FunctionId, formals: readonly Formal[]): CallImpact {
  return new ImpactOfCall(sets, fn, formals);
}

/** The sets are put together when they are first asked for. */
class ImpactOfCall implements CallImpact {
  readonly #sets: ImpactSets;
  #nodes: ReadonlySet<NodeId> | null = null;
  #forward: ReadonlySet<NodeId> | null = null;

  constructor(
    sets: ImpactSets,
    readonly fn: FunctionId,
    readonly formals: readonly Formal[],
  ) {
    this.#sets = sets;
  }

  get nodes(): ReadonlySet<NodeId> {
    return (this.#nodes ??= this.#all('nodes'));
  }

  get forward(): ReadonlySet<NodeId> {
    return (this.#forward ??= this.#all('forward'));
  }

  #all(which: 'nodes' | 'forward'): ReadonlySet<NodeId> {
    const all = new Set(this.#sets.of(this.fn)[which]);
    for (const formal of this.formals) for (const node of this.#sets.ofFormal(this.fn, formal)[which]) all.add(node);
    return all;
  }
}

function annotationsIn(sets: ImpactSets, { fn, formals }: CallImpact): CallAnnotation[] {
  return [...sets.of(fn).annotations, ...formals.flatMap((formal) => sets.ofFormal(fn, formal).annotations)];
}

function isSameEdge(a: CallEdge, b: CallEdge): boolean {
  return a.site === b.site && a.callee === b.callee && a.kind === b.kind;
}

function distinct(formals: readonly Formal[]): Formal[] {
  return [...new Map(formals.map((formal) => [formalKey(formal), formal])).values()];
}
