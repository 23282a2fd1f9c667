import type { FunctionId, NodeId } from '#core/ids';
import type { Program } from '#ir/program';
import type { ArgumentPairs } from './argument-pairs';
import { buildCallGraph } from './build-call-graph';
import type { CallGraph } from './call-graph';
import { directCalls } from './direct-calls';
import { Callers, reachBits, reachKinds } from './callers';
import type { EdgeLabels } from './edge-labels';
import { crossings, EdgeList } from './edge-list';
import { errorFlow, type ErrorFlow } from './error-flow';
import { edgeKinds, type FunctionGraph } from './function-graph';
import type { ResolveModule } from './link';
import { loadSharing } from './load-sharing';
import type { Memory } from './memory';
import { kindOfCode, labelOfCode, type ModuleGraph } from './module-graph';
import { analyzePointers } from './pointer-analysis';
import { pointerLimit, type PointerLimit } from './pointer-limits';
import type { PointerAnalysis, ResolvedCall } from './pointers';
import { SharedPlaces } from './shared-places';
import type { Sharing } from './sharing';
import type { VertexNumbering } from './vertex-numbering';
import { vertexParts, type VertexParts } from './vertex-parts';

/** Direction in which an edge crosses functions: into a callee, back to a caller, or through shared state. */
export type Crossing = keyof typeof crossings;

export type VisitEdge = (to: number, kind: number, label: string, crossing: Crossing) => void;

/**
 * The dependence graph across functions (PDG per function, connected at calls as in a system dependence
 * graph, and through shared places). Vertices are numbered function by function, shared places last.
 * The part of a module is built when it is first looked at.
 */
export class DependenceGraph {
  /** Whether functions are called by their names and in no other way: the call graph has all calls, and no points-to set is needed. */
  readonly isCalledByName: boolean;
  private knownPointers: PointerAnalysis | undefined;
  private knownCallers: Callers | undefined;
  private knownCalls: CallGraph | undefined;
  private vertices: VertexParts | undefined;
  private knownErrors: ErrorFlow | undefined;
  private knownShared: SharedPlaces | undefined;
  private sharing: Sharing | undefined;

  constructor(
    readonly program: Program,
    private readonly findPointers: () => PointerAnalysis,
    private readonly memory: Memory | null = null,
    /** Where it is known without points-to sets. */
    calls?: CallGraph,
  ) {
    this.knownCalls = calls;
    this.isCalledByName = calls !== undefined;
  }

  get pointers(): PointerAnalysis {
    return (this.knownPointers ??= this.findPointers());
  }

  /** Whether there was time to find out which functions calls can reach. */
  get hasAllCalls(): boolean {
    return this.isCalledByName || this.pointers.complete;
  }

  get callers(): Callers {
    return (this.knownCallers ??= new Callers(this.program, this.pointers.calls));
  }

  get callGraph(): CallGraph {
    return (this.knownCalls ??= buildCallGraph(this.pointers, this.callers));
  }

  get errors(): ErrorFlow {
    return (this.knownErrors ??= errorFlow(this.pointers, this.callers));
  }

  get shared(): SharedPlaces {
    return (this.knownShared ??= new SharedPlaces(this.pointers));
  }

  get numbering(): VertexNumbering {
    return this.parts.numbering;
  }

  get argumentPairs(): ArgumentPairs {
    return this.parts.argumentPairs;
  }

  /** What explanations call the edges. */
  get labels(): EdgeLabels {
    return this.parts.labels;
  }

  get vertexBase(): Int32Array {
    return this.parts.numbering.base;
  }

  /** One past the last vertex of a function: shared places follow. */
  get placeBase(): number {
    return this.parts.placeBase;
  }

  /** Who asks for calls alone needs no vertices. */
  private get parts(): VertexParts {
    return (this.vertices ??= vertexParts(this.program, this.pointers, this.errors, this.shared, this.memory));
  }

  /** The function whose vertex this is. */
  functionOf(vertex: number): FunctionId {
    return this.numbering.functionOf[vertex] as FunctionId;
  }

  isPlace(vertex: number): boolean {
    return vertex >= this.placeBase;
  }

  /** Whether an edge rests on a guess: on a shared place, or a method, of objects that are not known one by one. */
  isVague(from: number, to: number, kind: number, crossing: number): boolean {
    if (crossing === crossings.shared) return this.isPlace(to) && this.shared.isVague(to - this.placeBase);
    return this.parts.guessedCalls.isGuess(from, to, kind, crossing);
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
    const vertex = this.vertexOf(node);
    const fn = this.functionOf(vertex);
    const { exit, error, firstFormal } = this.endsOf(fn);
    const call = this.numbering.callOf[vertex]!;
    if (call >= 0) return range(this.numbering.receiver[call]!, this.argumentPairs.partCount(call));
    if (vertex === exit) return [error];
    return vertex === this.vertexBase[fn] ? range(firstFormal, error - firstFormal) : [];
  }

  /** The dependences inside one function, by themselves. */
  graphOf(fn: number): FunctionGraph {
    return this.parts.graphs.of(fn);
  }

  /** The dependences inside the functions of one module. */
  moduleGraph(m: number): ModuleGraph {
    return this.parts.graphs.module(m);
  }

  /** What depends on a vertex. Labels cost time: `labelled` says whether they are wanted. */
  forward(vertex: number, visit: VisitEdge, labelled = true): void {
    const edges = new EdgeList();
    this.addForward(vertex, edges);
    this.visitAll(vertex, edges, visit, labelled);
  }

  /** What a vertex depends on. */
  backward(vertex: number, visit: VisitEdge, labelled = true): void {
    const edges = new EdgeList();
    this.addBackward(vertex, edges);
    this.visitAll(vertex, edges, visit, labelled);
  }

  /** What depends on a vertex, as numbers. */
  addForward(vertex: number, edges: EdgeList): void {
    const sharing = this.sharingOf();
    if (vertex >= this.placeBase) {
      sharing.addUses(vertex - this.placeBase, edges);
      this.shared.eachWider(vertex - this.placeBase, (wider) =>
        edges.add(this.placeBase + wider, edgeKinds.shared, crossings.shared),
      );
      return;
    }
    const fn = this.functionOf(vertex);
    const m = this.program.moduleOfFunction[fn]!;
    const { offset, target, code } = this.moduleGraph(m);
    const first = this.vertexBase[this.program.functionBase[m]!]!;
    const end = offset[vertex - first + 1]!;
    for (let i = offset[vertex - first]!; i < end; i++) edges.addCode(first + target[i]!, code[i]!, crossings.none);
    this.crossForward(fn, vertex, edges);
    sharing.addDefined(vertex, this.placeBase, edges);
  }

  /** What a vertex depends on, as numbers. */
  addBackward(vertex: number, edges: EdgeList): void {
    const sharing = this.sharingOf();
    if (vertex >= this.placeBase) {
      sharing.addDefinitions(vertex - this.placeBase, edges);
      sharing.addNarrower(vertex - this.placeBase, this.placeBase, edges);
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    graph
      .reverse()
      .forEachSuccessor(vertex - base, (from, edge) =>
        edges.addLabelled(base + from, kind[edge]!, label[edge]!, crossings.none),
      );
    this.crossBackward(fn, vertex, edges);
    sharing.addUsed(vertex, this.placeBase, edges);
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
    this.program.modules.forEach((_, m) => {
      edges += this.moduleGraph(m).target.length;
    });
    for (let i = 0; i < calls.count; i++) edges += (calls.targetCount(i) + calls.callbacksOf(i).length) * 2;
    return { vertices: this.placeBase + this.shared.count, edges };
  }

  callsAt(node: number): ResolvedCall | undefined {
    const call = this.numbering.callOf[this.vertexOf(node)] ?? -1;
    return call < 0 ? undefined : this.pointers.calls.call(call);
  }

  /** The vertices at which a function ends, and the first of its formals, which end before its error. */
  endsOf(fn: number): { exit: number; error: number; firstFormal: number } {
    const { exit, error, firstFormal } = this.numbering;
    return { exit: exit[fn]!, error: error[fn]!, firstFormal: firstFormal[fn]! };
  }

  private visitAll(vertex: number, edges: EdgeList, visit: VisitEdge, labelled: boolean): void {
    for (let i = 0; i < edges.length; i++) {
      const to = edges.to[i]!;
      const kind = kindOfCode(edges.code[i]!);
      const crossing = edges.crossing[i]!;
      const label = labelled ? this.labels.of(vertex, to, kind, labelOfCode(edges.code[i]!), crossing) : '';
      visit(to, kind, label, crossingNames[crossing]!);
    }
  }

  private crossForward(fn: number, vertex: number, edges: EdgeList): void {
    const call = this.numbering.callOf[vertex]!;
    const { calls } = this.pointers;
    if (call < 0) {
      if (vertex === this.numbering.exit[fn]) this.returnTo(fn, edgeKinds.return, edges);
      else if (vertex === this.numbering.error[fn]) this.returnTo(fn, edgeKinds.error, edges);
    } else if (vertex === this.numbering.callVertex[call]) {
      for (const target of calls.targetsOf(call)) edges.add(this.vertexBase[target]!, edgeKinds.call, crossings.down);
      for (const callback of calls.callbacksOf(call)) this.enterCallback(callback, edges);
    } else {
      const part = vertex - this.numbering.receiver[call]!;
      const add = (formal: number): void => edges.add(formal, edgeKinds.parameter, crossings.down);
      for (const target of calls.targetsOf(call)) this.argumentPairs.eachFormal(call, part, target, add);
    }
    if (this.parts.implicitAt.size === 0 || !this.isNode(vertex)) return;
    for (const callee of this.parts.implicitAt.get(this.nodeOf(vertex)) ?? []) this.enterCallback(callee, edges);
  }

  private crossBackward(fn: number, vertex: number, edges: EdgeList): void {
    const { error, firstFormal } = this.endsOf(fn);
    const { calls } = this.pointers;
    if (vertex === this.vertexBase[fn]) {
      for (const edge of this.callGraph.callsTo(fn as FunctionId))
        edges.add(this.vertexOf(edge.site), edgeKinds.call, crossings.up);
    } else if (vertex < firstFormal) {
      const call = this.numbering.callOf[vertex - 1]!;
      if (call >= 0) for (const target of calls.targetsOf(call)) this.enterEnd(target, edges);
      if (call >= 0) for (const target of calls.callbacksOf(call)) this.enterEnd(target, edges);
      for (const callee of this.parts.implicitAt.get(this.nodeOf(vertex)) ?? []) this.enterEnd(callee, edges);
    } else if (vertex < error) this.leaveFormal(fn, vertex, edges);
  }

  private leaveFormal(fn: number, vertex: number, edges: EdgeList): void {
    for (const edge of this.callGraph.callsTo(fn as FunctionId)) {
      const site = this.vertexOf(edge.site);
      if (edge.kind !== 'call') {
        edges.add(site, edgeKinds.parameter, crossings.up);
        continue;
      }
      const call = this.numbering.callOf[site]!;
      for (let part = 0; part < this.argumentPairs.partCount(call); part++) {
        this.argumentPairs.eachFormal(call, part, fn, (formal) => {
          if (formal === vertex) edges.add(this.numbering.receiver[call]! + part, edgeKinds.parameter, crossings.up);
        });
      }
    }
  }

  private enterCallback(callee: number, edges: EdgeList): void {
    edges.add(this.vertexBase[callee]!, edgeKinds.call, crossings.down);
    const { firstFormal, error } = this.endsOf(callee);
    for (let formal = firstFormal; formal < error; formal++) edges.add(formal, edgeKinds.parameter, crossings.down);
  }

  private enterEnd(callee: number, edges: EdgeList): void {
    const { exit, error } = this.endsOf(callee);
    edges.add(exit, edgeKinds.return, crossings.down);
    edges.add(error, edgeKinds.error, crossings.down);
  }

  private returnTo(fn: number, kind: number, edges: EdgeList): void {
    const { offset, entries } = this.callers;
    for (let i = offset[fn]!; i < offset[fn + 1]!; i++) {
      const entry = entries[i]!;
      const index = entry >> reachBits;
      const isImplicit = (entry & ((1 << reachBits) - 1)) === reachKinds.implicit;
      // The return of a call follows it.
      const to = isImplicit
        ? this.vertexOf(this.pointers.calls.implicit[index]!.node)
        : this.numbering.callVertex[index]! + 1;
      edges.add(to, kind, crossings.up);
    }
  }

  private sharingOf(): Sharing {
    return (this.sharing ??= loadSharing(this, this.parts.graphs, this.memory));
  }
}

/** `memory` holds what earlier runs found out. */
export function buildDependenceGraph(
  program: Program,
  resolveModule: ResolveModule,
  expired?: () => boolean,
  memory: Memory | null = null,
  limit: PointerLimit = pointerLimit,
): DependenceGraph {
  const find = (): PointerAnalysis => analyzePointers(program, resolveModule, expired, memory, limit);
  const calls = directCalls(program);
  if (calls !== null) return new DependenceGraph(program, find, memory, calls);
  const pointers = find();
  return new DependenceGraph(program, () => pointers, memory);
}

const crossingNames: readonly Crossing[] = ['none', 'down', 'up', 'shared'];

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}
