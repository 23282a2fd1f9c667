import type { FunctionId } from '#core/ids';
import type { CallGraph, UnresolvedCall } from '#dependence/call-graph';
import type { NodeDescriber } from '../describe-node';
import type { GraphNode, NodeMark } from '../graph-view';
import { callEdge, functionNode, outsideNote } from './call-graph-figure';
import type { CalledFunctions } from './call-scope';
import { counted } from './counted';
import type { Drawing } from './drawing';
import { FunctionFigures } from './function-figures';

/** Functions by file, with an edge per call site from one of them to another. */
export function drawCallGraph(
  nodes: NodeDescriber,
  { functions, followed, outside }: CalledFunctions,
  callGraph: CallGraph,
  markOf: (fn: FunctionId) => NodeMark | null,
): Drawing {
  const { program } = nodes.loaded;
  const drawn = new Set(functions);
  const calls = functions.flatMap((fn) => callGraph.callsFrom(fn).filter(({ callee }) => drawn.has(callee)));
  const unresolved = callGraph.unresolved.filter(({ site }) => followed.has(program.functionOf(site)));
  const others = unresolved.filter(({ reason }) => reason !== 'built-in');
  const builtIns = unresolved.filter(
    ({ reason, site }) => reason === 'built-in' && callGraph.callsAt(site).length === 0,
  );
  const notes = outside === 'listed' ? outsideNotes(nodes, others) : [];
  return {
    nodes: [...functions.map((fn) => functionNode(nodes, fn, markOf(fn))), ...notes.map(({ node }) => node)],
    edges: [
      ...calls.toSorted((a, b) => a.caller - b.caller || a.site - b.site).map((edge) => callEdge(nodes, edge)),
      ...notes.map(({ fn, node }) => ({ from: program.nameOf(fn), to: node.id, label: '', kind: 'virtual' as const })),
    ],
    clusters: [],
    notes: [
      ...(calls.length === 0 ? [] : ['An edge is a call, with its line.']),
      ...(notes.length === 0
        ? []
        : ['Notes list calls of code outside of the program; with a question mark, of unknown code.']),
      ...(outside === 'listed' || others.length === 0
        ? []
        : [`Not drawn: ${counted(others.length, 'call')} of code outside of the program or of unknown code.`]),
      ...(builtIns.length === 0
        ? []
        : [`Not drawn: ${counted(builtIns.length, 'call')} of functions of the language.`]),
    ],
  };
}

interface OutsideNote {
  readonly fn: FunctionId;
  readonly node: GraphNode;
}

function outsideNotes(nodes: NodeDescriber, calls: readonly UnresolvedCall[]): OutsideNote[] {
  const byFunction = new Map<FunctionId, UnresolvedCall[]>();
  for (const call of calls) {
    const fn = nodes.loaded.program.functionOf(call.site);
    const known = byFunction.get(fn);
    if (known === undefined) byFunction.set(fn, [call]);
    else known.push(call);
  }
  const figures = new FunctionFigures(nodes);
  return [...byFunction].map(([fn, list]) => ({ fn, node: outsideNote(figures.of(fn), list) }));
}
