import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import { eachArgumentPair, type VisitPair } from './argument-pairs';
import { boundArguments } from './bound-arguments';
import { buildCallGraph } from './build-call-graph';
import type { CallGraph } from './call-graph';
import type { ResolvedCall } from './pointers';
import { errorFlow, type ErrorFlow } from './error-flow';
import { edgeKinds, functionGraph, type FunctionGraph } from './function-graph';
import type { ResolveModule } from './link';
import { analyzePointers } from './pointer-analysis';
import type { PointerAnalysis } from './pointers';
import { SharedPlaces } from './shared-places';
import { Sharing } from './sharing';
import type { VertexLayout } from './vertex-layout';
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
  private readonly functionOfVertex: Int32Array;
  private readonly graphs: (FunctionGraph | undefined)[];
  private readonly callRange: VertexNumbering['calls'];
  private readonly callAt = new Map<number, ResolvedCall>();
  private readonly implicitAt = new Map<number, number[]>();
  private readonly bound: ReadonlyMap<number, readonly number[]>;
  private sharing: Sharing | undefined;

  constructor(
    readonly program: Program,
    readonly pointers: PointerAnalysis,
  ) {
    this.errors = errorFlow(pointers);
    this.shared = new SharedPlaces(pointers);
    this.callGraph = buildCallGraph(pointers);
    this.graphs = Array.from({ length: program.functionCount });
    for (const call of pointers.calls.all) this.callAt.set(call.node, call);
    for (const { node, callee } of pointers.calls.implicit) {
      push(this.implicitAt, node, callee);
    }
    this.bound = boundArguments(pointers);
    const { base, calls } = numberVertices(program);
    this.callRange = calls;
    this.vertexBase = base;
    this.placeBase = this.vertexBase[program.functionCount]!;
    this.functionOfVertex = new Int32Array(this.placeBase);
    for (let fn = 0; fn < program.functionCount; fn++) this.functionOfVertex.fill(fn, base[fn], base[fn + 1]);
  }

  /** The function whose vertex this is. */
  functionOf(vertex: number): FunctionId {
    return this.functionOfVertex[vertex] as FunctionId;
  }

  isPlace(vertex: number): boolean {
    return vertex >= this.placeBase;
  }

  /** A shared place of objects that are not known one by one. */
  isVague(vertex: number): boolean {
    return this.isPlace(vertex) && this.shared.isVague(vertex - this.placeBase);
  }

  /** The vertex of a node. */
  vertexOf(node: NodeId): number {
    const fn = this.program.functionOf(node);
    return this.vertexBase[fn]! + (node - this.program.nodesOf(fn).first);
  }

  /** The node that a vertex is or belongs to: arguments belong to their call, formals to the entry, errors to the exit. */
  nodeOf(vertex: number): NodeId {
    const fn = this.functionOf(vertex);
    const local = vertex - this.vertexBase[fn]!;
    const { layout } = this.graphOf(fn);
    const { first } = this.program.nodesOf(fn);
    if (local < layout.nodeCount) return (first + local) as NodeId;
    if (local < layout.errorOut) return first;
    if (local === layout.errorOut) return this.program.exitOf(fn);
    return (first + callOfPart(layout, local).node) as NodeId;
  }

  /** A vertex that is a node itself, not a part of one. */
  isNode(vertex: number): boolean {
    if (this.isPlace(vertex)) return false;
    const fn = this.functionOf(vertex);
    return vertex - this.vertexBase[fn]! < this.graphOf(fn).layout.nodeCount;
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
    let graph = this.graphs[fn];
    if (graph === undefined) {
      const m = this.program.moduleOfFunction[fn]!;
      const range = { first: this.callRange.first[fn]!, end: this.callRange.end[fn]! };
      const nodeBase = this.program.nodeBase[m]!;
      const { calls } = this.program.modules[m]!;
      graph = functionGraph(this.program, fn, range, {
        errors: this.errors,
        shapeOf: (index) => {
          const call = this.callAt.get(nodeBase + calls.node[index]!);
          const targets = call?.targets.size ?? 0;
          return { opaque: targets === 0 || (call?.builtIn ?? null) !== null, polymorphic: targets > 1 };
        },
        runsAccessor: (node) => this.implicitAt.has(node),
      });
      this.graphs[fn] = graph;
    }
    return graph;
  }

  /** What depends on a vertex. Labels of dependences inside a function cost time: `labelled` says whether they are wanted. */
  forward(vertex: number, visit: VisitEdge, labelled = true): void {
    if (this.isPlace(vertex)) {
      this.forwardFromPlace(vertex - this.placeBase, visit);
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label, layout } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = vertex - base;
    graph.forEachSuccessor(local, (to, edge) =>
      visit(base + to, kind[edge]!, labelled ? this.localLabel(fn, kind[edge]!, label[edge]!) : '', 'none'),
    );
    this.crossForward(fn, local, visit);
    if (local < layout.nodeCount)
      for (const place of this.sharingOf().definedBy(vertex))
        visit(this.placeBase + place, edgeKinds.shared, this.shared.nameOf(place), 'shared');
  }

  /** What a vertex depends on. */
  backward(vertex: number, visit: VisitEdge, labelled = true): void {
    if (this.isPlace(vertex)) {
      const place = vertex - this.placeBase;
      const name = this.shared.nameOf(place);
      for (const def of this.sharingOf().definitions(place)) visit(def, edgeKinds.shared, name, 'shared');
      for (const part of this.sharingOf().narrower(place))
        visit(this.placeBase + part, edgeKinds.shared, name, 'shared');
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
    for (const place of this.sharingOf().usedBy(vertex))
      visit(this.placeBase + place, edgeKinds.shared, this.shared.nameOf(place), 'shared');
  }

  /** Vertices of all functions and shared places. */
  get vertexCount(): number {
    this.sharingOf();
    return this.placeBase + this.shared.count;
  }

  /** Builds every part; returns how many vertices and edges there are. */
  complete(): { vertices: number; edges: number } {
    let edges = 0;
    for (let fn = 0; fn < this.program.functionCount; fn++) edges += this.graphOf(fn).graph.edgeCount;
    edges += this.sharingOf().edgeCount + this.callGraph.edges.length * 2;
    return { vertices: this.placeBase + this.shared.count, edges };
  }

  /** Arguments of a call and the formals of one target that they become: pairs of vertices. */
  argumentPairs(call: ResolvedCall, target: number, visit: VisitPair): void {
    eachArgumentPair(this, call, target, this.bound.get(target) ?? [], visit);
  }

  callsAt(node: number): ResolvedCall | undefined {
    return this.callAt.get(node);
  }

  private localLabel(fn: number, kind: number, label: number): string {
    const m = this.program.moduleOfFunction[fn]!;
    if (kind === edgeKinds.control) return label < 0 ? '' : (this.program.modules[m]!.strings[label] ?? '');
    return kind === edgeKinds.data && label >= 0 ? this.shared.label(m, label) : '';
  }

  private crossForward(fn: number, local: number, visit: VisitEdge): void {
    const { layout } = this.graphOf(fn);
    const first = this.program.nodesOf(fn as FunctionId).first;
    if (local < layout.nodeCount) {
      const call = this.callAt.get(first + local);
      if (call !== undefined) {
        for (const target of call.targets)
          visit(this.vertexBase[target]!, edgeKinds.call, this.program.shortName(target as FunctionId), 'down');
        for (const callback of call.callbacks) this.enterCallback(callback, visit);
      }
      for (const callee of this.implicitAt.get(first + local) ?? []) this.enterCallback(callee, visit);
      if (first + local === this.program.exitOf(fn as FunctionId)) this.returnTo(fn, edgeKinds.return, visit);
      return;
    }
    if (local === layout.errorOut) {
      this.returnTo(fn, edgeKinds.error, visit);
      return;
    }
    if (local < layout.errorOut) return;
    const call = this.callOfPart(fn, local);
    if (call === undefined) return;
    const vertex = this.vertexBase[fn]! + local;
    for (const target of call.targets) {
      this.argumentPairs(call, target, (argument, formal, position) => {
        if (argument === vertex) visit(formal, edgeKinds.parameter, this.paramName(target, position), 'down');
      });
    }
  }

  private crossBackward(fn: number, local: number, visit: VisitEdge): void {
    const { layout } = this.graphOf(fn);
    const first = this.program.nodesOf(fn as FunctionId).first;
    if (local === 0) {
      for (const edge of this.callGraph.callsTo(fn as FunctionId))
        visit(this.vertexOf(edge.site), edgeKinds.call, this.program.shortName(fn as FunctionId), 'up');
      return;
    }
    if (local < layout.nodeCount) {
      const call = this.callAt.get(first + local - 1);
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
      const call = this.callAt.get(edge.site);
      if (call === undefined) continue;
      this.argumentPairs(call, fn, (argument, formal, position) => {
        if (formal === vertex) visit(argument, edgeKinds.parameter, this.paramName(fn, position), 'up');
      });
    }
  }

  private enterCallback(callee: number, visit: VisitEdge): void {
    const { layout } = this.graphOf(callee);
    const base = this.vertexBase[callee]!;
    visit(base, edgeKinds.call, this.program.shortName(callee as FunctionId), 'down');
    for (let p = layout.firstFormal; p < layout.errorOut; p++)
      visit(base + p, edgeKinds.parameter, this.paramName(callee, p - layout.firstFormal), 'down');
  }

  private enterEnd(callee: number, visit: VisitEdge): void {
    const base = this.vertexBase[callee]!;
    visit(
      base + this.program.exitOf(callee as FunctionId) - this.program.nodesOf(callee as FunctionId).first,
      edgeKinds.return,
      this.program.shortName(callee as FunctionId),
      'down',
    );
    visit(
      base + this.graphOf(callee).layout.errorOut,
      edgeKinds.error,
      this.program.shortName(callee as FunctionId),
      'down',
    );
  }

  private returnTo(fn: number, kind: number, visit: VisitEdge): void {
    const name = this.program.shortName(fn as FunctionId);
    for (const edge of this.callGraph.callsTo(fn as FunctionId))
      visit(this.vertexOf(edge.returnNode), kind, name, 'up');
  }

  private callOfPart(fn: number, local: number): ResolvedCall | undefined {
    const vertex = this.vertexBase[fn]! + local;
    return this.callAt.get(this.nodeOf(vertex));
  }

  private paramName(fn: number, position: number): string {
    if (position < 0) return 'this';
    const { module, index } = this.program.locate(fn as FunctionId);
    const { firstParam, paramName } = module.functions;
    const count = firstParam[index + 1]! - firstParam[index]!;
    if (position >= count) return position === count ? 'this' : 'arguments';
    return module.strings[paramName[firstParam[index]! + position]!] ?? '';
  }

  private forwardFromPlace(place: number, visit: VisitEdge): void {
    const name = this.shared.nameOf(place);
    for (const use of this.sharingOf().uses(place)) visit(use, edgeKinds.shared, name, 'shared');
    for (const wider of this.shared.wider[place] ?? []) visit(this.placeBase + wider, edgeKinds.shared, name, 'shared');
  }

  private sharingOf(): Sharing {
    this.sharing ??= new Sharing(this);
    return this.sharing;
  }
}

export function buildDependenceGraph(
  program: Program,
  resolveModule: ResolveModule,
  expired?: () => boolean,
): DependenceGraph {
  return new DependenceGraph(program, analyzePointers(program, resolveModule, expired));
}

/** The call whose receiver or argument a vertex is: calls are laid out in order. */
function callOfPart({ calls }: VertexLayout, local: number): VertexLayout['calls'][number] {
  let low = 0;
  let high = calls.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (calls[middle]!.first <= local) low = middle;
    else high = middle - 1;
  }
  return calls[low]!;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
