import type { FunctionId } from '#core/ids';
import type { CallEdge, UnresolvedCall } from '#dependence/call-graph';
import type { NodeDescriber } from '../describe-node';
import type { GraphEdge, GraphNode, NodeMark } from '../graph-view';
import type { FunctionFigure } from './function-figures';

/** A function as a node of a call graph, in the cluster of its file. */
export function functionNode(nodes: NodeDescriber, fn: FunctionId, mark: NodeMark | null): GraphNode {
  const { program } = nodes.loaded;
  const { file, start } = program.functionSpan(fn);
  return {
    id: program.nameOf(fn),
    label: program.shortName(fn),
    shape: 'box',
    mark,
    cluster: file,
    tooltip: `${file}:${nodes.linesOf(file).positionAt(start).line}`,
  };
}

/** One call site, labelled with its line. */
export function callEdge(nodes: NodeDescriber, { caller, callee, site, kind }: CallEdge): GraphEdge {
  const { program } = nodes.loaded;
  const label = `${nodes.lineOf(site)}${callNotes[kind]}`;
  return { from: program.nameOf(caller), to: program.nameOf(callee), label, kind: 'call' };
}

const callNotes: Readonly<Record<CallEdge['kind'], string>> = {
  call: '',
  callback: ' callback',
  implicit: ' implicit',
};

/** One note per function: a picture with a note for each call would show little else. */
export function outsideNote(figure: FunctionFigure, calls: readonly UnresolvedCall[]): GraphNode {
  const { nodes, fn } = figure;
  const { program } = nodes.loaded;
  const lines = calls.map(({ site, reason }) => {
    const text = figure.text(site - figure.first).replace(/^call /, '');
    return `${nodes.lineOf(site)}: ${text}${reasons[reason]}`;
  });
  const shown =
    lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), `${lines.length - mostLines + 1} more`];
  return {
    id: `calls outside of ${program.nameOf(fn)}`,
    label: shown.map((line) => (line.length <= widest ? line : `${line.slice(0, widest - 1)}…`)).join('\n'),
    shape: 'note',
    mark: null,
    cluster: program.functionSpan(fn).file,
    tooltip: lines.join('\n'),
  };
}

const mostLines = 5;
const widest = 40;

const reasons: Readonly<Record<UnresolvedCall['reason'], string>> = {
  'built-in': '',
  external: '',
  unknown: ' ?',
  'too-many-targets': ' ?',
};
