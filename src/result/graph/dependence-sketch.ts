import { AllPairsReachability } from '#core/reachability';
import type { DependenceGraph } from '#dependence/dependence-graph';
import { edgeKinds, functionGraph, type FunctionGraph, type Surroundings } from '#dependence/function-graph';
import { labels } from '#ir/cfg';
import { distinctEdges, type Sketch, type SketchEdge, type SketchExtra, type SketchVertex } from './drawing';
import { bookkeepingNotes, digraphOf, flowEdges } from './flow-sketch';
import type { FunctionFigure } from './function-figures';
import { placeLabel, sharedPlaceLabel } from './place-label';

/**
 * The program dependence graph of one function (Effects Def. 9). Parameters are drawn as the definitions that they are;
 * the arguments of a call belong to its node. The exit is left out: it decides nothing and computes nothing.
 */
export function dependenceSketch(figure: FunctionFigure, graph: DependenceGraph): Sketch {
  const local = graph.graphOf(figure.fn);
  const edges = localEdges(figure, local);
  return sketchOf(figure, local, [...edges, ...sharedEdges(figure, graph, edges)]);
}

/** From the function's own text alone, without what aliases and the code that it calls add to it: no other function is read. */
export function ownDependenceSketch(figure: FunctionFigure): Sketch {
  const { program } = figure.nodes.loaded;
  const { module, index } = program.locate(figure.fn);
  const first = module.calls.fn.indexOf(index);
  const calls = { first: Math.max(first, 0), end: first < 0 ? 0 : module.calls.fn.lastIndexOf(index) + 1 };
  const local = functionGraph(program, figure.fn, calls, nothingElse);
  return sketchOf(figure, local, localEdges(figure, local));
}

const nothingElse: Surroundings = {
  errors: { mayThrow: () => false, surfacesAt: () => false },
  shapeOf: () => ({ opaque: true, polymorphic: false }),
  runsAccessor: () => false,
};

/** Def. 9's RUN: what no decision governs runs whenever the function does. */
const run = 'RUN';

function sketchOf(figure: FunctionFigure, local: FunctionGraph, all: readonly SketchEdge[]): Sketch {
  const { nodes, edges } = withoutIdleBookkeeping(figure, distinctEdges(all));
  const used = new Set(edges.flatMap(({ from, to }) => [from, to]));
  return {
    nodes,
    extras: [
      { key: run, label: run, shape: 'ellipse' },
      ...formalsOf(figure, local).filter(({ key }) => used.has(key)),
    ],
    edges,
    notes: bookkeepingNotes(figure, nodes),
  };
}

function formalsOf(figure: FunctionFigure, { layout }: FunctionGraph): SketchExtra[] {
  const names = [...figure.nodes.loaded.program.paramNames(figure.fn), 'this', 'arguments'];
  return names.slice(0, layout.errorOut - layout.firstFormal).map((name, position) => {
    // Two patterns may be called the same; `this` and a parameter never are.
    const twin = names.slice(0, position).filter((other) => other === name).length;
    return { key: `parameter ${name} ${twin}`, label: name, shape: 'ellipse' };
  });
}

function localEdges(figure: FunctionFigure, local: FunctionGraph): SketchEdge[] {
  const fold = folding(figure, local);
  const edges: SketchEdge[] = [];
  for (let vertex = 0; vertex < local.layout.size; vertex++) {
    local.graph.forEachSuccessor(vertex, (successor, edge) => {
      const from = fold(vertex);
      const to = fold(successor);
      if (from === undefined || to === undefined) return;
      const style = styleOf(figure, local.kind[edge] ?? -1, local.label[edge] ?? -1);
      if (style !== undefined && !(from === to && style.label === '')) edges.push({ from, to, ...style });
    });
  }
  return edges;
}

function styleOf(figure: FunctionFigure, kind: number, label: number): Pick<SketchEdge, 'label' | 'kind'> | undefined {
  switch (kind) {
    case edgeKinds.control: {
      const { module } = figure.nodes.loaded.program.locate(figure.fn);
      return { label: label < 0 ? 'T' : decisionName(module.strings[label]), kind: 'control' };
    }
    case edgeKinds.data:
      return { label: placeLabel(figure, label), kind: 'data' };
    case edgeKinds.through:
      return { label: '', kind: 'data' };
    case edgeKinds.error:
      return { label: 'throw', kind: 'error' };
    default:
      return undefined;
  }
}

/** The way on after a call that may throw has no label in the flow, but is a decision all the same. */
function decisionName(label = ''): string {
  return label === labels.next ? 'normal' : label;
}

/** Vertices of the dependence graph → what is drawn for them; undefined for what is not drawn. */
function folding(figure: FunctionFigure, local: FunctionGraph): (vertex: number) => SketchVertex | undefined {
  const { layout } = local;
  const formals = formalsOf(figure, local);
  const callOfPart = new Map<number, number>();
  for (const { node, first, args } of layout.calls) for (let i = 0; i <= args; i++) callOfPart.set(first + i, node);
  return (vertex) => {
    if (vertex === figure.entry) return run;
    if (vertex === figure.exit || vertex === layout.errorOut) return undefined;
    if (vertex < layout.nodeCount) return vertex;
    return vertex < layout.errorOut ? formals[vertex - layout.firstFormal]?.key : callOfPart.get(vertex);
  };
}

/**
 * Dependences through places that the function shares with others: a captured variable, or a field that is reached by
 * two ways. Only those that one activation can have by itself: the use comes after the definition.
 */
function sharedEdges(figure: FunctionFigure, graph: DependenceGraph, known: readonly SketchEdge[]): SketchEdge[] {
  const local = graph.graphOf(figure.fn);
  const base = graph.vertexOf(figure.at(0));
  const fold = folding(figure, local);
  const paths = new AllPairsReachability(digraphOf(figure, flowEdges(figure, { allEdges: true })));
  const labelsBetween = new Map<string, string[]>();
  for (const { from, to, kind, label } of known) {
    if (kind !== 'data') continue;
    const between = labelsBetween.get(`${from} ${to}`);
    if (between === undefined) labelsBetween.set(`${from} ${to}`, [label]);
    else between.push(label);
  }
  // A shared place is named without the variable that holds it: `.n` for `o.n`.
  const isKnown = ({ from, to, label }: SketchEdge): boolean =>
    labelsBetween.get(`${from} ${to}`)?.some((other) => other.endsWith(label)) === true;
  const edges: SketchEdge[] = [];
  for (let node = 1; node < local.layout.nodeCount; node++) {
    for (const { place, use } of usesOfShared(graph, base + node)) {
      const to = graph.functionOf(use) === figure.fn ? fold(use - base) : undefined;
      if (typeof to !== 'number' || node === figure.exit || !paths.reachesByEdges(node, to)) continue;
      const edge: SketchEdge = { from: node, to, label: sharedPlaceLabel(place), kind: 'data' };
      if (!isKnown(edge)) edges.push(edge);
    }
  }
  return edges;
}

function usesOfShared(graph: DependenceGraph, vertex: number): { readonly place: string; readonly use: number }[] {
  const found: { place: string; use: number }[] = [];
  const places = new Set<number>();
  const follow = (to: number, kind: number, place: string): void => {
    if (kind !== edgeKinds.shared) return;
    if (graph.isPlace(to)) places.add(to);
    else found.push({ place, use: to });
  };
  graph.forward(vertex, follow);
  for (const place of places) graph.forward(place, follow);
  return found;
}

/** Nodes that the source does not show are drawn only where something depends on them. */
function withoutIdleBookkeeping(
  figure: FunctionFigure,
  all: readonly SketchEdge[],
): { nodes: number[]; edges: readonly SketchEdge[] } {
  let edges = all;
  let nodes = Array.from({ length: figure.count }, (_, index) => index).slice(1);
  for (;;) {
    const sources = new Set(edges.filter(({ from, to }) => from !== to).map(({ from }) => from));
    const kept = new Set(nodes.filter((node) => node !== figure.exit && (figure.isVisible(node) || sources.has(node))));
    if (kept.size === nodes.length) return { nodes, edges };
    const isKept = (vertex: SketchVertex): boolean => typeof vertex === 'string' || kept.has(vertex);
    nodes = [...kept];
    edges = edges.filter(({ from, to }) => isKept(from) && isKept(to));
  }
}
