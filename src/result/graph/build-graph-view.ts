import { assertNever } from '#core/diagnostics';
import type { FunctionId } from '#core/ids';
import type { DependenceGraph } from '#dependence/dependence-graph';
import type { LoadedProgram } from '#ir/load-program';
import { NodeDescriber } from '../describe-node';
import type { GraphKind, GraphView, NodeMark } from '../graph-view';
import { callGraphMarks } from './call-graph-marks';
import { callScope, type CallScope } from './call-scope';
import { dependenceSketch, ownDependenceSketch } from './dependence-sketch';
import { dominatorSketch } from './dominator-sketch';
import { drawCallGraph } from './draw-call-graph';
import { drawFunction, type ComparedSketch } from './draw-function';
import { drawInterproceduralFlow } from './draw-interprocedural-flow';
import type { Drawing, Sketch } from './drawing';
import { flowSketch } from './flow-sketch';
import { FunctionFigures, type FunctionFigure } from './function-figures';
import { functionMarks, type FunctionMarks } from './function-marks';
import type { GraphChange } from './graph-change';
import { limitNodes } from './limit-nodes';
import { removedCalls } from './removed-calls';

/** Which picture of which code is wanted. */
export interface GraphRequest {
  /** The symbolic tree is drawn from paths, not from the program. */
  readonly kind: Exclude<GraphKind, 'tree'>;
  /** The version that is drawn. */
  readonly loaded: LoadedProgram;
  readonly fn: FunctionId;
  /** Called only for pictures that show dependences or calls. */
  readonly graph: () => DependenceGraph;
  readonly title: string;
  /** Mark what differs from an older version, and what the difference affects. */
  readonly change?: GraphChange;
  /** Also draw where errors go that no handler of the source awaits. */
  readonly allEdges?: boolean;
  /** How many calls away from the function to go: unless told 2 in the call graph of a function, else 1. */
  readonly depth?: number;
  /** The post-dominator tree instead of the dominator tree. */
  readonly postDominators?: boolean;
  /** What a call graph is about. A module body stands for its file unless told. */
  readonly scope?: CallScope;
  /** Draw all nodes, however many there are. */
  readonly all?: boolean;
}

/** Graphviz lays out this much in seconds, and nobody reads more. */
const limits = { nodes: 400, edges: 800 };

/** A picture of one function, or of the calls around it. */
export function buildGraphView(request: GraphRequest): GraphView {
  const full = draw(request);
  const { nodes, edges, clusters, notes } = request.all === true ? full : limitNodes(full, limits);
  return {
    title: request.title,
    kind: request.kind,
    nodes,
    edges,
    ...(clusters.length === 0 ? {} : { clusters }),
    legend: nodes.some(({ label }) => partialValue.test(label)) ? [...notes, partialValues] : notes,
  };
}

const partialValue = /(?<![\w$])\$\d+(?![\w$])/;
const partialValues = '$0, $1 and so on are values that the code computes in between.';

function draw(request: GraphRequest): Drawing {
  const options = { allEdges: request.allEdges === true, postDominators: request.postDominators === true };
  switch (request.kind) {
    case 'cfg':
      return drawOne(request, (figure) => flowSketch(figure, options));
    case 'dominators':
      return drawOne(request, (figure) => dominatorSketch(figure, options));
    case 'pdg':
      return drawOne(request, (figure) => dependenceSketch(figure, request.graph()), ownDependenceSketch);
    case 'icfg':
      return drawFlowAcrossCalls(request);
    case 'callgraph':
      return drawCalls(request);
    default:
      return assertNever(request.kind);
  }
}

function drawOne(
  { loaded, fn, change }: GraphRequest,
  sketch: (figure: FunctionFigure) => Sketch,
  sketchBase = sketch,
): Drawing {
  const figure = new FunctionFigures(new NodeDescriber(loaded)).of(fn);
  const compared = change === undefined ? null : { marks: functionMarks(loaded, fn, change), sketchBase };
  const drawing = drawFunction(figure, sketch(figure), compared);
  if (change === undefined || compared === null) return drawing;
  return { ...drawing, notes: [comparison(change, compared.marks), ...drawing.notes] };
}

function drawFlowAcrossCalls(request: GraphRequest): Drawing {
  const { loaded, fn, change, depth = 1 } = request;
  const options = { allEdges: request.allEdges === true };
  const compare = (f: FunctionId): ComparedSketch | null =>
    change === undefined
      ? null
      : { marks: functionMarks(loaded, f, change), sketchBase: (figure) => flowSketch(figure, options) };
  const nodes = new NodeDescriber(loaded);
  const drawing = drawInterproceduralFlow(nodes, fn, request.graph().callGraph, { ...options, depth, compare });
  return change === undefined ? drawing : { ...drawing, notes: [comparedWith(change), ...drawing.notes] };
}

function drawCalls({ loaded, fn, change, depth, scope, graph }: GraphRequest): Drawing {
  const { program } = loaded;
  const nodes = new NodeDescriber(loaded);
  const { callGraph } = graph();
  const wanted = scope ?? (program.functionKind(fn) === 'module' ? 'file' : 'function');
  const called = callScope(program, callGraph, fn, wanted, depth);
  const target = (f: FunctionId): NodeMark | null => (wanted === 'function' && f === fn ? 'target' : null);
  if (change === undefined) return byFile(drawCallGraph(nodes, called, callGraph, target));
  const marks = callGraphMarks(nodes, graph(), change);
  const now = drawCallGraph(nodes, called, callGraph, (f) => marks.get(f) ?? target(f));
  const files = new Set(wanted === 'function' ? [] : called.functions.map((f) => program.functionSpan(f).file));
  const gone = removedCalls(nodes, callGraph, change, new Set(called.functions), files);
  return byFile({
    nodes: [...now.nodes, ...gone.nodes],
    edges: [...now.edges, ...gone.edges],
    clusters: [],
    notes: [
      comparedWith(change),
      ...now.notes,
      ...(gone.edges.length === 0 ? [] : ['Dotted calls are no longer made.']),
      ...(change.graph === undefined
        ? ['Not shown: calls that are no longer made, and what removed code reached.']
        : []),
    ],
  });
}

function byFile(drawing: Drawing): Drawing {
  const files = new Set(drawing.nodes.flatMap(({ cluster }) => cluster ?? []));
  return { ...drawing, clusters: [...files].map((file) => ({ id: file, label: file })) };
}

function comparison(change: GraphChange, { status }: FunctionMarks): string {
  if (status === 'unchanged') return `${comparedWith(change)} Nothing in this function differs.`;
  return status === 'added' ? `${comparedWith(change)} The function is new.` : comparedWith(change);
}

function comparedWith({ base }: GraphChange): string {
  return `Compared with ${base.snapshot.revision.description}.`;
}
