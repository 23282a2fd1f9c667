import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import { accessLabel } from './access-label';
import { eachArgumentPair, type VisitPair } from './argument-pairs';
import { buildCallGraph } from './build-call-graph';
import type { CallGraph } from './call-graph';
import { Callers } from './callers';
import { errorFlow, type ErrorFlow } from './error-flow';
import { edgeKinds, type FunctionGraph } from './function-graph';
import { FunctionGraphs } from './function-graphs';
import type { ResolveModule } from './link';
import type { Memory } from './memory';
import { analyzePointers } from './pointer-analysis';
import type { PointerAnalysis, ResolvedCall } from './pointers';
import { SharedPlaces } from './shared-places';
import type { Sharing } from './sharing';
import { loadSharing } from './load-sharing';
import { numberVertices, type VertexNumbering } from './vertex-numbering';

/** Direction in which an edge crosses functions: into a callee, back to a caller, or through shared state. */
export type Crossing = 'none' | 'down' | 'up' | 'shared';

export type VisitEdge = (to: number, kind: number, label: string, crossing: Crossing) => void;

/**
 * The dependence graph across functions (PDG per function, connected at calls as in a system dependence
 * graph, and through shared places). Vertices are numbered function by function, shared places last.
 * The part of a function is built when it is first looked at.
 */
export class DependenceGraph {
  readonly callGraph: CallGraph;
  readonly errors: ErrorFlow;
  readonly shared: SharedPlaces;
  readonly vertexBase: Int32Array;
  /** One past the last vertex of a function: shared places follow. */
  readonly placeBase: number;
  private readonly numbering: VertexNumbering;
  private readonly graphs: FunctionGraphs;
  private readonly implicitAt = new Map<number, number[]>();
  private sharing: Sharing | undefined;

  constructor(
    readonly program: Program,
    readonly pointers: PointerAnalysis,
    private readonly memory: Memory | null = null,
  ) {
    const callers = new Callers(program, pointers.calls);
    this.errors = errorFlow(pointers, callers);
    this.shared = new SharedPlaces(pointers);
    this.callGraph = buildCallGraph(pointers, callers);
    for (const { node, callee } of pointers.calls.implicit) push(this.implicitAt, node, callee);
    this.graphs = new FunctionGraphs(program, pointers, this.errors, (node) => this.implicitAt.has(node), memory);
    this.numbering = numberVertices(program);
    this.vertexBase = this.numbering.base;
    this.placeBase = this.vertexBase[program.functionCount]!;
  }

  /** The function whose vertex this is. */
  functionOf(vertex: number): FunctionId {
    return this.numbering.functionOf[vertex] as FunctionId;
  }

  isPlace(vertex: number): boolean {
    return vertex >= this.placeBase;
  }

  /** A shared place of objects that are not known one by one. */
  isVague(vertex: number): boolean {
    return this.isPlace(vertex) && this.shared.isVague(vertex - this.placeBase);
  }

  /** The vertex of a node. */
  vertexOf(node: number): number {
    return this.numbering.vertexOf[node]!;
  }

  /** The node that a vertex is or belongs to: arguments belong to their call, formals to the entry, errors to the exit. */
  nodeOf(vertex: number): NodeId {
    return this.numbering.node[vertex] as NodeId;
  }

  /** A vertex that is a node itself, not a part of one. */
  isNode(vertex: number): boolean {
    return !this.isPlace(vertex) && this.vertexOf(this.nodeOf(vertex)) === vertex;
  }

  /** Vertices that stand for parts of a node: the arguments of a call, the formals of an entry, the error of an exit. */
  partsOf(node: NodeId): number[] {
    const fn = this.program.functionOf(node);
    const { layout } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = node - this.program.nodesOf(fn).first;
    const call = layout.callAtNode.get(local);
    if (call !== undefined) return Array.from({ length: call.args + 1 }, (_, i) => base + call.first + i);
    if (node === this.program.exitOf(fn)) return [base + layout.errorOut];
    if (local !== 0) return [];
    return Array.from({ length: layout.errorOut - layout.firstFormal }, (_, i) => base + layout.firstFormal + i);
  }

  graphOf(fn: number): FunctionGraph {
    return this.graphs.of(fn);
  }

  /** What depends on a vertex. Labels cost time: `labelled` says whether they are wanted. */
  forward(vertex: number, visit: VisitEdge, labelled = true): void {
    if (this.isPlace(vertex)) {
      this.forwardFromPlace(vertex - this.placeBase, visit, labelled);
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label, layout } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = vertex - base;
    const { offsets, targets, edgeIds } = graph;
    for (let slot = offsets[local]!; slot < offsets[local + 1]!; slot++) {
      const edge = edgeIds[slot]!;
      const text = labelled ? this.localLabel(fn, kind[edge]!, label[edge]!) : '';
      visit(base + targets[slot]!, kind[edge]!, text, 'none');
    }
    this.crossForward(fn, local, visit, labelled);
    if (local >= layout.nodeCount) return;
    this.sharingOf().eachDefinedBy(vertex, (place) =>
      visit(this.placeBase + place, edgeKinds.shared, labelled ? this.shared.nameOf(place) : '', 'shared'),
    );
  }

  /** What a vertex depends on. */
  backward(vertex: number, visit: VisitEdge, labelled = true): void {
    if (this.isPlace(vertex)) {
      const place = vertex - this.placeBase;
      const name = labelled ? this.shared.nameOf(place) : '';
      this.sharingOf().eachDefinition(place, (def) => visit(def, edgeKinds.shared, name, 'shared'));
      this.sharingOf().eachNarrower(place, (part) => visit(this.placeBase + part, edgeKinds.shared, name, 'shared'));
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = vertex - base;
    graph
      .reverse()
      .forEachSuccessor(local, (from, edge) =>
        visit(base + from, kind[edge]!, labelled ? this.localLabel(fn, kind[edge]!, label[edge]!) : '', 'none'),
      );
    this.crossBackward(fn, local, visit);
    this.sharingOf().eachUsedBy(vertex, (place) =>
      visit(this.placeBase + place, edgeKinds.shared, labelled ? this.shared.nameOf(place) : '', 'shared'),
    );
  }

  /** Vertices of all functions and shared places. */
  get vertexCount(): number {
    this.sharingOf();
    return this.placeBase + this.shared.count;
  }

  /** Builds every part; returns how many vertices and edges there are. */
  complete(): { vertices: number; edges: number } {
    const { calls } = this.pointers;
    let edges = this.sharingOf().edgeCount + calls.implicit.length * 2;
    for (let fn = 0; fn < this.program.functionCount; fn++) edges += this.graphOf(fn).graph.edgeCount;
    for (let i = 0; i < calls.count; i++) edges += (calls.targetCount(i) + calls.callbacksOf(i).length) * 2;
    return { vertices: this.placeBase + this.shared.count, edges };
  }

  /** Arguments of a call and the formals of one target that they become: pairs of vertices. */
  argumentPairs(call: ResolvedCall, target: number, visit: VisitPair): void {
    eachArgumentPair(this, call, target, this.pointers.bound.get(target) ?? [], visit);
  }

  callsAt(node: number): ResolvedCall | undefined {
    return this.pointers.calls.at(node);
  }

  private localLabel(fn: number, kind: number, label: number): string {
    const module = this.program.modules[this.program.moduleOfFunction[fn]!]!;
    if (kind === edgeKinds.control) return label < 0 ? '' : (module.strings[label] ?? '');
    return kind === edgeKinds.data && label >= 0 ? accessLabel(module, label) : '';
  }

  private crossForward(fn: number, local: number, visit: VisitEdge, labelled: boolean): void {
    const { layout } = this.graphOf(fn);
    const node = this.nodeOf(this.vertexBase[fn]! + local);
    if (local < layout.nodeCount) {
      const call = layout.callAtNode.has(local) ? this.callsAt(node) : undefined;
      if (call !== undefined) {
        for (const target of call.targets)
          visit(this.vertexBase[target]!, edgeKinds.call, labelled ? this.nameOf(target) : '', 'down');
        for (const callback of call.callbacks) this.enterCallback(callback, visit, labelled);
      }
      if (this.implicitAt.size > 0)
        for (const callee of this.implicitAt.get(node) ?? []) this.enterCallback(callee, visit, labelled);
      if (node === this.program.exitOf(fn as FunctionId)) this.returnTo(fn, edgeKinds.return, visit);
      return;
    }
    if (local === layout.errorOut) {
      this.returnTo(fn, edgeKinds.error, visit);
      return;
    }
    if (local < layout.errorOut) return;
    const call = this.callsAt(node);
    if (call === undefined) return;
    const vertex = this.vertexBase[fn]! + local;
    for (const target of call.targets) {
      this.argumentPairs(call, target, (argument, formal, position) => {
        if (argument === vertex)
          visit(formal, edgeKinds.parameter, labelled ? this.paramName(target, position) : '', 'down');
      });
    }
  }

  private crossBackward(fn: number, local: number, visit: VisitEdge): void {
    const { layout } = this.graphOf(fn);
    const first = this.program.nodesOf(fn as FunctionId).first;
    if (local === 0) {
      for (const edge of this.callGraph.callsTo(fn as FunctionId))
        visit(this.vertexOf(edge.site), edgeKinds.call, this.nameOf(fn), 'up');
      return;
    }
    if (local < layout.nodeCount) {
      const call = layout.callAtNode.has(local - 1) ? this.callsAt(first + local - 1) : undefined;
      if (call !== undefined && call.returnNode === first + local) {
        for (const target of [...call.targets, ...call.callbacks]) this.enterEnd(target, visit);
      }
      for (const callee of this.implicitAt.get(first + local) ?? []) this.enterEnd(callee, visit);
      return;
    }
    if (local >= layout.errorOut) return;
    const vertex = this.vertexBase[fn]! + local;
    for (const edge of this.callGraph.callsTo(fn as FunctionId)) {
      if (edge.kind !== 'call') {
        visit(this.vertexOf(edge.site), edgeKinds.parameter, this.paramName(fn, local - layout.firstFormal), 'up');
        continue;
      }
      const call = this.callsAt(edge.site);
      if (call === undefined) continue;
      this.argumentPairs(call, fn, (argument, formal, position) => {
        if (formal === vertex) visit(argument, edgeKinds.parameter, this.paramName(fn, position), 'up');
      });
    }
  }

  private enterCallback(callee: number, visit: VisitEdge, labelled: boolean): void {
    const { layout } = this.graphOf(callee);
    const base = this.vertexBase[callee]!;
    visit(base, edgeKinds.call, labelled ? this.nameOf(callee) : '', 'down');
    for (let p = layout.firstFormal; p < layout.errorOut; p++) {
      const name = labelled ? this.paramName(callee, p - layout.firstFormal) : '';
      visit(base + p, edgeKinds.parameter, name, 'down');
    }
  }

  private enterEnd(callee: number, visit: VisitEdge): void {
    const base = this.vertexBase[callee]!;
    visit(this.vertexOf(this.program.exitOf(callee as FunctionId)), edgeKinds.return, this.nameOf(callee), 'down');
    visit(base + this.graphOf(callee).layout.errorOut, edgeKinds.error, this.nameOf(callee), 'down');
  }

  private returnTo(fn: number, kind: number, visit: VisitEdge): void {
    const name = this.nameOf(fn);
    for (const edge of this.callGraph.callsTo(fn as FunctionId))
      visit(this.vertexOf(edge.returnNode), kind, name, 'up');
  }

  private nameOf(fn: number): string {
    return this.program.shortName(fn as FunctionId);
  }

  private paramName(fn: number, position: number): string {
    if (position < 0) return 'this';
    const { module, index } = this.program.locate(fn as FunctionId);
    const { firstParam, paramName } = module.functions;
    const count = firstParam[index + 1]! - firstParam[index]!;
    if (position >= count) return position === count ? 'this' : 'arguments';
    return module.strings[paramName[firstParam[index]! + position]!] ?? '';
  }

  private forwardFromPlace(place: number, visit: VisitEdge, labelled: boolean): void {
    const name = labelled ? this.shared.nameOf(place) : '';
    this.sharingOf().eachUse(place, (use) => visit(use, edgeKinds.shared, name, 'shared'));
    this.shared.eachWider(place, (wider) => visit(this.placeBase + wider, edgeKinds.shared, name, 'shared'));
  }

  private sharingOf(): Sharing {
    return (this.sharing ??= loadSharing(this, this.graphs, this.memory));
  }
}

/** `memory` holds what earlier runs found out. */
export function buildDependenceGraph(
  program: Program,
  resolveModule: ResolveModule,
  expired?: () => boolean,
  memory: Memory | null = null,
): DependenceGraph {
  return new DependenceGraph(program, analyzePointers(program, resolveModule, expired, memory), memory);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
