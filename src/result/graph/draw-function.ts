import type { GraphEdge, GraphNode } from '../graph-view';
import { distinctEdges, type Drawing, type Sketch, type SketchExtra, type SketchVertex } from './drawing';
import type { FunctionFigure } from './function-figures';
import type { BaseFunction, FunctionMarks } from './function-marks';

/** What a sketch is compared with. */
export interface ComparedSketch {
  readonly marks: FunctionMarks;
  /** The same graph of the function as it was. */
  readonly sketchBase: (figure: FunctionFigure) => Sketch;
}

/** A sketch with its nodes labelled, and marked where it is compared with an older version. */
export function drawFunction(figure: FunctionFigure, sketch: Sketch, compared: ComparedSketch | null): Drawing {
  const base = compared?.marks.base ?? null;
  const drawn: Drawing = {
    nodes: [
      ...sketch.extras.map((extra) => extraNode(figure, extra)),
      ...sketch.nodes.map((index) =>
        compared === null ? figure.node(index) : markedNode(figure, compared.marks, index),
      ),
    ],
    edges: sketch.edges.map(({ from, to, label, kind }) => ({
      from: vertexId(figure, from),
      to: vertexId(figure, to),
      label,
      kind,
    })),
    clusters: [],
    notes: sketch.notes,
  };
  if (compared === null || base === null || base.removed.size === 0) return drawn;
  const removed = drawRemoved(figure, sketch, base, compared.sketchBase(base.figure));
  return {
    nodes: [...drawn.nodes, ...removed.nodes],
    edges: [...drawn.edges, ...removed.edges],
    clusters: [],
    notes: [...drawn.notes, ...(removed.edges.length === 0 ? [] : ['Dotted edges show where removed code was.'])],
  };
}

/** Nodes of the base that are gone, with their edges to each other and to what is still there. */
function drawRemoved(
  figure: FunctionFigure,
  sketch: Sketch,
  base: BaseFunction,
  before: Sketch,
): Pick<Drawing, 'nodes' | 'edges'> {
  const kept = new Set<SketchVertex>([...sketch.nodes, ...sketch.extras.map(({ key }) => key)]);
  const isRemoved = (vertex: SketchVertex): boolean => typeof vertex === 'number' && base.removed.has(vertex);
  const idNow = (vertex: SketchVertex): string | undefined => {
    const head = typeof vertex === 'number' ? base.headOf(vertex) : vertex;
    if (head !== undefined && kept.has(head)) return vertexId(figure, head);
    // A parameter that only removed code used is drawn with it.
    return isRemoved(vertex) || typeof vertex === 'string' ? removedId(base.figure, vertex) : undefined;
  };
  const edges: GraphEdge[] = [];
  const used = new Set<SketchVertex>();
  for (const { from, to, label } of before.edges) {
    const [source, target] = [idNow(from), idNow(to)];
    if (source === undefined || target === undefined || !(isRemoved(from) || isRemoved(to))) continue;
    used.add(from).add(to);
    edges.push({ from: source, to: target, label, kind: 'virtual' });
  }
  const extras = before.extras.filter(({ key }) => used.has(key) && !kept.has(key));
  return {
    nodes: [
      ...extras.map((extra) => removedNode(base.figure, extra.key, extraNode(base.figure, extra))),
      ...before.nodes.filter(isRemoved).map((index) => removedNode(base.figure, index, base.figure.node(index))),
    ],
    edges: distinctEdges(edges),
  };
}

function vertexId(figure: FunctionFigure, vertex: SketchVertex): string {
  return typeof vertex === 'number' ? figure.idOf(vertex) : `${figure.name} ${vertex}`;
}

function removedId(figure: FunctionFigure, vertex: SketchVertex): string {
  return `removed ${vertexId(figure, vertex)}`;
}

function extraNode(figure: FunctionFigure, { key, label, shape }: SketchExtra): GraphNode {
  return { id: vertexId(figure, key), label, shape, mark: null };
}

function removedNode(figure: FunctionFigure, vertex: SketchVertex, was: GraphNode): GraphNode {
  return { ...was, id: removedId(figure, vertex), mark: 'removed', tooltip: `was ${was.tooltip ?? was.label}` };
}

/** A reader of a changed node wants to know what it was. */
function markedNode(figure: FunctionFigure, { markOf, base }: FunctionMarks, index: number): GraphNode {
  const node = figure.node(index);
  const mark = markOf(index);
  const partner = mark === 'changed' ? base?.baseOf(index) : undefined;
  if (base === null || partner === undefined || figure.isBookkeeping(index)) return { ...node, mark };
  const before = base.figure.text(partner);
  const tooltip = `${node.tooltip ?? ''}\nwas ${base.figure.tooltip(partner)}`;
  return { ...node, mark, label: before === figure.text(index) ? node.label : `${node.label}\nwas ${before}`, tooltip };
}
