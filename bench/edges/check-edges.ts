import { LineIndex } from '#core/span';
import { functionId, nodeId, type FunctionId } from '#core/ids';
import type { CallEdge } from '#dependence/call-graph';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { functionFlags } from '#ir/facts';
import type { LoadedProgram } from '#ir/load-program';
import type { Recording } from '#trace/recording';
import { proxyTraps } from './proxy-traps';
import { observeEdges, type ObservedEdges } from './observe-edges';
import { StaticOrder } from './static-order';

/** An observed call or order of two functions that the static graphs lack. */
export interface MissingEdge {
  readonly from: string;
  readonly to: string;
  /** Why, as far as that can be told from the outside. */
  readonly blame: Blame;
  /** Calls of the caller that may be meant. */
  readonly sites: readonly string[];
  readonly times: number;
}

export type Blame =
  | 'kept by code outside'
  | 'call without a known target'
  | 'call with too many targets'
  | 'accessor'
  | 'conversion'
  | 'trap of a proxy'
  | 'target not among those found'
  | 'no such call';

export interface EdgeCheck {
  readonly functions: number;
  readonly events: number;
  /** `resumed`: entries of functions that had waited, from where they were waited for. */
  readonly calls: { readonly observed: number; readonly resumed: number; readonly missing: readonly MissingEdge[] };
  /** `implied`: only missing because calls are. */
  readonly after: { readonly observed: number; readonly implied: number; readonly missing: readonly string[] };
}

/** Compares what a run with whole paths shows with the call graph and with what can execute after what. */
export function checkEdges(recording: Recording, loaded: LoadedProgram, graph: DependenceGraph): EdgeCheck {
  const observed = observeEdges(recording);
  return new EdgeChecker(loaded, graph, functionsOf(recording, loaded, observed)).check(observed);
}

/** Functions of the recording as those of the program; those of files that are none of its modules are left out. */
function functionsOf({ modules }: Recording, { program }: LoadedProgram, { functionCount }: ObservedEdges): Watched {
  const ofRecorded = new Map<number, FunctionId>();
  for (const { path, firstFunction, functions } of modules) {
    const m = program.moduleIndex(path);
    const facts = m === undefined ? undefined : program.modules[m];
    if (m === undefined || facts === undefined) continue;
    const known = new Map<string, FunctionId>();
    for (let i = 0; i < facts.functions.count; i++) {
      const fn = program.functionAt(m, i);
      known.set(`${program.functionKind(fn)}:${facts.functions.start[i]}`, fn);
    }
    functions.forEach(({ kind, start }, i) => {
      const fn = known.get(`${kind}:${start}`);
      if (fn !== undefined) ofRecorded.set(firstFunction + i, fn);
    });
  }
  return { functionCount, ofRecorded, all: new Set(ofRecorded.values()) };
}

interface Watched {
  readonly functionCount: number;
  readonly ofRecorded: ReadonlyMap<number, FunctionId>;
  readonly all: ReadonlySet<FunctionId>;
}

interface CallPair {
  readonly caller: FunctionId;
  readonly callee: FunctionId;
  readonly times: number;
}

class EdgeChecker {
  private readonly lines = new Map<string, LineIndex>();
  private readonly traps: ReadonlySet<FunctionId>;
  /** Functions that are not watched count as part of the nearest function around them that is. */
  private readonly inside = new Map<FunctionId, FunctionId[]>();

  constructor(
    private readonly loaded: LoadedProgram,
    private readonly graph: DependenceGraph,
    private readonly watched: Watched,
  ) {
    this.traps = proxyTraps(graph);
    for (let index = 0; index < graph.program.functionCount; index++) {
      const fn = functionId(index);
      const around = this.watchedAround(fn);
      if (around !== null && around !== fn) this.inside.set(around, [...(this.inside.get(around) ?? []), fn]);
    }
  }

  check(observed: ObservedEdges): EdgeCheck {
    const pairs = this.pairs(observed);
    const absent = pairs.filter(({ caller, callee }) => !this.isCalled(caller, callee));
    const isResumed = ({ caller, callee }: CallPair): boolean => this.maySuspend(callee) || this.waitsUnseen(caller);
    const resumed = absent.filter(isResumed);
    const missing = absent.filter((pair) => !isResumed(pair));
    return {
      functions: this.watched.all.size,
      events: observed.events,
      calls: { observed: pairs.length, resumed: resumed.length, missing: missing.map((pair) => this.explain(pair)) },
      after: this.checkOrder(observed, absent),
    };
  }

  private pairs({ calls, functionCount }: ObservedEdges): CallPair[] {
    return [...calls].flatMap(([pair, times]) => {
      const caller = this.watched.ofRecorded.get(Math.floor(pair / functionCount));
      const callee = this.watched.ofRecorded.get(pair % functionCount);
      return caller === undefined || callee === undefined ? [] : [{ caller, callee, times }];
    });
  }

  /** By an edge, or through functions that no probe saw: those that are not watched, and what runs before a body begins. */
  private isCalled(caller: FunctionId, callee: FunctionId): boolean {
    const { callGraph } = this.graph;
    const wanted = new Set([callee, ...(this.inside.get(callee) ?? [])]);
    const seen = new Set([caller, ...(this.inside.get(caller) ?? [])]);
    for (const fn of seen) {
      const isPassed = fn !== caller && this.watched.all.has(fn);
      for (const edge of callGraph.callsFrom(fn)) {
        if (isPassed && !this.isBeforeBody(edge)) continue;
        if (wanted.has(edge.callee)) return true;
        seen.add(edge.callee);
      }
      if (isPassed || !callGraph.callsCommon(fn)) continue;
      for (const each of callGraph.common.callees) {
        if (wanted.has(each)) return true;
        if (!this.watched.all.has(each)) seen.add(each);
      }
    }
    return false;
  }

  private watchedAround(fn: FunctionId): FunctionId | null {
    const { program } = this.graph;
    const { module, moduleIndex, index } = program.locate(fn);
    for (let at = index; at >= 0; at = module.functions.parent[at] ?? -1) {
      const around = program.functionAt(moduleIndex, at);
      if (this.watched.all.has(around)) return around;
    }
    return null;
  }

  /** A call among the default values of parameters, or of the initialisers of fields. */
  private isBeforeBody({ caller, callee, site }: CallEdge): boolean {
    const { program } = this.graph;
    if (program.functionKind(callee) === 'fields') return true;
    const { module, index } = program.locate(caller);
    const params = this.loaded.module(module.path)?.functions[index]?.params ?? [];
    const { start } = program.spanOf(site);
    return start >= (params[0]?.start ?? Infinity) && start < (params.at(-1)?.end ?? 0);
  }

  private maySuspend(fn: FunctionId): boolean {
    const { module, index } = this.graph.program.locate(fn);
    return ((module.functions.flags[index] ?? 0) & (functionFlags.generator | functionFlags.async)) !== 0;
  }

  /** No probe tells that a generator waits at `yield*` or at a `yield` of nothing: it seems to call what its consumer calls. */
  private waitsUnseen(fn: FunctionId): boolean {
    const { module, index } = this.graph.program.locate(fn);
    const { nodes = [] } = this.loaded.module(module.path)?.functions[index] ?? {};
    return nodes.some(({ op }) => op.kind === 'yield' && (op.delegate || op.value.kind === 'const'));
  }

  private explain({ caller, callee, times }: CallPair): MissingEdge {
    const { program, callGraph } = this.graph;
    const name = program.shortName(callee).split('.').at(-1) ?? '';
    const kind = program.functionKind(callee);
    const open = this.openCalls(caller);
    const named = open.filter((call) => call.name === `.${name}` || call.name === name);
    const isGiven = callGraph.callsTo(callee).some((edge) => edge.kind === 'callback');
    const blame = ((): Blame => {
      if (kind === 'getter' || kind === 'setter') return 'accessor';
      if (this.traps.has(callee)) return 'trap of a proxy';
      if (conversions.has(name)) return 'conversion';
      if (named.some(({ reason }) => reason === 'too-many-targets')) return 'call with too many targets';
      if (named.length > 0) return 'call without a known target';
      if (isGiven && open.length > 0) return 'kept by code outside';
      if (open.some(({ reason }) => reason === 'too-many-targets')) return 'call with too many targets';
      if (open.some(({ reason }) => reason === 'unknown')) return 'call without a known target';
      return open.length > 0 ? 'target not among those found' : 'no such call';
    })();
    const sites = (named.length > 0 ? named : open).slice(0, 4);
    return {
      from: this.place(caller),
      to: this.place(callee),
      blame,
      sites: sites.map(({ site, reason, name: shown }) => `${this.placeAt(program.spanOf(site))} ${shown} (${reason})`),
      times,
    };
  }

  private openCalls(fn: FunctionId) {
    const { program, callGraph } = this.graph;
    return [fn, ...(this.inside.get(fn) ?? [])].flatMap((part) => {
      const { first, count } = program.nodesOf(part);
      const calls = Array.from({ length: count }, (_, i) => callGraph.unresolvedAt(nodeId(first + i)));
      return calls.filter((call) => call !== undefined);
    });
  }

  private checkOrder(observed: ObservedEdges, absent: readonly CallPair[]): EdgeCheck['after'] {
    const { program, callGraph } = this.graph;
    const order = new StaticOrder(program, callGraph);
    const completed = new StaticOrder(program, callGraph, absent);
    let count = 0;
    let implied = 0;
    const missing: string[] = [];
    for (const [recorded, later] of observed.after) {
      const fn = this.watched.ofRecorded.get(recorded);
      if (fn === undefined) continue;
      const can = order.after(fn);
      const others = [...later].flatMap((other) => this.watched.ofRecorded.get(other) ?? []);
      count += others.length;
      const lacking = others.filter((other) => !can.has(other));
      if (lacking.length === 0) continue;
      const couldBe = completed.after(fn);
      for (const other of lacking) {
        if (couldBe.has(other)) implied++;
        else missing.push(`${this.place(fn)} … ${this.place(other)}`);
      }
    }
    return { observed: count, implied, missing };
  }

  private place(fn: FunctionId): string {
    const { program } = this.graph;
    return `${program.shortName(fn)} (${this.placeAt(program.functionSpan(fn))})`;
  }

  private placeAt({ file, start }: { readonly file: string; readonly start: number }): string {
    let index = this.lines.get(file);
    if (index === undefined) this.lines.set(file, (index = new LineIndex(this.loaded.textOf(file))));
    return `${file}:${index.positionAt(start).line}`;
  }
}

const conversions: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON', '@@toPrimitive', '@@iterator']);
