import type { GraphView, NodeShape } from '#result/graph-view';
import { dotHeading } from './dot-heading';
import { dotAttributes, dotLabel, dotString, type DotAttributes } from './dot-text';
import { indexGraph, type NamedNode } from './graph-index';
import { edgeStyles, markStyles, plainNode, type EdgeStyle } from './graph-theme';
import { labelLines } from './label-lines';
import { oneLine } from './source-text';

/** A graph in the DOT language of Graphviz. */
export function renderDot(view: GraphView): string {
  const graph = indexGraph(view);
  const layout = {
    ...graphDefaults,
    // The branch taken when a condition holds goes to the left.
    ...(view.kind === 'cfg' || view.kind === 'tree' ? { ordering: 'out' } : {}),
    // Every edge that passes a row takes a place in it, and in this graph many do.
    ...(view.kind === 'pdg' ? { nodesep: 0.15 } : {}),
    ...sizeDefaults(view.nodes.length, view.edges.length),
  };
  return [
    'digraph {',
    `  graph [${dotAttributes(layout)}];`,
    `  node [${dotAttributes(nodeDefaults)}];`,
    `  edge [${dotAttributes(edgeDefaults)}];`,
    `  label=${dotHeading(graph, view)};`,
    ...graph.free.map((node) => `  ${nodeStatement(node)}`),
    ...graph.clusters.flatMap(({ name, label, nodes }) => [
      `  subgraph cluster_${name} {`,
      `    graph [${dotAttributes({ label: oneLine(label), ...clusterDefaults })}];`,
      ...nodes.map((node) => `    ${nodeStatement(node)}`),
      '  }',
    ]),
    ...graph.edges.map(({ from, to, edge }) => `  ${edgeStatement(from, to, edge.label, edgeStyles[edge.kind])}`),
    '}',
    '',
  ].join('\n');
}

// Without fonts at hand Graphviz guesses the widths of letters; of this font every screen has one with the same widths.
const font = 'Courier';
const textColour = '#374151';

const graphDefaults = {
  bgcolor: 'white',
  fontname: font,
  fontsize: 10,
  fontcolor: textColour,
  labelloc: 't',
  labeljust: 'l',
  nodesep: 0.35,
  ranksep: 0.4,
  pad: 0.25,
};

/** What keeps the layout of a large graph in seconds: straight edges, and fewer rounds of each optimisation. */
function sizeDefaults(nodes: number, edges: number): DotAttributes {
  if (edges <= 300 || edges <= 1.5 * nodes) return {};
  return { splines: 'line', mclimit: 0.1, nslimit: 1, nslimit1: 1 };
}

const nodeDefaults = { fontname: font, fontsize: 11, fontcolor: '#111827', height: 0.34 };
const edgeDefaults = { fontname: font, fontsize: 10, arrowsize: 0.7, penwidth: 1.1 };
const clusterDefaults = {
  style: 'rounded',
  color: '#cbd5e1',
  bgcolor: '#f8fafc',
  fontsize: 11,
  labeljust: 'l',
  margin: 12,
};

/** Conditions are hexagons: a diamond around a line of code would be twice as wide and high. */
const shapes: Readonly<Record<NodeShape, { readonly style: string } & DotAttributes>> = {
  box: { shape: 'box', style: 'filled,rounded', margin: '0.14,0.07' },
  diamond: { shape: 'hexagon', style: 'filled', margin: '0.02,0.02' },
  ellipse: { shape: 'ellipse', style: 'filled', margin: '0.04,0.02' },
  point: { shape: 'circle', style: 'filled', width: 0.12, height: 0.12, fixedsize: 'true' },
  note: { shape: 'note', style: 'filled', margin: '0.14,0.07' },
};

function nodeStatement({ name, node }: NamedNode): string {
  const mark = node.mark === null ? plainNode : markStyles[node.mark];
  const shape = shapes[node.shape];
  const label = node.shape === 'point' ? [''] : labelLines(node.label);
  const rest = dotAttributes({
    ...shape,
    ...(node.shape === 'diamond' && label.length > 1 ? { margin: '0.1,0.05' } : {}),
    style: mark.dashed ? `${shape.style},dashed` : shape.style,
    fillcolor: mark.fill,
    color: mark.border,
    penwidth: mark.borderWidth,
    tooltip: node.tooltip ?? node.label,
  });
  return `${name} [label=${dotLabel(label)}, ${rest}];`;
}

function edgeStatement(from: string, to: string, label: string, style: EdgeStyle): string {
  const text = oneLine(label);
  const shown = labelLines(text)[0] ?? '';
  const rest = dotAttributes({
    color: style.colour,
    fontcolor: style.colour,
    style: style.line,
    tooltip: text === '' ? style.meaning : `${style.meaning}: ${text}`,
  });
  return `${from} -> ${to} [${shown === '' ? '' : `label=${dotString(` ${shown} `)}, `}${rest}];`;
}
