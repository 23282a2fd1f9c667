import type { FunctionId, NodeId } from '#core/ids';

/** One way in which one call site reaches one function: two calls of the same function are two edges. */
export interface CallEdge {
  readonly caller: FunctionId;
  readonly callee: FunctionId;
  /** The call node, or the node whose getter, setter or iterator the edge stands for. */
  readonly site: NodeId;
  /** Where the call comes back: the return node of a call, the site itself otherwise. */
  readonly returnNode: NodeId;
  /**
   * `call`: arguments map to parameters by position; `callback`: a built-in or unknown function calls it
   * during the call at `site`; `implicit`: an accessor or iterator runs as part of the node.
   */
  readonly kind: 'call' | 'callback' | 'implicit';
}

/** A call whose targets are not functions of the program, and why. */
export interface UnresolvedCall {
  readonly site: NodeId;
  /** `built-in`: a modelled function of the language; `external`: code outside the program; `unknown`: no target was found. */
  readonly reason: 'built-in' | 'external' | 'unknown' | 'too-many-targets';
  readonly name: string;
}

/**
 * Functions that variables with too many hold in common, and where what such a variable holds is called: each of the sites may run each of
 * the functions. Edges from all to all would be too many, so that no edge stands for these calls.
 */
export interface CommonCallees {
  readonly sites: readonly CommonSite[];
  /** The functions that the sites are in, in ascending order. */
  readonly callers: readonly FunctionId[];
  readonly callees: readonly FunctionId[];
}

export type CommonSite = Pick<CallEdge, 'caller' | 'site' | 'returnNode'>;

/** Where the edges of a call graph come from; asked only for what is looked at. */
export interface CallSource {
  common(): CommonCallees;
  edges(): readonly CallEdge[];
  edgeCount(): number;
  edgesFrom(fn: FunctionId): readonly CallEdge[];
  edgesTo(fn: FunctionId): readonly CallEdge[];
  callersOf(fn: FunctionId): readonly FunctionId[];
  edgesAt(site: NodeId): readonly CallEdge[];
  unresolved(): readonly UnresolvedCall[];
  unresolvedCount(): number;
  unresolvedAt(site: NodeId): UnresolvedCall | undefined;
}

export class CallGraph {
  private readonly source: CallSource;
  private commonSets:
    { readonly callers: ReadonlySet<FunctionId>; readonly callees: ReadonlySet<FunctionId> } | undefined;

  constructor(edges: readonly CallEdge[] | CallSource, unresolved: readonly UnresolvedCall[] = []) {
    this.source = 'edgesTo' in edges ? edges : new ListedCalls(edges, unresolved);
  }

  get edges(): readonly CallEdge[] {
    return this.source.edges();
  }

  get unresolved(): readonly UnresolvedCall[] {
    return this.source.unresolved();
  }

  /** How many there are, without listing them. */
  get edgeCount(): number {
    return this.source.edgeCount();
  }

  get unresolvedCount(): number {
    return this.source.unresolvedCount();
  }

  callsFrom(fn: FunctionId): readonly CallEdge[] {
    return this.source.edgesFrom(fn);
  }

  callsTo(fn: FunctionId): readonly CallEdge[] {
    return this.source.edgesTo(fn);
  }

  /** Calls that no edge stands for. */
  get common(): CommonCallees {
    return this.source.common();
  }

  /** Does the function call what a variable with too many functions holds? */
  callsCommon(fn: FunctionId): boolean {
    return this.inCommon().callers.has(fn);
  }

  isCommon(fn: FunctionId): boolean {
    return this.inCommon().callees.has(fn);
  }

  /** Whether an edge leads from one function to the other, or one calls what is held in common and the other is. */
  mayCall(caller: FunctionId, callee: FunctionId): boolean {
    if (this.callsCommon(caller) && this.isCommon(callee)) return true;
    return this.callsFrom(caller).some((edge) => edge.callee === callee);
  }

  /** The functions that call one by an edge, each once, in the order of their first calls. */
  callersOf(fn: FunctionId): readonly FunctionId[] {
    return this.source.callersOf(fn);
  }

  callsAt(site: NodeId): readonly CallEdge[] {
    return this.source.edgesAt(site);
  }

  unresolvedAt(site: NodeId): UnresolvedCall | undefined {
    return this.source.unresolvedAt(site);
  }

  private inCommon(): NonNullable<typeof this.commonSets> {
    const { callers, callees } = this.common;
    return (this.commonSets ??= { callers: new Set(callers), callees: new Set(callees) });
  }
}

class ListedCalls implements CallSource {
  private readonly outgoing = new Map<FunctionId, CallEdge[]>();
  private readonly incoming = new Map<FunctionId, CallEdge[]>();
  private readonly atSite = new Map<NodeId, CallEdge[]>();

  constructor(
    private readonly listed: readonly CallEdge[],
    private readonly others: readonly UnresolvedCall[],
  ) {
    for (const edge of listed) {
      push(this.outgoing, edge.caller, edge);
      push(this.incoming, edge.callee, edge);
      push(this.atSite, edge.site, edge);
    }
  }

  common(): CommonCallees {
    return { sites: [], callers: [], callees: [] };
  }
  edges(): readonly CallEdge[] {
    return this.listed;
  }
  edgeCount(): number {
    return this.listed.length;
  }
  edgesFrom(fn: FunctionId): readonly CallEdge[] {
    return this.outgoing.get(fn) ?? [];
  }
  edgesTo(fn: FunctionId): readonly CallEdge[] {
    return this.incoming.get(fn) ?? [];
  }
  callersOf(fn: FunctionId): readonly FunctionId[] {
    return [...new Set(this.edgesTo(fn).map(({ caller }) => caller))];
  }
  edgesAt(site: NodeId): readonly CallEdge[] {
    return this.atSite.get(site) ?? [];
  }
  unresolved(): readonly UnresolvedCall[] {
    return this.others;
  }
  unresolvedCount(): number {
    return this.others.length;
  }
  unresolvedAt(site: NodeId): UnresolvedCall | undefined {
    return this.others.find((call) => call.site === site);
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
