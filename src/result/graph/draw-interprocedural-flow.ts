import type { FunctionId, NodeId } from '#core/ids';
import type { CallEdge, CallGraph } from '#dependence/call-graph';
import type { NodeDescriber } from '../describe-node';
import type { GraphEdge } from '../graph-view';
import { drawFunction, type ComparedSketch } from './draw-function';
import type { Drawing } from './drawing';
import { flowSketch, type FlowOptions } from './flow-sketch';
import { FunctionFigures } from './function-figures';
import { functionsAround } from './functions-around';

export interface InterproceduralOptions extends FlowOptions {
  /** How many calls away from the function to go. */
  readonly depth: number;
  readonly compare: (fn: FunctionId) => ComparedSketch | null;
}

/**
 * The control-flow graphs of a function and of those that it calls, joined at their calls (Effects Def. 2): a call leads
 * to the entry of its callee and the exit of the callee to the return, in place of the edge from call to return. That edge
 * stays where a call can also go to code that is not drawn.
 */
export function drawInterproceduralFlow(
  nodes: NodeDescriber,
  fn: FunctionId,
  callGraph: CallGraph,
  options: InterproceduralOptions,
): Drawing {
  const functions = functionsAround([fn], options.depth, (f) => callGraph.callsFrom(f).map(({ callee }) => callee));
  const drawn = new Set(functions);
  const figures = new FunctionFigures(nodes);
  const parts = functions.map((f) => {
    const figure = figures.of(f);
    return inCluster(figure.name, drawFunction(figure, flowSketch(figure, options), options.compare(f)));
  });
  const crossings = distinctCalls(functions.flatMap((f) => callGraph.callsFrom(f))).filter(({ callee }) =>
    drawn.has(callee),
  );
  const bypassed = bypassedReturns(nodes, callGraph, crossings, drawn);
  const isInside = ({ from, to, kind }: GraphEdge): boolean => kind !== 'flow' || bypassed.get(from) !== to;
  const calls = callGraph.unresolved.some(({ site }) => drawn.has(nodes.loaded.program.functionOf(site)));
  const beyond = functions.some((f) => callGraph.callsFrom(f).some(({ callee }) => !drawn.has(callee)));
  return {
    nodes: parts.flatMap((part) => part.nodes),
    edges: [
      ...parts.flatMap((part) => part.edges).filter(isInside),
      ...crossings.flatMap((edge) => crossingEdges(nodes, callGraph, edge)),
    ],
    clusters: functions.map((f) => ({ id: nodes.loaded.program.nameOf(f), label: nodes.loaded.program.nameOf(f) })),
    notes: [
      ...new Set(parts.flatMap((part) => part.notes)),
      ...(calls || beyond ? ['A call of a function that is not drawn goes on to its return.'] : []),
    ],
  };
}

function inCluster(cluster: string, drawing: Drawing): Drawing {
  return { ...drawing, nodes: drawing.nodes.map((node) => Object.assign({ cluster }, node)) };
}

/** The edges from call to return that Def. 2 takes out, by the id of the call. */
function bypassedReturns(
  nodes: NodeDescriber,
  callGraph: CallGraph,
  crossings: readonly CallEdge[],
  drawn: ReadonlySet<FunctionId>,
): ReadonlyMap<string, string> {
  const elsewhere = new Set<NodeId>(callGraph.unresolved.map(({ site }) => site));
  const isWhole = ({ site }: CallEdge): boolean =>
    !elsewhere.has(site) && callGraph.callsAt(site).every(({ kind, callee }) => kind === 'call' && drawn.has(callee));
  return new Map(
    crossings.filter(isWhole).map(({ site, returnNode }) => [nodes.idOf(site), nodes.idOf(returnNode)] as const),
  );
}

function distinctCalls(edges: readonly CallEdge[]): CallEdge[] {
  return [...new Map(edges.map((edge) => [`${edge.site} ${edge.callee}`, edge])).values()];
}

/** A call edge, and right after it the return edge that belongs to it: renderers draw the return below the call. */
function crossingEdges(
  nodes: NodeDescriber,
  callGraph: CallGraph,
  { site, returnNode, callee }: CallEdge,
): GraphEdge[] {
  const { program } = nodes.loaded;
  const label = callGraph.callsAt(site).length > 1 ? program.shortName(callee) : '';
  return [
    { from: nodes.idOf(site), to: nodes.idOf(program.entryOf(callee)), label, kind: 'call' },
    { from: nodes.idOf(program.exitOf(callee)), to: nodes.idOf(returnNode), label, kind: 'return' },
  ];
}
