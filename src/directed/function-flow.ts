import { BitSet } from '#core/bit-set';
import { Digraph } from '#core/digraph';
import { nodeId, type FunctionId, type NodeId } from '#core/ids';
import { controlDependences, type FlowGraph } from '#dependence/control-dependence';
import { flowGraphOf } from '#dependence/flow-graph';
import { labels } from '#ir/cfg';
import { places, roles, wellKnown } from '#ir/facts';
import type { Program } from '#ir/program';
import { cfgPaths, type CfgPaths } from './cfg-paths';
import { ControlRows } from './control-rows';
import { functionNodes, type Access, type FlowNode } from './function-nodes';
import { byVariable, PlaceIndex, type Aliasing, type Place, type Side } from './place-index';

/**
 * One function as DiSE's rules see it: Cond, Write, Def, Use, `IsCFGPath` and `controlD` (Def. 3.2 to 3.9), on nodes
 * counted from the entry.
 *
 * A call is two nodes of one statement. The return node holds what the statement writes, the call node what it reads:
 * so the uses of the call are also uses of its return node.
 */
export class FunctionFlow {
  readonly first: NodeId;
  readonly nodes: readonly FlowNode[];
  readonly #places: PlaceIndex;
  readonly #flow: FlowGraph;
  readonly #isVirtual: (label: number) => boolean;
  /** By node, made when they are first asked for. */
  readonly #definitions: (readonly Access[] | undefined)[] = [];
  readonly #uses: (readonly Access[] | undefined)[] = [];
  readonly #controlled: (readonly number[] | undefined)[] = [];
  readonly #controllers: (readonly number[] | undefined)[] = [];
  /** Not every rule asks for these: they are made when they are first asked for. */
  #conditions: BitSet | null = null;
  #writes: BitSet | null = null;
  #reaches: CfgPaths | null = null;
  #control: Control | null = null;

  constructor(program: Program, fn: FunctionId, options: FlowOptions = {}) {
    const { module, index } = program.locate(fn);
    const { first, nodes } = functionNodes(program, fn);
    const surfaces = options.surfaces ?? (() => false);
    this.#flow = flowGraphOf(module, index, (node) => surfaces(nodeId(first + node)));
    this.first = first;
    this.nodes = nodes;
    this.#isVirtual = (label) => module.strings[label] === labels.virtual;
    this.#places = new PlaceIndex(nodes, options.aliasing ?? byVariable);
  }

  /** Cond: nodes that decide where control goes on. */
  get conditions(): BitSet {
    return (this.#conditions ??= conditionsOf(this.#flow, this.#isVirtual));
  }

  /** Write: nodes that give a variable, temporary, field or global a value. Entering a function is no write. */
  get writes(): BitSet {
    const { nodes } = this;
    return (this.#writes ??= BitSet.of(
      nodes.length,
      nodes.filter(isWrite).map((node) => node.index),
    ));
  }

  get size(): number {
    return this.nodes.length;
  }

  idOf(node: number): NodeId {
    return nodeId(this.first + node);
  }

  indexOf(id: NodeId): number {
    return id - this.first;
  }

  kindOf(node: number): FlowNode['kind'] {
    return this.nodes[node]?.kind ?? 'nop';
  }

  accessesOf(node: number): readonly Access[] {
    return this.nodes[node]?.accesses ?? [];
  }

  /** Every nj with `controlD(node, nj)`, in node order. */
  controlledBy(node: number): readonly number[] {
    return (this.#controlled[node] ??= (this.#control ??= controlOf(this.#flow)).controlledBy(node));
  }

  /** Every ni with `controlD(ni, node)`, in node order. */
  controllersOf(node: number): readonly number[] {
    return (this.#controllers[node] ??= (this.#control ??= controlOf(this.#flow)).controllersOf(node));
  }

  definitionsOf(node: number): readonly Access[] {
    return (this.#definitions[node] ??= this.accessesOf(node).filter((access) => access.defines));
  }

  /** Parts of what it hands over that a call may change: any field of the objects. */
  handedBy(node: number): readonly Access[] {
    if (this.kindOf(node) !== 'call') return [];
    return this.accessesOf(node)
      .filter((access) => !access.defines && access.role !== roles.whole && isVariable(access.kind))
      .map(({ role, a }) => ({ defines: true, role, kind: places.field, a, b: wellKnown.computed }));
  }

  /** With the uses of its call for a return node. */
  usesOf(node: number): readonly Access[] {
    const call = this.callOf(node);
    const own = this.#ownUsesOf(node);
    return call === undefined ? own : [...own, ...this.#ownUsesOf(call)];
  }

  #ownUsesOf(node: number): readonly Access[] {
    return (this.#uses[node] ??= this.accessesOf(node).filter((access) => !access.defines));
  }

  /** The return node of a call. */
  returnOf(node: number): number | undefined {
    return this.kindOf(node) === 'call' ? this.nodes[node]?.successors[0] : undefined;
  }

  callOf(node: number): number | undefined {
    // A call is directly followed by its return node, in the graph and in the numbering.
    return this.kindOf(node) === 'call-return' && this.kindOf(node - 1) === 'call' ? node - 1 : undefined;
  }

  /** The places that may be the one of an access, and that are read or written somewhere. */
  placesOf(access: Access, side: Side): readonly Place[] {
    return this.#places.meeting(access, side);
  }

  /** `IsCFGPath`, by at least one edge. */
  reaches(from: number, to: number): boolean {
    return (this.#reaches ??= cfgPaths(this.nodes))(from, to);
  }
}

export interface FlowOptions {
  /** On the pointer variables of the function's module. */
  readonly aliasing?: Aliasing;
  /** Nodes whose error is to be expected although no handler of the source awaits it; none unless told. */
  readonly surfaces?: (node: NodeId) => boolean;
}

/** Nodes that neither read, write nor do anything a person would call a statement. */
export function isSilent(kind: FlowNode['kind']): boolean {
  return silentKinds.has(kind);
}

export function isTemporary(access: Access): boolean {
  return access.kind === places.temp;
}

const silentKinds: ReadonlySet<FlowNode['kind']> = new Set(['entry', 'exit', 'jump', 'scope', 'nop']);

/** A `return { a: 1 }` or `f({ a: 1 })` also fills a new object, and is no write of the function for that. */
const writingKinds: ReadonlySet<FlowNode['kind']> = new Set([
  'assign',
  'call-return',
  'await',
  'yield',
  'catch',
  'iter-open',
  'iter-next',
  'iter-step',
  'iter-rest',
  'delete',
]);

function isWrite(node: FlowNode): boolean {
  return writingKinds.has(node.kind) && node.accesses.some((access) => access.defines && isStored(access.kind));
}

function isStored(kind: number): boolean {
  return isVariable(kind) || kind === places.field || kind === places.global;
}

function isVariable(kind: number): boolean {
  return kind === places.binding || kind === places.temp;
}

/**
 * A node decides when control can leave it in two ways: a branch, the next step of an iteration, the end of a
 * `finally`, and also a call or read whose error a handler awaits. The virtual exit of an endless loop is no decision.
 */
function conditionsOf(flow: FlowGraph, isVirtual: (label: number) => boolean): BitSet {
  const conditions = new BitSet(flow.nodeCount);
  const once = new BitSet(flow.nodeCount);
  flow.edgeFrom.forEach((from, edge) => {
    if (isVirtual(flow.edgeLabel[edge] ?? -1)) return;
    if (!once.add(from)) conditions.add(from);
  });
  return conditions;
}

/** `controlD`, from the node that decides to the one that depends on it. */
function controlOf(flow: FlowGraph): Control {
  if (!hasDecision(flow)) return { controlledBy: () => none, controllersOf: () => none };
  if (flow.nodeCount <= mostRows) return new ControlRows(flow);
  const { from, to } = controlDependences(flow);
  const graph = Digraph.fromEdges(flow.nodeCount, from, to);
  return {
    controlledBy: (node) => ascendingSuccessors(graph, node),
    controllersOf: (node) => ascendingSuccessors(graph.reverse(), node),
  };
}

/** In node order. */
type Control = Pick<ControlRows, 'controlledBy' | 'controllersOf'>;

/** Up to here a row of bits for each node is made sooner than a tree. */
const mostRows = 256;

/** Whether control can leave any node in two ways, virtual ones among them. */
function hasDecision({ edgeFrom }: FlowGraph): boolean {
  // The edges of a node follow each other.
  for (let edge = 1; edge < edgeFrom.length; edge++) if (edgeFrom[edge] === edgeFrom[edge - 1]) return true;
  return false;
}

function ascendingSuccessors(graph: Digraph, node: number): readonly number[] {
  if (node < 0 || node >= graph.nodeCount || graph.outDegree(node) === 0) return none;
  const successors = new Set<number>();
  graph.forEachSuccessor(node, (successor) => successors.add(successor));
  return [...successors].toSorted((a, b) => a - b);
}

const none: readonly number[] = [];
