import type { FunctionId, NodeId } from '#core/ids';
import { calleeKinds } from '#ir/facts';
import { lastAtMost, type Program } from '#ir/program';
import { CallGraph, type CallEdge } from './call-graph';
import type { ResolvedCall } from './call-resolution';
import { errorFlow, type ErrorFlow } from './error-flow';
import { edgeKinds, functionGraph, type FunctionGraph } from './function-graph';
import type { ResolveModule } from './link';
import { analyzePointers, type PointerAnalysis } from './pointer-analysis';
import { SharedPlaces } from './shared-places';

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
  private readonly graphs: (FunctionGraph | undefined)[];
  private readonly callRange: { first: Int32Array; end: Int32Array };
  private readonly callAt = new Map<number, ResolvedCall>();
  private readonly implicitAt = new Map<number, number[]>();
  private readonly implicitOf = new Map<number, number[]>();
  private sharing: Sharing | undefined;

  constructor(
    readonly program: Program,
    readonly pointers: PointerAnalysis,
  ) {
    this.errors = errorFlow(pointers);
    this.shared = new SharedPlaces(pointers);
    this.callGraph = callGraphOf(pointers);
    this.graphs = Array.from({ length: program.functionCount });
    for (const call of pointers.calls.all) this.callAt.set(call.node, call);
    for (const { node, callee } of pointers.calls.implicit) {
      push(this.implicitAt, node, callee);
      push(this.implicitOf, callee, node);
    }
    this.callRange = callRanges(program);
    this.vertexBase = vertexBases(program, this.callRange);
    this.placeBase = this.vertexBase[program.functionCount]!;
  }

  /** The function whose vertex this is. */
  functionOf(vertex: number): FunctionId {
    return lastAtMost(this.vertexBase, vertex, this.program.functionCount) as FunctionId;
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
    let call = layout.calls[0]!;
    for (const candidate of layout.calls) if (candidate.first <= local) call = candidate;
    return (first + call.node) as NodeId;
  }

  /** A vertex that is a node itself, not a part of one. */
  isNode(vertex: number): boolean {
    if (this.isPlace(vertex)) return false;
    const fn = this.functionOf(vertex);
    return vertex - this.vertexBase[fn]! < this.graphOf(fn).layout.nodeCount;
  }

  /** Vertices that stand for parts of a node: its arguments, for a call; the formals, for an entry. */
  partsOf(node: NodeId): number[] {
    const fn = this.program.functionOf(node);
    const { layout } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = node - this.program.nodesOf(fn).first;
    const call = layout.callAtNode.get(local);
    if (call !== undefined) return Array.from({ length: call.args + 1 }, (_, i) => base + call.first + i);
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
      graph = functionGraph(this.program, fn, range, this.errors, (index) => {
        const call = this.callAt.get(nodeBase + calls.node[index]!);
        const targets = call?.targets.size ?? 0;
        return { opaque: targets === 0 || (call?.builtIn ?? null) !== null, polymorphic: targets > 1 };
      });
      this.graphs[fn] = graph;
    }
    return graph;
  }

  /** What depends on a vertex. */
  forward(vertex: number, visit: VisitEdge): void {
    if (this.isPlace(vertex)) {
      this.forwardFromPlace(vertex - this.placeBase, visit);
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label, layout } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = vertex - base;
    graph.forEachSuccessor(local, (to, edge) => visit(base + to, kind[edge]!, this.localLabel(fn, kind[edge]!, label[edge]!), 'none'));
    this.crossForward(fn, local, visit);
    if (local < layout.nodeCount) for (const place of this.sharingOf().definedBy(vertex)) visit(this.placeBase + place, edgeKinds.shared, this.shared.nameOf(place), 'shared');
  }

  /** What a vertex depends on. */
  backward(vertex: number, visit: VisitEdge): void {
    if (this.isPlace(vertex)) {
      const place = vertex - this.placeBase;
      const name = this.shared.nameOf(place);
      for (const def of this.sharingOf().definitions(place)) visit(def, edgeKinds.shared, name, 'shared');
      for (const part of this.sharingOf().narrower(place)) visit(this.placeBase + part, edgeKinds.shared, name, 'shared');
      return;
    }
    const fn = this.functionOf(vertex);
    const { graph, kind, label } = this.graphOf(fn);
    const base = this.vertexBase[fn]!;
    const local = vertex - base;
    graph.reverse().forEachSuccessor(local, (from, edge) => visit(base + from, kind[edge]!, this.localLabel(fn, kind[edge]!, label[edge]!), 'none'));
    this.crossBackward(fn, local, visit);
    for (const place of this.sharingOf().usedBy(vertex)) visit(this.placeBase + place, edgeKinds.shared, this.shared.nameOf(place), 'shared');
  }

  /** Builds every part; returns how many vertices and edges there are. */
  complete(): { vertices: number; edges: number } {
    let edges = 0;
    for (let fn = 0; fn < this.program.functionCount; fn++) edges += this.graphOf(fn).graph.edgeCount;
    edges += this.sharingOf().edgeCount + this.callGraph.edges.length * 2;
    return { vertices: this.placeBase + this.shared.count, edges };
  }

  /** Arguments of a call and the formals of one target that they become: pairs of vertices. */
  argumentPairs(call: ResolvedCall, target: number, visit: (argument: number, formal: number, position: number) => void): void {
    const fn = call.caller;
    const base = this.vertexBase[fn]!;
    const record = this.graphOf(fn).layout.callAtNode.get(call.node - this.program.nodesOf(fn as FunctionId).first);
    if (record === undefined) return;
    const { layout } = this.graphOf(target);
    const targetBase = this.vertexBase[target]!;
    const { module, index } = this.program.locate(target as FunctionId);
    const rest = module.functions.rest[index]!;
    const facts = this.program.modules[call.module]!;
    const { args, argOffset, property } = facts.calls;
    const shift = calleeKinds[facts.calls.callee[call.index]!] === 'method' ? throughShift(facts.strings[property[call.index]!] ?? '', call, target) : 0;
    const receiver = base + record.first;
    if (shift === 0) visit(receiver, targetBase + layout.thisFormal, -1);
    for (let i = 0; i < record.args; i++) {
      const argument = receiver + 1 + i;
      const spread = args[argOffset[call.index]! + 2 * i + 1] === 1 || shift === 2;
      const position = i - (shift > 0 ? 1 : 0);
      if (position < 0) {
        visit(argument, targetBase + layout.thisFormal, -1);
        continue;
      }
      const first = rest >= 0 ? Math.min(position, rest) : position;
      const last = spread ? layout.paramCount - 1 : first;
      for (let p = shift === 2 ? 0 : first; p <= last && p < layout.paramCount; p++) visit(argument, targetBase + layout.firstFormal + p, p);
      visit(argument, targetBase + layout.argumentsFormal, position);
    }
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
        for (const target of call.targets) visit(this.vertexBase[target]!, edgeKinds.call, this.program.shortName(target as FunctionId), 'down');
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
      for (const edge of this.callGraph.callsTo(fn as FunctionId)) visit(this.vertexOf(edge.site), edgeKinds.call, this.program.shortName(fn as FunctionId), 'up');
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
    for (let p = layout.firstFormal; p < layout.errorOut; p++) visit(base + p, edgeKinds.parameter, this.paramName(callee, p - layout.firstFormal), 'down');
  }

  private enterEnd(callee: number, visit: VisitEdge): void {
    const base = this.vertexBase[callee]!;
    visit(base + this.program.exitOf(callee as FunctionId) - this.program.nodesOf(callee as FunctionId).first, edgeKinds.return, this.program.shortName(callee as FunctionId), 'down');
    visit(base + this.graphOf(callee).layout.errorOut, edgeKinds.error, this.program.shortName(callee as FunctionId), 'down');
  }

  private returnTo(fn: number, kind: number, visit: VisitEdge): void {
    const name = this.program.shortName(fn as FunctionId);
    for (const edge of this.callGraph.callsTo(fn as FunctionId)) visit(this.vertexOf(edge.returnNode), kind, name, 'up');
  }

  private callOfPart(fn: number, local: number): ResolvedCall | undefined {
    const vertex = this.vertexBase[fn]! + local;
    return this.callAt.get(this.nodeOf(vertex));
  }

  private paramName(fn: number, position: number): string {
    if (position < 0) return 'this';
    const names = this.program.paramNames(fn as FunctionId);
    return names[position] ?? (position === names.length ? 'this' : 'arguments');
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

/** Definitions and uses of shared places, over the whole program. */
class Sharing {
  private readonly placesDefinedBy = new Map<number, number[]>();
  private readonly placesUsedBy = new Map<number, number[]>();
  private readonly definitionsOf = new Map<number, number[]>();
  private readonly usesOf = new Map<number, number[]>();
  private narrowerOf: Map<number, number[]> | undefined;
  edgeCount = 0;

  constructor(private readonly graph: DependenceGraph) {
    const { program, shared, vertexBase } = graph;
    for (let fn = 0; fn < program.functionCount; fn++) {
      const m = program.moduleOfFunction[fn]!;
      const base = vertexBase[fn]!;
      const { local } = graph.graphOf(fn);
      for (let i = 0; i < local.openDefs.length; i += 2) {
        for (const place of shared.written(m, local.openDefs[i + 1]!)) this.define(base + local.openDefs[i]!, place);
      }
      for (let i = 0; i < local.openUses.length; i += 2) {
        for (const place of shared.read(m, local.openUses[i + 1]!)) this.use(base + local.openUses[i]!, place);
      }
    }
    this.builtInEffects();
    this.moduleLoads();
  }

  definedBy(vertex: number): readonly number[] {
    return this.placesDefinedBy.get(vertex) ?? [];
  }
  usedBy(vertex: number): readonly number[] {
    return this.placesUsedBy.get(vertex) ?? [];
  }
  definitions(place: number): readonly number[] {
    return this.definitionsOf.get(place) ?? [];
  }
  uses(place: number): readonly number[] {
    return this.usesOf.get(place) ?? [];
  }

  /** Places that are part of this one. */
  narrower(place: number): readonly number[] {
    if (this.narrowerOf === undefined) {
      this.narrowerOf = new Map();
      this.graph.shared.wider.forEach((list, from) => {
        for (const to of list) push(this.narrowerOf ?? new Map(), to, from);
      });
    }
    return this.narrowerOf.get(place) ?? [];
  }

  private define(vertex: number, place: number): void {
    push(this.placesDefinedBy, vertex, place);
    push(this.definitionsOf, place, vertex);
    this.edgeCount++;
  }

  private use(vertex: number, place: number): void {
    push(this.placesUsedBy, vertex, place);
    push(this.usesOf, place, vertex);
    this.edgeCount++;
  }

  /** Built-ins that read or change the elements of their receiver or first argument. */
  private builtInEffects(): void {
    const { program, pointers, shared } = this.graph;
    for (const call of pointers.calls.all) {
      const { builtIn } = call;
      if (builtIn === null) continue;
      const { calls } = program.modules[call.module]!;
      const vertex = this.graph.vertexOf(call.node as NodeId);
      const receiver = calleeKinds[calls.callee[call.index]!] === 'method' ? calls.target[call.index]! : -1;
      if (builtIn.reads === true && receiver >= 0) for (const place of shared.elements(call.module, receiver, 'read')) this.use(vertex, place);
      const argOffset = calls.argOffset[call.index]!;
      const firstArgument = argOffset < calls.argOffset[call.index + 1]! ? calls.args[argOffset]! : -1;
      const written = builtIn.writesArgument === true ? firstArgument : receiver;
      if (builtIn.writes !== undefined && written >= 0) for (const place of shared.elements(call.module, written, 'write')) this.define(vertex, place);
      this.argumentElements(call, vertex);
    }
  }

  /** `Object.values(x)`, `Array.from(x)`, …: the elements of an argument are read. */
  private argumentElements(call: ResolvedCall, vertex: number): void {
    const { builtIn } = call;
    const operands = [...(builtIn?.returns ?? []), ...(builtIn?.collects ?? []), ...(builtIn?.writes ?? [])];
    const { calls } = this.graph.program.modules[call.module]!;
    for (const operand of new Set(operands)) {
      if (!operand.startsWith('elements ')) continue;
      const at = calls.argOffset[call.index]! + 2 * Number(operand.slice(9));
      const argument = at < calls.argOffset[call.index + 1]! ? calls.args[at]! : -1;
      if (argument >= 0) for (const place of this.graph.shared.elements(call.module, argument, 'read')) this.use(vertex, place);
    }
  }

  private moduleLoads(): void {
    const { program, pointers, shared } = this.graph;
    for (const call of pointers.calls.all) {
      const { calls, strings } = program.modules[call.module]!;
      const text = calls.text[call.index]!;
      if (text < 0 || (call.name !== 'require' && calleeKinds[calls.callee[call.index]!] !== 'import')) continue;
      const target = pointers.linker.target(call.module, strings[text]!);
      if (target.kind !== 'module') continue;
      for (const place of shared.exportsOf(target.index)) this.use(this.graph.vertexOf(call.returnNode as NodeId), place);
    }
  }
}

export function buildDependenceGraph(program: Program, resolveModule: ResolveModule): DependenceGraph {
  return new DependenceGraph(program, analyzePointers(program, resolveModule));
}

function callGraphOf(pointers: PointerAnalysis): CallGraph {
  const edges: CallEdge[] = [];
  for (const call of pointers.calls.all) {
    const common = { caller: call.caller as FunctionId, site: call.node as NodeId, returnNode: call.returnNode as NodeId };
    for (const callee of call.targets) edges.push({ ...common, callee: callee as FunctionId, kind: 'call' });
    for (const callee of call.callbacks) if (!call.targets.has(callee)) edges.push({ ...common, callee: callee as FunctionId, kind: 'callback' });
  }
  for (const { node, callee } of pointers.calls.implicit) {
    const site = node as NodeId;
    edges.push({ caller: pointers.program.functionOf(site), callee: callee as FunctionId, site, returnNode: site, kind: 'implicit' });
  }
  return new CallGraph(edges, pointers.calls.unresolved());
}

/** Calls of each function, as a range of its module's call table (functions are lowered one after the other). */
function callRanges(program: Program): { first: Int32Array; end: Int32Array } {
  const first = new Int32Array(program.functionCount);
  const end = new Int32Array(program.functionCount);
  program.modules.forEach((module, m) => {
    const base = program.functionBase[m]!;
    let call = 0;
    for (let fn = 0; fn < module.functions.count; fn++) {
      first[base + fn] = call;
      while (call < module.calls.count && module.calls.fn[call] === fn) call++;
      end[base + fn] = call;
    }
  });
  return { first, end };
}

function vertexBases(program: Program, ranges: { first: Int32Array; end: Int32Array }): Int32Array {
  const bases = new Int32Array(program.functionCount + 1);
  for (let fn = 0; fn < program.functionCount; fn++) {
    const { module, index } = program.locate(fn as FunctionId);
    const { functions, calls } = module;
    const params = functions.firstParam[index + 1]! - functions.firstParam[index]!;
    const from = ranges.first[fn]!;
    const to = ranges.end[fn]!;
    const args = (calls.argOffset[to]! - calls.argOffset[from]!) >> 1;
    bases[fn + 1] = bases[fn]! + functions.nodeCount[index]! + params + 3 + args + (to - from);
  }
  return bases;
}

/** 0 for a plain call; 1 when the first argument becomes `this` (`f.call`); 2 when a list follows it (`f.apply`). */
function throughShift(property: string, call: ResolvedCall, target: number): 0 | 1 | 2 {
  if (property === 'call' && call.targets.has(target)) return 1;
  return property === 'apply' && call.targets.has(target) ? 2 : 0;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
