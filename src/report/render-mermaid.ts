import type { GraphEdgeKind, GraphView, NodeMark, NodeShape } from '#result/graph-view';
import { indexGraph, type NamedNode } from './graph-index';
import { edgeStyles, markStyles, plainNode, type MarkStyle } from './graph-theme';
import { labelLines } from './label-lines';
import { oneLine } from './source-text';

/** A graph as a Mermaid flowchart, which GitHub, GitLab and many editors draw inside Markdown. */
export function renderMermaid(view: GraphView): string {
  const graph = indexGraph(view);
  return [
    '---',
    `title: ${mermaidTitle(view.title)}`,
    '---',
    'flowchart TD',
    ...remarks(view).map((remark) => `  %% ${remark}`),
    ...graph.free.map((node) => `  ${nodeStatement(node)}`),
    ...graph.clusters.flatMap(({ name, label, nodes }) => [
      `  subgraph ${name}[${mermaidString([oneLine(label)])}]`,
      ...nodes.map((node) => `    ${nodeStatement(node)}`),
      '  end',
    ]),
    ...graph.edges.map(({ from, to, edge }) => `  ${edgeStatement(from, to, edge.label, edge.kind)}`),
    `  classDef default ${classStyle(plainNode)}`,
    ...graph.marks.map((mark) => `  classDef ${className(mark)} ${classStyle(markStyles[mark])}`),
    ...linkStyles(view),
    '',
  ].join('\n');
}

const brackets: Readonly<Record<NodeShape, readonly [string, string]>> = {
  box: ['(', ')'],
  diamond: ['{{', '}}'],
  ellipse: ['([', '])'],
  point: ['((', '))'],
  note: ['>', ']'],
};

const arrows: Readonly<Record<GraphEdgeKind, string>> = {
  flow: '-->',
  error: '-.->',
  control: '-->',
  data: '-.->',
  call: '==>',
  return: '-.->',
  virtual: '-.->',
  tree: '-->',
};

// The limit of Mermaid's default settings, which a diagram cannot raise for itself.
const mostEdges = 500;

function remarks(view: GraphView): string[] {
  const notes = view.legend.map((note) => oneLine(note).replaceAll(/[{}]/g, ' '));
  if (view.edges.length <= mostEdges) return notes;
  return [...notes, `${view.edges.length} edges: most viewers stop at ${mostEdges}; "--format svg" knows no limit.`];
}

function nodeStatement({ name, node }: NamedNode): string {
  const [open, close] = brackets[node.shape];
  const label = node.shape === 'point' ? [' '] : labelLines(node.label);
  return `${name}${open}${mermaidString(label)}${close}${node.mark === null ? '' : `:::${className(node.mark)}`}`;
}

function edgeStatement(from: string, to: string, label: string, kind: GraphEdgeKind): string {
  const text = labelLines(oneLine(label))[0] ?? '';
  return `${from} ${arrows[kind]}${text === '' ? '' : `|${mermaidString([text])}|`} ${to}`;
}

/** YAML reads a JSON string. Mermaid takes tags out of it and knows no escape for them. */
function mermaidTitle(title: string): string {
  return JSON.stringify(oneLine(title).replaceAll('<', '‹').replaceAll('>', '›').replaceAll('&', '＆'));
}

/**
 * A quoted string of Mermaid, with everything it could take for syntax, Markdown or HTML as a character code. A `:` is one
 * of them beside `style` and `classDef`, which Mermaid looks for in the whole line before it parses.
 */
function mermaidString(lines: readonly string[]): string {
  const text = lines.map((line) => line.replace(/^ +/, (blanks) => '\u00a0'.repeat(blanks.length))).join('\n');
  const special = /style|classdef/i.test(text) ? /["#&<>`\\%{}|;:*_~$]/g : /["#&<>`\\%{}|;*_~$]/g;
  const coded = text.replace(special, (character) => `#${character.charCodeAt(0)};`);
  // A backslash and an n break the line even so, unless something invisible stands between them.
  return `"${coded.replaceAll('#92;n', '#92;#8203;n').replaceAll('\n', '<br/>')}"`;
}

/** A class named like one of Mermaid's own words would be taken for it. */
function className(mark: NodeMark): string {
  return `mark-${mark}`;
}

function classStyle({ fill, border, borderWidth, dashed }: MarkStyle): string {
  const dash = dashed ? ',stroke-dasharray:4 3' : '';
  return `fill:${fill},stroke:${border},stroke-width:${borderWidth}px,color:#111827${dash}`;
}

/** Edges have no classes: they are coloured by their numbers. */
function linkStyles(view: GraphView): string[] {
  const numbers = new Map<string, number[]>();
  view.edges.forEach(({ kind }, index) => {
    const { colour } = edgeStyles[kind];
    const known = numbers.get(colour);
    if (known === undefined) numbers.set(colour, [index]);
    else known.push(index);
  });
  return [...numbers].map(([colour, indexes]) => `  linkStyle ${indexes.join(',')} stroke:${colour},color:${colour}`);
}
