import { Digraph } from '#core/digraph';
import { reachableFrom } from '#core/reachability';
import { labels } from '#ir/cfg';
import type { GraphEdgeKind } from '../graph-view';
import { counted } from './counted';
import type { Sketch, SketchEdge } from './drawing';
import type { FunctionFigure } from './function-figures';

export interface FlowOptions {
  /** Also where errors go that no handler of the source awaits. */
  readonly allEdges: boolean;
}

/** The control-flow graph (Effects Def. 1). */
export function flowSketch(figure: FunctionFigure, options: FlowOptions): Sketch {
  const edges = flowEdges(figure, options);
  const reached = reachableFrom(digraphOf(figure, edges), [figure.entry]);
  const all = Array.from({ length: figure.count }, (_, index) => index);
  const nodes = all.filter((index) => reached.has(index) || !figure.isBookkeeping(index));
  const shown = new Set(nodes);
  const left = all.length - nodes.length;
  return {
    nodes,
    extras: [],
    edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    notes: [
      ...bookkeepingNotes(figure, nodes),
      ...(left === 0
        ? []
        : [
            `Not drawn: ${counted(left, 'small step')} of the language that only errors reach which no handler awaits.`,
          ]),
    ],
  };
}

export function bookkeepingNotes(figure: FunctionFigure, nodes: readonly number[]): string[] {
  if (!nodes.some((index) => figure.isBookkeeping(index))) return [];
  return ['Small circles are what the language does by itself: scopes, iterators, finally.'];
}

interface FlowEdge extends SketchEdge {
  readonly from: number;
  readonly to: number;
}

/** By their source, `T` before `F`, errors last: pictures keep this order from left to right. */
export function flowEdges({ nodes, fn, count }: FunctionFigure, { allEdges }: FlowOptions): FlowEdge[] {
  const { program } = nodes.loaded;
  const { module, index } = program.locate(fn);
  const first = module.functions.firstNode[index] ?? 0;
  const { edgeOffset, edgeTo, edgeLabel, edgeWeak } = module.nodes;
  const edges: FlowEdge[] = [];
  for (let from = 0; from < count; from++) {
    const kind = program.kindOf(program.nodeAt(program.moduleOfFunction[fn] ?? 0, first + from));
    const leaving: FlowEdge[] = [];
    for (let edge = edgeOffset[first + from] ?? 0; edge < (edgeOffset[first + from + 1] ?? 0); edge++) {
      if (edgeWeak[edge] === 1 && !allEdges) continue;
      const label = module.strings[edgeLabel[edge] ?? -1] ?? '';
      leaving.push({ from, to: (edgeTo[edge] ?? first) - first, ...styleOf(kind, label) });
    }
    edges.push(...leaving.toSorted((a, b) => rank(a) - rank(b)));
  }
  return edges;
}

export function digraphOf({ count }: FunctionFigure, edges: readonly FlowEdge[]): Digraph {
  return Digraph.fromEdges(
    count,
    edges.map(({ from }) => from),
    edges.map(({ to }) => to),
  );
}

/** The way out of a `finally` is a decision, also when that way is an error. */
function styleOf(kind: string, label: string): { label: string; kind: GraphEdgeKind } {
  if (label === labels.virtual) return { label: '', kind: 'virtual' };
  return { label, kind: label === labels.error && kind !== 'dispatch' ? 'error' : 'flow' };
}

function rank({ label, kind }: FlowEdge): number {
  if (kind !== 'flow') return kind === 'error' ? 2 : 3;
  return label === labels.no ? 1 : 0;
}
