import { IntList } from '#core/int-list';
import { Digraph } from '#core/digraph';
import { calleeKinds, nodeKinds } from '#ir/facts';
import type { Program } from '#ir/program';
import { controlDependences } from './control-dependence';
import type { ErrorFlow } from './error-flow';
import { flowGraphOf } from './flow-graph';
import { localDependence } from './local-dependence';
import { vertexLayout, type VertexLayout } from './vertex-layout';

/** How one vertex depends on another. */
export const edgeKinds = {
  control: 0,
  data: 1,
  /** Call node to return node, arguments to a call of outside code. */
  through: 2,
  call: 3,
  parameter: 4,
  return: 5,
  error: 6,
  /** Definition to shared place, shared place to use. */
  shared: 7,
  /** Argument to result, through all that the callee does. */
  summary: 8,
} as const;

/** The dependences inside one function, over the vertices of its layout. */
export interface FunctionGraph {
  readonly layout: VertexLayout;
  /** See `LocalDependence`. */
  readonly openUses: Int32Array;
  readonly openDefs: Int32Array;
  /** Edge ids index `kind` and `label`. */
  readonly graph: Digraph;
  readonly kind: Uint8Array;
  /** Control: label string; data: access record; else −1. */
  readonly label: Int32Array;
}

/** What the call sites of a function are known to reach. */
export interface CallShape {
  /** Arguments influence the call itself: its code is outside, or a built-in. */
  readonly opaque: boolean;
  /** The receiver decides which function is called. */
  readonly polymorphic: boolean;
}

/** What the rest of the program does at the nodes of a function. */
export interface Surroundings {
  readonly errors: ErrorFlow;
  /** By index in the module's call table. */
  shapeOf(call: number): CallShape;
  /** Whether an accessor of the program runs as part of a node (program-wide). */
  runsAccessor(node: number): boolean;
}

export function functionGraph(
  program: Program,
  fn: number,
  callRange: { first: number; end: number },
  surroundings: Surroundings,
): FunctionGraph {
  const { module, index } = program.locate(fn as never);
  const layout = vertexLayout(module, index, callRange.first, callRange.end);
  return assembleGraph(layout, functionEdges(program, fn, layout, surroundings));
}

/** The edges of a function's graph. */
export interface FunctionEdges {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly kind: Uint8Array;
  readonly label: Int32Array;
  readonly openUses: Int32Array;
  readonly openDefs: Int32Array;
}

export function assembleGraph(layout: VertexLayout, edges: FunctionEdges): FunctionGraph {
  const { from, to, kind, label, openUses, openDefs } = edges;
  return { layout, openUses, openDefs, graph: Digraph.fromEdges(layout.size, from, to), kind, label };
}

export function functionEdges(
  program: Program,
  fn: number,
  layout: VertexLayout,
  { errors, shapeOf, runsAccessor }: Surroundings,
): FunctionEdges {
  const { module, moduleIndex, index } = program.locate(fn as never);
  const nodeBase = program.nodeBase[moduleIndex]! + module.functions.firstNode[index]!;
  const firstNode = module.functions.firstNode[index]!;
  const surfaces = (node: number): boolean => errors.surfacesAt(nodeBase + node);
  // The consumer of a generator may never let it go on.
  const suspends = (node: number): boolean => nodeKinds[module.nodes.kind[firstNode + node]!] === 'yield';
  const control = controlDependences(flowGraphOf(module, index, (node) => surfaces(node) || suspends(node)));
  const local = localDependence(module, index, layout, (node) => runsAccessor(nodeBase + node));
  const from = new IntList();
  const to = new IntList();
  const kind = new IntList();
  const label = new IntList();
  const add = (a: number, b: number, k: number, l: number): void => {
    from.push(a);
    to.push(b);
    kind.push(k);
    label.push(l);
  };
  const governed = new Uint8Array(layout.nodeCount);
  for (let i = 0; i < control.from.length; i++) {
    if (control.from[i] !== control.to[i]) governed[control.to[i]!] = 1;
    add(control.from[i]!, control.to[i]!, edgeKinds.control, control.label[i]!);
  }
  // What nothing in the function decides runs whenever the function does (the PDG's RUN edges).
  for (let node = 1; node < layout.nodeCount; node++) if (governed[node] === 0) add(0, node, edgeKinds.control, -1);
  for (let i = 0; i < local.from.length; i++) {
    const a = local.from[i]!;
    const b = local.to[i]!;
    const isError = local.access[i] === -1;
    if (isError && b === layout.errorOut && a < layout.nodeCount && !surfaces(a) && isReturn(a)) continue;
    add(a, b, isError ? edgeKinds.error : edgeKinds.data, local.access[i]!);
  }
  for (const call of layout.calls) {
    const shape = shapeOf(call.call);
    add(call.node, call.node + 1, edgeKinds.through, -1);
    const calleeKind = calleeKinds[module.calls.callee[call.call]!];
    if (shape.opaque || shape.polymorphic || calleeKind === 'super-method')
      add(call.first, call.node, edgeKinds.through, -1);
    if (shape.opaque) for (let i = 0; i < call.args; i++) add(call.first + 1 + i, call.node, edgeKinds.through, -1);
  }
  return {
    from: from.toArray(),
    to: to.toArray(),
    kind: Uint8Array.from(kind.toArray()),
    label: label.toArray(),
    openUses: local.openUses,
    openDefs: local.openDefs,
  };

  function isReturn(node: number): boolean {
    return layout.callAtNode.has(node - 1);
  }
}
